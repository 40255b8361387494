import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Fault } from '../../sandbox/faults.ts'
import type { World } from '../../sandbox/world.ts'
import { readBoletoCode } from '../../src/brazil/boleto-code.ts'
import { readBrCode } from '../../src/brazil/br-code.ts'
import { isEndToEndId } from '../../src/brazil/pix-ids.ts'
import { cents } from '../../src/primitives/money.ts'
import { boletoReference, type RegisteredBoleto } from '../../src/providers/ports/boleto.ts'
import {
  type BoletoKind,
  dayMs,
  maria,
  openBoletoBank,
  openReceiver,
  order,
  registered,
} from './boleto-bench.ts'

/** What every bank that registers boletos does, with its faults. */
export function testBoletoBank<Settings extends object>(kind: BoletoKind<Settings>): void {
  const { provider, operations } = kind
  const open = (t: TestContext, noticeUrl?: string, home?: string) =>
    openBoletoBank(t, kind, { noticeUrl, ...(home && { home }) })

  test('a boleto is registered with the codes of the order, and is found open', async (t) => {
    const { bank, signal } = await open(t)
    const { boleto } = await registered(bank.register(order({ amount: cents(1_990) }), signal()))
    const code = readBoletoCode(boleto.digitableLine, Temporal.PlainDate.from('2026-11-21'))
    assert.ok(code.ok && code.code.kind === 'bank')
    assert.equal(code.code.barcode, boleto.barcode)
    assert.equal(code.code.amount, 1_990)
    assert.deepEqual(code.code.due, { kind: 'date', date: Temporal.PlainDate.from('2026-11-30') })
    assert.equal(code.code.bank, kind.bankCode)
    assert.ok(boleto.pix && readBrCode(boleto.pix.emv).ok)
    assert.deepEqual(await bank.find(boletoReference(boleto), signal()), { kind: 'open' })
  })

  test('an unregistered boleto is not found', async (t) => {
    const { bank, signal } = await open(t)
    assert.deepEqual(await bank.find(bank.unknownReference, signal()), { kind: 'not-found' })
    assert.deepEqual(await bank.find('../outro', signal()), { kind: 'not-found' })
  })

  test('a page of a proxy with status 404 does not say that a boleto does not exist', async (t) => {
    const { bank, world, signal } = await open(t)
    const { boleto } = await registered(bank.register(order({}), signal()))
    const fault = 'error-404-html'
    world.faults.add({ provider, operation: operations.query, fault, times: 1 })
    assert.equal((await bank.find(boletoReference(boleto), signal())).kind, 'unknown')
  })

  for (const [way, codeOf] of [
    ['its line', (boleto: RegisteredBoleto) => boleto.digitableLine],
    [
      'its formatted line',
      (boleto: RegisteredBoleto) => boleto.digitableLine.replace(/^(.{5})(.{5})/, '$1.$2 '),
    ],
    ['its barcode', (boleto: RegisteredBoleto) => boleto.barcode],
  ] as const) {
    test(`paid by ${way}, it is found paid and its PIX is closed`, async (t) => {
      const { bank, simulator, signal } = await open(t)
      const { boleto } = await registered(bank.register(order({ amount: cents(120_08) }), signal()))
      const paid = await simulator.pay?.(codeOf(boleto), 120_08)
      assert.ok(paid?.paid)
      assert.equal(paid.method, 'BOLETO')
      assert.deepEqual(await bank.find(boletoReference(boleto), signal()), {
        kind: 'paid',
        amount: 120_08,
        // The bank gives the day: it begins at 03:00 UTC in São Paulo.
        paidAt: new Date('2026-11-21T03:00:00Z'),
        channel: 'boleto',
      })
      const again = await simulator.pay?.(boleto.pix?.emv ?? '', undefined)
      assert.deepEqual(again, { paid: false, reason: 'Este boleto já foi pago.' })
    })
  }

  test('paid by its PIX, it is found paid and its barcode is closed', async (t) => {
    const { bank, simulator, signal } = await open(t)
    const { boleto } = await registered(bank.register(order({}), signal()))
    const paid = await simulator.pay?.(boleto.pix?.emv ?? '', undefined)
    assert.ok(paid?.paid && isEndToEndId(paid.reference))
    assert.deepEqual(await bank.find(boletoReference(boleto), signal()), {
      kind: 'paid',
      amount: 10_000,
      paidAt: new Date(kind.pixPaidAt),
      channel: 'pix',
    })
    assert.deepEqual(await simulator.pay?.(boleto.barcode, undefined), {
      paid: false,
      reason: 'Este boleto já foi pago.',
    })
  })

  test('a cancelled boleto cannot be paid, by barcode or by PIX', async (t) => {
    const { bank, simulator, signal } = await open(t)
    const { boleto } = await registered(bank.register(order({}), signal()))
    assert.deepEqual(await bank.cancel(boletoReference(boleto), signal()), { kind: 'cancelled' })
    assert.deepEqual(await bank.cancel(boletoReference(boleto), signal()), { kind: 'cancelled' })
    assert.deepEqual(await bank.find(boletoReference(boleto), signal()), { kind: 'cancelled' })
    for (const code of [boleto.digitableLine, boleto.pix?.emv ?? '']) {
      const refused = { paid: false, reason: 'Este boleto foi cancelado pelo beneficiário.' }
      assert.deepEqual(await simulator.pay?.(code, undefined), refused)
    }
  })

  test('a cancel after the payment reports the payment', async (t) => {
    const { bank, simulator, signal } = await open(t)
    const { boleto } = await registered(bank.register(order({}), signal()))
    await simulator.pay?.(boleto.barcode, undefined)
    assert.deepEqual(await bank.cancel(boletoReference(boleto), signal()), { kind: 'paid' })
  })

  test('another amount is not taken, nor a code of another bank', async (t) => {
    const { bank, simulator, signal } = await open(t)
    const { boleto } = await registered(bank.register(order({}), signal()))
    const wrong = {
      paid: false,
      reason: 'O valor deste boleto não pode ser alterado pelo pagador.',
    }
    assert.deepEqual(await simulator.pay?.(boleto.barcode, 9_999), wrong)
    assert.equal(
      await simulator.pay?.('34191101213456788005871234570001316460000015990', 15_990),
      undefined,
    )
    assert.deepEqual(await bank.find(boletoReference(boleto), signal()), { kind: 'open' })
  })

  test('a boleto is payable to its last day, moved to a business day', async (t) => {
    const { bank, simulator, clock, signal } = await open(t)
    // Due on a Monday; five days later is a Saturday, so it is taken until Monday, 7 December.
    const { boleto } = await registered(bank.register(order({ payableDaysAfterDue: 5 }), signal()))
    clock.set('2026-12-08T02:59:59Z')
    assert.equal(await simulator.runDue(), 0)
    assert.equal((await simulator.read?.(boleto.barcode))?.state, 'payable')
    clock.set('2026-12-08T03:00:00Z')
    const late = { paid: false, reason: 'Este boleto venceu e não pode mais ser pago.' }
    assert.deepEqual(await simulator.pay?.(boleto.digitableLine, undefined), late)
    assert.equal(await simulator.runDue(), 1)
    assert.deepEqual(await bank.find(boletoReference(boleto), signal()), { kind: 'cancelled' })
  })

  test('two registrations of one boleto make one boleto', async (t) => {
    const { bank, signal } = await open(t)
    const first = await registered(bank.register(order({}), signal()))
    const second = await registered(bank.register(order({}), signal()))
    assert.deepEqual(second, first)
  })

  const doneUnseen: Fault[] = [
    'timeout-after',
    'reset-after',
    'reset-body',
    'done-then-500',
    'truncated-json',
    'missing-body',
    'wrong-types',
  ]
  const notDone: Fault[] = [
    'timeout-before',
    'reset-before',
    'error-404-html',
    'error-500',
    'error-502-html',
    'error-503',
    'error-403',
    'error-429',
  ]

  for (const fault of [...doneUnseen, ...notDone]) {
    test(`after ${fault} at registration a retry makes exactly one boleto`, async (t) => {
      const { bank, world, signal } = await open(t)
      world.faults.add({ provider, operation: operations.register, fault, times: 1 })
      const { kind } = await bank.register(
        order({}),
        givenUpOnArrival(world, fault, operations.register) ?? signal(),
      )
      assert.equal(kind, 'unavailable')
      const { boleto } = await registered(bank.register(order({}), signal()))
      assert.deepEqual(await bank.find(boletoReference(boleto), signal()), { kind: 'open' })
      const registrations = world.calls
        .after(0)
        .filter(({ operation }) => operation === operations.register)
      const second = doneUnseen.includes(fault) ? 'refused:already-registered' : 'registered'
      assert.deepEqual(
        registrations.map(({ outcome }) => outcome),
        [`fault:${fault}`, second],
      )
    })

    test(`${fault} at a query never gives a state`, async (t) => {
      const { bank, world, signal } = await open(t)
      const { boleto } = await registered(bank.register(order({}), signal()))
      world.faults.add({ provider, operation: operations.query, fault, times: 1 })
      const found = await bank.find(
        boletoReference(boleto),
        givenUpOnArrival(world, fault, operations.query) ?? signal(),
      )
      assert.equal(found.kind, 'unknown')
    })

    test(`${fault} at a cancel never reports an open boleto as cancelled`, async (t) => {
      const { bank, world, signal } = await open(t)
      const { boleto } = await registered(bank.register(order({}), signal()))
      world.faults.add({ provider, operation: operations.cancel, fault, times: 1 })
      const result = await bank.cancel(
        boletoReference(boleto),
        givenUpOnArrival(world, fault, operations.cancel) ?? signal(),
      )
      const found = await bank.find(boletoReference(boleto), signal())
      assert.equal(found.kind, doneUnseen.includes(fault) ? 'cancelled' : 'open')
      if (result.kind === 'cancelled') assert.equal(found.kind, 'cancelled')
      else assert.equal(result.kind, 'unknown')
    })
  }

  test('fields the bank adds do not disturb', async (t) => {
    const { bank, world, signal } = await open(t)
    world.faults.add({ provider, operation: '*', fault: 'extra-fields', times: 3 })
    const { boleto } = await registered(bank.register(order({}), signal()))
    assert.deepEqual(await bank.find(boletoReference(boleto), signal()), { kind: 'open' })
  })

  test('a delayed registration is not found before, and a retry is unavailable', async (t) => {
    const { bank, world, clock, signal } = await open(t)
    world.faults.add({ provider, operation: operations.register, fault: 'visible-late', times: 1 })
    assert.equal((await bank.register(order({}), signal(1_000))).kind, 'unavailable')
    assert.equal((await bank.register(order({}), signal(1_000))).kind, 'unavailable')
    clock.advance(10_000)
    await registered(bank.register(order({}), signal()))
  })

  test('a response that contradicts itself is never shown to a payer', async (t) => {
    const { bank, signal } = await open(t)
    const outcome = await bank.register(order({ amount: cents(100_09) }), signal())
    assert.equal(outcome.kind, 'unavailable')
    assert.match(String(outcome.kind === 'unavailable' && outcome.cause), /do not agree/)
  })

  test('a payer without an address, or with letters in the CNPJ, is registered', async (t) => {
    const { bank, settings, signal } = await open(t)
    const { address: _, ...noAddress } = maria
    assert.equal(bank.needsPayerAddress, false)
    await registered(bank.register(order({ sequence: 21, payer: noAddress }), signal()))
    const company = { ...maria, document: '12ABC34501DE35' }
    await registered(bank.register(order({ sequence: 22, payer: company }), signal()))
    await registered(bank.register(order({ sequence: 22, payer: company }), signal()))
    const strict = kind.open({ ...settings, payerAddress: undefined })
    t.after(() => strict.close())
    assert.equal(strict.needsPayerAddress, true)
  })

  test('all callers share one token, and an expired one is renewed', async (t) => {
    const { bank, world, clock, signal } = await open(t)
    const tokens = () =>
      world.calls.after(0).filter(({ operation }) => operation === 'token').length
    await Promise.all(
      Array.from({ length: 5 }, (_, n) =>
        registered(bank.register(order({ sequence: n + 1 }), signal())),
      ),
    )
    assert.equal(tokens(), 1)
    clock.advance(30 * dayMs) // The bank forgets the token; this side still believes in it.
    assert.equal((await bank.find(bank.unknownReference, signal())).kind, 'not-found')
    assert.equal(tokens(), 2)
  })

  test('without a token nothing is sent, and the next call tries again', async (t) => {
    const { bank, world, signal } = await open(t)
    world.faults.add({ provider, operation: 'token', fault: 'error-503', times: 1 })
    assert.equal((await bank.register(order({}), signal())).kind, 'unavailable')
    assert.deepEqual(
      world.calls.after(0).map(({ operation }) => operation),
      ['token'],
    )
    await registered(bank.register(order({}), signal()))
  })

  test('wrong credentials are trouble, never a refusal of the boleto', async (t) => {
    const { settings, signal } = await open(t)
    for (const change of kind.wrongSettings) {
      const other = kind.open({ ...settings, ...change })
      t.after(() => other.close())
      assert.equal((await other.register(order({}), signal())).kind, 'unavailable')
    }
  })

  test('a restarted bank keeps its boletos, secrets and pending notices', async (t) => {
    const home = mkdtempSync(join(tmpdir(), 'guiche-boleto-'))
    const receiver = await openReceiver(t)
    const first = await open(t, receiver.url, home)
    receiver.answer(500)
    const { boleto } = await registered(first.bank.register(order({}), first.signal()))
    await first.simulator.pay?.(boleto.barcode, undefined)
    await first.simulator.runDue()
    await first.simulator.stop()
    first.world.db.close()
    receiver.answer(200)
    const before = receiver.seen().length

    const second = await open(t, receiver.url, home)
    assert.deepEqual(second.settings, { ...first.settings, ...addressesOf(second.settings) })
    second.clock.advance(dayMs)
    await second.simulator.runDue()
    const since = receiver.seen().slice(before)
    const references = since.flatMap(
      (body) => second.bank.readNotice(kind.noticeHeaders(second.settings), body) ?? [],
    )
    assert.ok(references.includes(boletoReference(boleto)))
    assert.equal((await second.bank.find(boletoReference(boleto), second.signal())).kind, 'paid')
  })
}

/** A restarted simulator listens elsewhere. */
const addressesOf = (settings: object) =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => /Url$/.test(name)))

/**
 * Gives up once the bank has the next call of an operation, if the fault never responds to it. A
 * time limit would wait longer, and not long enough on a busy machine.
 */
function givenUpOnArrival(
  { calls }: World,
  fault: Fault,
  operation: string,
): AbortSignal | undefined {
  if (!fault.startsWith('timeout')) return undefined
  const last = calls.after(0).at(-1)?.n ?? 0
  const gone = new AbortController()
  const look = setInterval(() => {
    if (!calls.after(last).some((call) => call.operation === operation)) return
    clearInterval(look)
    gone.abort()
  }, 5)
  return gone.signal
}
