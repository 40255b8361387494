import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, test } from 'node:test'
import { inspect } from 'node:util'
import { type Fault, faults } from '../../sandbox/faults.ts'
import { cents } from '../../src/primitives/money.ts'
import type { CardFinding, CardOutcome } from '../../src/providers/ports/card.ts'
import { type Bench, cards, longSignal, sale } from './acquirer-bench.ts'

/** What an acquirer says otherwise than most, and what its suite needs to know. */
export interface Expected {
  readonly sales?: Partial<typeof usualSales>
  readonly queries?: Partial<typeof usualQueries>
  readonly moves?: Partial<typeof usualMoves>
  /** `false`: the query by order returns everything, no sale is read after it. */
  readonly readsEach?: boolean
  /** Well formed, and of no sale. */
  readonly unknownReference: string
  /** Names of fields that hold card data. */
  readonly secretFields: readonly string[]
  /** An adapter whose acquirer is gone. */
  readonly openGone: () => Promise<Bench['acquirer']>
}

/**
 * Every fault of the sandbox at every operation: only evidence counts, nothing is sent twice, no
 * secret leaks.
 */
export function standsFaults(bench: Bench, expected: Expected): void {
  const { acquirer, world, provider: name } = bench
  const sales = { ...usualSales, ...expected.sales }
  const queries = { ...usualQueries, ...expected.queries }
  const moves = { ...usualMoves, ...expected.moves }
  afterEach(() => world.faults.clear())

  /** Calls under a fault: given up when no answer can come, waited for otherwise. */
  function under<T>(
    fault: Fault,
    operation: string,
    call: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    world.faults.add({ provider: bench.provider, operation, fault, times: 1 })
    return hangs.has(fault) ? bench.giveUp(call) : call(longSignal())
  }

  for (const fault of faults) {
    const { says, later } = sales[fault]
    test(`${name}: a sale under ${fault} is ${says}, sent once, and later ${later}`, async () => {
      const order = sale()
      const outcome = await under(fault, 'sale', (signal) => acquirer.sale(order, signal))
      assert.equal(outcome.kind, says)
      assert.equal(callsOf('sale', order.attemptRef).length, 1)
      assert.equal(found(await acquirer.findSale(order.attemptRef, longSignal())), later)
    })
  }

  test(`${name}: a sale that is visible late is found when its time has come`, async () => {
    const order = sale()
    await under('visible-late', 'sale', (signal) => acquirer.sale(order, signal))
    await bench.advance(9_999)
    assert.equal((await acquirer.findSale(order.attemptRef, longSignal())).kind, 'not-found')
    await bench.advance(1)
    assert.equal(found(await acquirer.findSale(order.attemptRef, longSignal())), 'approved')
  })

  for (const fault of faults) {
    test(`${name}: a query under ${fault} never turns a sale into a refusal or into nothing`, async () => {
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
    const { says, done } = moves[fault]
    test(`${name}: a capture under ${fault} is ${says}, and a query decides whether it was done`, async () => {
      const reference = await authorised()
      const outcome = await under(fault, 'capture', (signal) =>
        acquirer.capture(reference, cents(2500), signal),
      )
      assert.equal(outcome.kind, says === 'yes' ? 'approved' : 'unknown')
      const finding = await acquirer.findByReference(reference, longSignal())
      assert(finding.kind === 'found' && finding.outcome.kind === 'approved')
      assert.equal(finding.outcome.captured, done)
    })
    test(`${name}: a cancel under ${fault} is reported as far as it is known, and a query decides whether it was done`, async () => {
      const reference = await authorised()
      const outcome = await under(fault, 'void', (signal) =>
        acquirer.cancel(reference, cents(2500), signal),
      )
      const isTurnedAway = fault === 'error-401' || fault === 'error-403' || fault === 'error-429'
      assert.equal(
        outcome.kind,
        says === 'yes' ? 'cancelled' : isTurnedAway ? 'not-sent' : 'unknown',
      )
      assert.equal(
        found(await acquirer.findByReference(reference, longSignal())),
        done ? 'voided' : 'approved',
      )
    })
  }

  test(`${name}: a partial cancel whose answer was lost shows in what the acquirer says was given back`, async () => {
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

  test(`${name}: with a refused connection nothing is sent, and a query proves nothing`, async () => {
    const gone = await expected.openGone()
    const reference = expected.unknownReference
    assert.equal((await gone.sale(sale(), longSignal())).kind, 'not-sent')
    assert.equal((await gone.capture(reference, cents(1), longSignal())).kind, 'not-sent')
    assert.equal((await gone.cancel(reference, cents(1), longSignal())).kind, 'not-sent')
    assert.equal((await gone.voidByAttemptRef('A1', longSignal())).kind, 'not-sent')
    assert.equal((await gone.findSale('A1', longSignal())).kind, 'unknown')
    await gone.close()
  })

  test(`${name}: a server that cannot prove who it is gets no sale`, async () => {
    const wary = bench.another({ ca: undefined })
    const order = sale()
    assert.equal((await wary.sale(order, longSignal())).kind, 'not-sent')
    assert.equal(callsOf('sale', order.attemptRef).length, 0)
    await wary.close()
  })

  test(`${name}: no card number or security code gets into an outcome, a cause, the call log or the sandbox state`, async () => {
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
      assert.ok(!text.includes(name), `${name} was shown`)
      assert.ok(!kept.includes(name), `${name} was kept`)
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

/** What the adapter must say of a sale under each fault, and what is found afterwards. */
const usualSales: Record<Fault, { says: CardOutcome['kind']; later: string }> = {
  'timeout-before': { says: 'unknown', later: 'not-found' },
  'timeout-after': { says: 'unknown', later: 'approved' },
  'visible-late': { says: 'unknown', later: 'not-found' },
  'reset-before': { says: 'unknown', later: 'not-found' },
  'reset-after': { says: 'unknown', later: 'approved' },
  'reset-body': { says: 'unknown', later: 'approved' },
  'slow-body': { says: 'unknown', later: 'approved' },
  'error-500': { says: 'unknown', later: 'not-found' },
  'error-502-html': { says: 'unknown', later: 'not-found' },
  'error-503': { says: 'unknown', later: 'not-found' },
  'error-400': { says: 'unknown', later: 'not-found' },
  'error-401': { says: 'rejected', later: 'not-found' },
  'error-403': { says: 'rejected', later: 'not-found' },
  'error-417': { says: 'unknown', later: 'not-found' },
  'error-429': { says: 'unknown', later: 'not-found' },
  'done-then-500': { says: 'unknown', later: 'approved' },
  'truncated-json': { says: 'unknown', later: 'approved' },
  'wrong-types': { says: 'unknown', later: 'approved' },
  'extra-fields': { says: 'approved', later: 'approved' },
  'missing-body': { says: 'unknown', later: 'approved' },
  'status-99': { says: 'unknown', later: 'approved' },
}

/** Both queries: only a whole, right answer is an answer. */
const usualQueries: Record<Fault, { query: string; order: string }> = {
  'timeout-before': { query: 'unknown', order: 'unknown' },
  'timeout-after': { query: 'unknown', order: 'unknown' },
  'visible-late': { query: 'unknown', order: 'unknown' },
  'reset-before': { query: 'unknown', order: 'unknown' },
  'reset-after': { query: 'unknown', order: 'unknown' },
  'reset-body': { query: 'unknown', order: 'unknown' },
  'slow-body': { query: 'unknown', order: 'unknown' },
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
  'status-99': { query: 'unknown', order: 'approved' }, // A list of ids has no status to spoil.
}

/** What the adapter must say of a capture and of a whole cancel, and whether it was done. */
const usualMoves: Record<Fault, { says: 'yes' | 'unknown'; done: boolean }> = {
  'timeout-before': { says: 'unknown', done: false },
  'timeout-after': { says: 'unknown', done: true },
  'visible-late': { says: 'unknown', done: true },
  'reset-before': { says: 'unknown', done: false },
  'reset-after': { says: 'unknown', done: true },
  'reset-body': { says: 'unknown', done: true },
  'slow-body': { says: 'unknown', done: true },
  'error-500': { says: 'unknown', done: false },
  'error-502-html': { says: 'unknown', done: false },
  'error-503': { says: 'unknown', done: false },
  'error-400': { says: 'unknown', done: false },
  'error-401': { says: 'unknown', done: false },
  'error-403': { says: 'unknown', done: false },
  'error-417': { says: 'unknown', done: false },
  'error-429': { says: 'unknown', done: false },
  'done-then-500': { says: 'unknown', done: true },
  'truncated-json': { says: 'unknown', done: true },
  'wrong-types': { says: 'unknown', done: true },
  'extra-fields': { says: 'yes', done: true },
  'missing-body': { says: 'unknown', done: true },
  'status-99': { says: 'yes', done: true }, // The sale itself is asked, and confirms it.
}
