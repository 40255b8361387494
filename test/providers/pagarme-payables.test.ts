import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { WaitingFault } from '../../sandbox/faults.ts'
import { startPagarme } from '../../sandbox/pagarme/start-pagarme.ts'
import type { ClaimRequest, Simulator } from '../../sandbox/world.ts'
import { cents } from '../../src/primitives/money.ts'
import { openPagarme } from '../../src/providers/pagarme/pagarme.ts'
import { pagarmeSettings } from '../../src/providers/pagarme/settings.ts'
import { sequenceOfDay } from '../../src/providers/statement/statement-days.ts'
import { assertAddsUp, rowsOf } from '../kit/settlement.ts'
import { longSignal, openAcquirerBench, sale } from './acquirer-bench.ts'

const dayMs = 24 * 60 * 60_000

/** An account with PSP at Pagar.me on Monday, 2 March 2026, 10:15 in São Paulo. */
async function openAccount(t: TestContext) {
  let simulator: Simulator | undefined
  const bench = await openAcquirerBench({
    provider: 'pagarme',
    schema: pagarmeSettings,
    open: openPagarme,
    async start(world, at) {
      simulator = await startPagarme(world, at)
      const { publicKey: _publicKey, ...psp } = simulator.otherCredentials?.['pagarme-psp'] ?? {}
      return { ...simulator, credentials: psp }
    },
  })
  t.after(() => bench.stop())
  return {
    ...bench,
    gateway: simulator?.credentials,
    async sellIn(installments: number, amount: number, change: { capture?: boolean } = {}) {
      const order = sale({ amount, installments, ...change })
      const outcome = await bench.acquirer.sale(order, longSignal())
      assert(outcome.kind === 'approved', outcome.kind)
      return { ...outcome, attemptRef: order.attemptRef, tid: outcome.tid ?? '' }
    },
    async dispute(reference: string, action: ClaimRequest['action']) {
      const result = await simulator?.dispute?.({ reference, kind: 'chargeback', action })
      assert(result?.done)
      return result.caseId
    },
    fault: (fault: WaitingFault['fault'], operation = 'settlement-file') =>
      bench.world.faults.add({ provider: 'pagarme', operation, fault, times: 1 }),
    /** The rows of a day between header and trailer, without their places. */
    async rowsOf(date: string) {
      const rows = await rowsOf(bench.acquirer.files, `extrato-${date}`)
      assertAddsUp(rows)
      assert.partialDeepStrictEqual(rows[0], { kind: 'header', sequence: sequenceOfDay(date) })
      return rows.slice(1, -1).map(({ line: _line, ...row }) => row)
    },
  }
}

test('a sale is a row by its charge, and its installments are rows by its payables', async (t) => {
  const { sellIn, rowsOf: rows, advance } = await openAccount(t)
  const sold = await sellIn(3, 100_00)
  await advance(dayMs)
  const { tid: providerReference, attemptRef: reference } = sold
  const part = (number: number, gross: number, fee: number, dueOn: string) => ({
    ...{ kind: 'installment', providerReference, number, total: 3 },
    ...{ gross, fee, net: gross - fee, dueOn },
  })
  const dueDays = ['2026-04-02', '2026-05-05', '2026-06-02']
  assert.partialDeepStrictEqual(await rows('2026-03-02'), [
    {
      ...{ kind: 'sale', reference, providerReference, nsu: sold.nsu, brand: 'Visa' },
      ...{ gross: 100_00, installments: 3, date: '2026-03-02', dueDays },
    },
    part(1, 33_34, 83, '2026-04-02'),
    part(2, 33_33, 83, '2026-05-05'), // 1 May is a holiday, then comes a weekend.
    part(3, 33_33, 83, '2026-06-02'),
  ])
  assert.deepEqual(await rows('2026-03-03'), [])
})

test('what a day paid is one row, without refunds', async (t) => {
  const { acquirer, sellIn, rowsOf: rows, advance } = await openAccount(t)
  await sellIn(1, 50_00)
  const other = await sellIn(2, 30_00)
  await advance(31 * dayMs)
  await acquirer.cancel(other.reference, cents(10_00), longSignal())
  await advance(dayMs)
  const [amount, date] = [50_00 - 1_00 + 15_00 - 37, '2026-04-02']
  const [refund, payment, ...more] = await rows(date)
  assert.partialDeepStrictEqual(refund, { kind: 'refund', providerReference: other.tid, date })
  assert.deepEqual(payment, { kind: 'payment', date, amount, bankReference: date })
  assert.deepEqual(more, [])
})

test('refunds and chargebacks are rows of their days, each whole', async (t) => {
  const { acquirer, sellIn, dispute, rowsOf: rows, advance } = await openAccount(t)
  const [refunded, lost] = [await sellIn(3, 100_00), await sellIn(2, 60_01)]
  await advance(dayMs)
  await acquirer.cancel(refunded.reference, cents(10_00), longSignal())
  await acquirer.cancel(refunded.reference, cents(90_00), longSignal())
  const caseId = await dispute(lost.attemptRef, 'lose')
  await advance(dayMs)
  await dispute(lost.attemptRef, 'win')
  await advance(dayMs)
  const claim = { caseId, providerReference: lost.tid, amount: 60_01 }
  const amounts = (await rows('2026-03-03')).map((row) => 'amount' in row && [row.kind, row.amount])
  assert.deepEqual(amounts, [
    ['refund', 10_00],
    ['refund', 90_00],
    ['chargeback', 60_01],
  ])
  assert.partialDeepStrictEqual((await rows('2026-03-03')).at(-1), { ...claim, reason: 'paid' })
  assert.partialDeepStrictEqual(await rows('2026-03-04'), [
    { kind: 'chargeback-reversal', ...claim },
  ])
})

test('a sale that is captured on a later day is a sale of that day', async (t) => {
  const { acquirer, sellIn, rowsOf: rows, advance } = await openAccount(t)
  const sold = await sellIn(1, 50_00, { capture: false })
  await advance(2 * dayMs)
  await acquirer.capture(sold.reference, cents(40_00), longSignal())
  await advance(dayMs)
  assert.deepEqual(await rows('2026-03-02'), [])
  assert.partialDeepStrictEqual(await rows('2026-03-04'), [
    { kind: 'sale', reference: sold.attemptRef, gross: 40_00, date: '2026-03-04' },
    { kind: 'installment', gross: 40_00 },
  ])
})

for (const [fault, expected] of [
  ['missing-row', ['sale 3000', 'installment 3000']],
  ['unknown-sale', ['sale 123', 'installment 123', ...others(50_00), ...others(30_00)]],
  ['wrong-amount', ['sale 5000', 'installment 5100', ...others(30_00)]],
] as const) {
  test(`${fault}: the payables of a day have it`, async (t) => {
    const { acquirer, sellIn, advance, fault: plant } = await openAccount(t)
    await sellIn(1, 50_00)
    await sellIn(1, 30_00)
    plant(fault)
    await advance(2 * dayMs)
    const rows = await rowsOf(acquirer.files, 'extrato-2026-03-02')
    const shown = rows.flatMap((row) => ('gross' in row ? `${row.kind} ${row.gross}` : []))
    assert.deepEqual(shown, expected)
  })
}

function others(amount: number): readonly string[] {
  return [`sale ${amount}`, `installment ${amount}`]
}

for (const operation of ['payables', 'list'] as const) {
  for (const fault of ['error-503', 'reset-body', 'truncated-json', 'missing-body'] as const) {
    test(`${fault} of ${operation}: a list that breaks off is no statement`, async (t) => {
      const { sellIn, rowsOf: rows, advance, fault: break_ } = await openAccount(t)
      await sellIn(1, 50_00)
      await advance(2 * dayMs)
      break_(fault, operation)
      await assert.rejects(rows('2026-03-02'))
      assert.equal((await rows('2026-03-02')).length, 2)
    })
  }
}

test('an account with the contract gateway has no payables', async (t) => {
  const { another, gateway, sellIn, rowsOf: rows, advance } = await openAccount(t)
  const { secretKey } = gateway as { secretKey: string }
  await sellIn(1, 50_00)
  await advance(dayMs)
  const other = another({ contract: 'gateway', secretKey })
  t.after(() => other.close())
  assert.equal((await rowsOf(other.files, 'extrato-2026-03-02')).length, 2)
  assert.equal((await rows('2026-03-02')).length, 2)
})
