import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, test } from 'node:test'
import { inspect } from 'node:util'
import { type Fault, faults } from '../../sandbox/faults.ts'
import { cents } from '../../src/primitives/money.ts'
import type { CardFinding, CardOutcome } from '../../src/providers/ports/card.ts'
import { type Bench, cards, longSignal, sale } from './acquirer-bench.ts'

/** Where an acquirer responds differently from most, and what its tests need. */
export interface Expected {
  /** In the names of the tests. Left out: the name of the provider. */
  readonly name?: string
  readonly sales?: Partial<typeof usualSales>
  readonly queries?: Partial<typeof usualQueries>
  readonly changes?: Partial<typeof usualChanges>
  /** False: the query by order returns the whole sale, and no second request follows. */
  readonly readsEach?: boolean
  /** True: a call that was answered 401 is sent once more, with a new token. */
  readonly refreshesToken?: boolean
  /** A well-formed reference of no sale. */
  readonly unknownReference: string
  /** Names of fields that hold card data, or the beginning of such a field. */
  readonly secretFields: readonly string[]
  /** An adapter whose acquirer refuses connections. */
  readonly openGone: () => Promise<Bench['acquirer']>
}

/** Whether a text has this field. The letters of a short name alone can be part of a random id. */
const hasField = (text: string, name: string): boolean =>
  /^\w+$/.test(name) ? new RegExp(`\\b${name}["']?\\s*:`).test(text) : text.includes(name)

/**
 * Tests every fault of the sandbox at every operation: an outcome needs proof, nothing is sent
 * twice, and no secret leaks.
 */
export function testFaults(bench: Bench, expected: Expected): void {
  const { acquirer, world } = bench
  const { name = bench.provider } = expected
  const sales = { ...usualSales, ...expected.sales }
  const queries = { ...usualQueries, ...expected.queries }
  const changes = { ...usualChanges, ...expected.changes }
  afterEach(() => world.faults.clear())

  /** Makes a call under a fault. A call that gets no response is aborted. */
  function under<T>(
    fault: Fault,
    operation: string,
    call: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    world.faults.add({ provider: bench.provider, operation, fault, times: 1 })
    return hangs.has(fault) ? bench.giveUp(call) : call(longSignal())
  }

  for (const fault of faults) {
    const { outcome: expectedKind, later } = sales[fault]
    test(`${name}: a sale under ${fault} is ${expectedKind}, later ${later}`, async () => {
      const order = sale()
      const outcome = await under(fault, 'sale', (signal) => acquirer.sale(order, signal))
      assert.equal(outcome.kind, expectedKind)
      const isRepeated = expected.refreshesToken === true && fault === 'error-401'
      assert.equal(callsOf('sale', order.attemptRef).length, isRepeated ? 2 : 1)
      assert.equal(found(await acquirer.findSale(order.attemptRef, longSignal())), later)
    })
  }

  test(`${name}: a sale that is visible late is found after its delay`, async () => {
    const order = sale()
    await under('visible-late', 'sale', (signal) => acquirer.sale(order, signal))
    await bench.advance(9_999)
    assert.equal((await acquirer.findSale(order.attemptRef, longSignal())).kind, 'not-found')
    await bench.advance(1)
    assert.equal(found(await acquirer.findSale(order.attemptRef, longSignal())), 'approved')
  })

  for (const fault of faults) {
    test(`${name}: a query under ${fault} never returns refused or not found`, async () => {
      const order = sale()
      const outcome = await acquirer.sale(order, longSignal())
      assert(outcome.kind === 'approved')
      const byId = await under(fault, 'query', (signal) =>
        acquirer.findByReference(outcome.reference, signal),
      )
      assert.equal(found(byId), queries[fault].query)
      const byOrder = await under(fault, 'query-order', (signal) =>
        acquirer.findSale(order.attemptRef, signal),
      )
      assert.equal(found(byOrder), queries[fault].order)
      if (expected.readsEach === false) return
      const inside = await under(fault, 'query', (signal) =>
        acquirer.findSale(order.attemptRef, signal),
      )
      assert.equal(found(inside), hangs.has(fault) ? 'unknown' : queries[fault].query)
    })
  }

  for (const fault of faults) {
    const { result, done } = changes[fault]
    test(`${name}: a capture under ${fault} is ${result}, and a query decides`, async () => {
      const reference = await authorised()
      const outcome = await under(fault, 'capture', (signal) =>
        acquirer.capture(reference, cents(2500), signal),
      )
      assert.equal(outcome.kind, result === 'done' ? 'approved' : 'unknown')
      const finding = await acquirer.findByReference(reference, longSignal())
      assert(finding.kind === 'found' && finding.outcome.kind === 'approved')
      assert.equal(finding.outcome.captured, done)
    })
    test(`${name}: a cancel under ${fault} is unknown, and a query decides`, async () => {
      const reference = await authorised()
      const outcome = await under(fault, 'void', (signal) =>
        acquirer.cancel(reference, cents(2500), signal),
      )
      const isRejectedAtOnce =
        fault === 'error-401' || fault === 'error-403' || fault === 'error-429'
      assert.equal(
        outcome.kind,
        result === 'done' ? 'cancelled' : isRejectedAtOnce ? 'not-sent' : 'unknown',
      )
      assert.equal(
        found(await acquirer.findByReference(reference, longSignal())),
        done ? 'voided' : 'approved',
      )
    })
  }

  test(`${name}: after a lost response a query returns the cancelled amount`, async () => {
    const outcome = await acquirer.sale(sale(), longSignal())
    assert(outcome.kind === 'approved')
    const cancel = await under('reset-after', 'void', (signal) =>
      acquirer.cancel(outcome.reference, cents(700), signal),
    )
    assert.equal(cancel.kind, 'unknown')
    const finding = await acquirer.findByReference(outcome.reference, longSignal())
    assert(finding.kind === 'found' && finding.outcome.kind === 'approved')
    assert.equal(finding.outcome.voidedAmount, 700)
  })

  test(`${name}: with a refused connection nothing is sent or proved`, async () => {
    const gone = await expected.openGone()
    const reference = expected.unknownReference
    assert.equal((await gone.sale(sale(), longSignal())).kind, 'not-sent')
    assert.equal((await gone.capture(reference, cents(1), longSignal())).kind, 'not-sent')
    assert.equal((await gone.cancel(reference, cents(1), longSignal())).kind, 'not-sent')
    assert.equal((await gone.voidByAttemptRef('A1', longSignal())).kind, 'not-sent')
    assert.equal((await gone.findSale('A1', longSignal())).kind, 'unknown')
    await gone.close()
  })

  test(`${name}: no sale is sent to a server with an unknown certificate`, async () => {
    const strict = bench.another({ ca: undefined })
    const order = sale()
    assert.equal((await strict.sale(order, longSignal())).kind, 'not-sent')
    assert.equal(callsOf('sale', order.attemptRef).length, 0)
    await strict.close()
  })

  test(`${name}: no outcome, cause or log contains card number or security code`, async () => {
    const reported: unknown[] = []
    for (const number of Object.values(cards))
      reported.push(await acquirer.sale(sale({ number }), longSignal()))
    for (const fault of faults) {
      const order = sale()
      reported.push(await under(fault, 'sale', (signal) => acquirer.sale(order, signal)))
      reported.push(await acquirer.findSale(order.attemptRef, longSignal()))
    }
    reported.push(await acquirer.sale(sale({ holder: cards.approved }), longSignal()))
    reported.push(await acquirer.sale(sale({ number: '4024007153760011000000' }), longSignal()))
    reported.push(world.calls.after(0))
    const text = inspect(reported, {
      depth: Number.POSITIVE_INFINITY,
      showHidden: true,
      maxStringLength: null,
      maxArrayLength: null,
    })
    const files = readdirSync(world.home).filter((name) => name.startsWith('sandbox.db'))
    assert.ok(files.length > 0)
    const kept = files.map((name) => readFileSync(join(world.home, name), 'latin1')).join('\n')
    for (const number of Object.values(cards)) {
      assert.ok(!text.includes(number), 'a card number was shown')
      assert.ok(!kept.includes(number), 'a card number was kept')
    }
    for (const name of expected.secretFields) {
      assert.ok(!hasField(text, name), `${name} was shown`)
      assert.ok(!hasField(kept, name), `${name} was kept`)
    }
  })

  async function authorised(): Promise<string> {
    const outcome = await acquirer.sale(sale({ capture: false }), longSignal())
    assert(outcome.kind === 'approved')
    return outcome.reference
  }

  function callsOf(operation: string, reference: string) {
    return world.calls
      .after(0, 1_000_000)
      .filter((call) => call.operation === operation && call.reference === reference)
  }
}

const hangs = new Set<Fault>(['timeout-before', 'timeout-after', 'visible-late', 'slow-body'])

const found = (finding: CardFinding) =>
  finding.kind === 'found' ? finding.outcome.kind : finding.kind

/** The outcome of a sale under each fault, and what a later query finds. */
const usualSales: Record<Fault, { outcome: CardOutcome['kind']; later: string }> = {
  'timeout-before': { outcome: 'unknown', later: 'not-found' },
  'timeout-after': { outcome: 'unknown', later: 'approved' },
  'visible-late': { outcome: 'unknown', later: 'not-found' },
  'reset-before': { outcome: 'unknown', later: 'not-found' },
  'reset-after': { outcome: 'unknown', later: 'approved' },
  'reset-body': { outcome: 'unknown', later: 'approved' },
  'slow-body': { outcome: 'unknown', later: 'approved' },
  'error-404-html': { outcome: 'unknown', later: 'not-found' },
  'error-500': { outcome: 'unknown', later: 'not-found' },
  'error-502-html': { outcome: 'unknown', later: 'not-found' },
  'error-503': { outcome: 'unknown', later: 'not-found' },
  'error-400': { outcome: 'unknown', later: 'not-found' },
  'error-401': { outcome: 'rejected', later: 'not-found' },
  'error-403': { outcome: 'rejected', later: 'not-found' },
  'error-417': { outcome: 'unknown', later: 'not-found' },
  'error-429': { outcome: 'unknown', later: 'not-found' },
  'done-then-500': { outcome: 'unknown', later: 'approved' },
  'truncated-json': { outcome: 'unknown', later: 'approved' },
  'wrong-types': { outcome: 'unknown', later: 'approved' },
  'extra-fields': { outcome: 'approved', later: 'approved' },
  'missing-body': { outcome: 'unknown', later: 'approved' },
  'status-99': { outcome: 'unknown', later: 'approved' },
}

/** The results of both queries: only a complete and valid response proves anything. */
const usualQueries: Record<Fault, { query: string; order: string }> = {
  'timeout-before': { query: 'unknown', order: 'unknown' },
  'timeout-after': { query: 'unknown', order: 'unknown' },
  'visible-late': { query: 'unknown', order: 'unknown' },
  'reset-before': { query: 'unknown', order: 'unknown' },
  'reset-after': { query: 'unknown', order: 'unknown' },
  'reset-body': { query: 'unknown', order: 'unknown' },
  'slow-body': { query: 'unknown', order: 'unknown' },
  'error-404-html': { query: 'unknown', order: 'unknown' },
  'error-500': { query: 'unknown', order: 'unknown' },
  'error-502-html': { query: 'unknown', order: 'unknown' },
  'error-503': { query: 'unknown', order: 'unknown' },
  'error-400': { query: 'unknown', order: 'unknown' },
  'error-401': { query: 'unknown', order: 'unknown' },
  'error-403': { query: 'unknown', order: 'unknown' },
  'error-417': { query: 'unknown', order: 'unknown' },
  'error-429': { query: 'unknown', order: 'unknown' },
  'done-then-500': { query: 'unknown', order: 'unknown' },
  'truncated-json': { query: 'unknown', order: 'unknown' },
  'wrong-types': { query: 'unknown', order: 'unknown' },
  'extra-fields': { query: 'approved', order: 'approved' },
  'missing-body': { query: 'unknown', order: 'unknown' },
  // A list of ids has no status that the fault could change.
  'status-99': { query: 'unknown', order: 'approved' },
}

/** The outcome of a capture and of a whole cancel under each fault, and whether it was done. */
const usualChanges: Record<Fault, { result: 'done' | 'unknown'; done: boolean }> = {
  'timeout-before': { result: 'unknown', done: false },
  'timeout-after': { result: 'unknown', done: true },
  'visible-late': { result: 'unknown', done: true },
  'reset-before': { result: 'unknown', done: false },
  'reset-after': { result: 'unknown', done: true },
  'reset-body': { result: 'unknown', done: true },
  'slow-body': { result: 'unknown', done: true },
  'error-404-html': { result: 'unknown', done: false },
  'error-500': { result: 'unknown', done: false },
  'error-502-html': { result: 'unknown', done: false },
  'error-503': { result: 'unknown', done: false },
  'error-400': { result: 'unknown', done: false },
  'error-401': { result: 'unknown', done: false },
  'error-403': { result: 'unknown', done: false },
  'error-417': { result: 'unknown', done: false },
  'error-429': { result: 'unknown', done: false },
  'done-then-500': { result: 'unknown', done: true },
  'truncated-json': { result: 'unknown', done: true },
  'wrong-types': { result: 'unknown', done: true },
  'extra-fields': { result: 'done', done: true },
  'missing-body': { result: 'unknown', done: true },
  'status-99': { result: 'done', done: true }, // A query of the sale confirms it.
}
