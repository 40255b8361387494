import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodePayables } from './payable.ts'
import { chargeRows, paymentRows, uncharged } from './statement-rows.ts'

/** The example of Pagar.me's page, in the form of core v5. */
const example = {
  id: '11814386',
  status: 'waiting_funds',
  amount: 100_00,
  fee: 5_00,
  anticipation_fee: 0,
  fraud_coverage_fee: 0,
  installment: 1,
  charge_id: 'ch_0123456789abcdef',
  originator_model: null,
  originator_model_id: null,
  payment_date: '2020-10-26T03:00:00.000Z',
  original_payment_date: null,
  type: 'credit',
  payment_method: 'credit_card',
  accrual_at: '2020-09-23T21:02:29.679Z',
  created_at: '2020-09-23T21:02:29.860Z',
}
type Change = Readonly<Record<string, unknown>>

const read = (change: Change = {}) =>
  decodePayables(JSON.stringify({ data: [{ ...example, ...change }], paging: {} }))?.payables[0]

function payable(change: Change = {}) {
  const found = read(change)
  assert(found, 'it can be read')
  return found
}

const rowsOf = (...changes: readonly Change[]) =>
  chargeRows(changes.map(payable), { id: example.charge_id, charge: undefined })

test('the example is a sale whose only installment is due on the day that Pagar.me names', () => {
  assert.partialDeepStrictEqual(rowsOf({}), [
    { kind: 'sale', gross: 100_00, date: '2020-09-23', dueDays: ['2020-10-26'] },
    { kind: 'installment', gross: 100_00, fee: 5_00, net: 95_00, dueOn: '2020-10-26' },
  ])
})

const days: readonly [string, Change, string | undefined][] = [
  ['an instant', {}, '2020-10-26'],
  ['a day', { payment_date: '2020-10-27' }, '2020-10-27'],
  ['the day before an anticipation', { original_payment_date: '2020-11-03' }, '2020-11-03'],
  ['none', { payment_date: null }, undefined],
]
for (const [name, change, expected] of days) {
  test(`the day of a payment: ${name}`, () => assert.equal(payable(change).dueOn, expected))
}

const unread: readonly Change[] = [
  ...[{ id: null }, { type: null }, { status: '' }, { created_at: 'ontem' }],
  ...[{ amount: '10000' }, { amount: 1.5 }, { fee: 'x' }, { anticipation_fee: 0.1 }],
]
for (const change of unread) {
  test(`${JSON.stringify(change)} is not read`, () => assert.equal(read(change), undefined))
}

test('an installment whose fee is above it, or that has no day, is an unreadable row', () => {
  for (const change of [{ fee: 100_01 }, { fee: -1 }, { payment_date: null }])
    assert.partialDeepStrictEqual(rowsOf(change), [{ kind: 'sale' }, { kind: 'unreadable' }])
})

test('a refund is one row of all its receivables, with or without a sign', () => {
  const refund = { type: 'refund', fee: 0, originator_model_id: 'rf_1' }
  for (const sign of [-1, 1])
    assert.partialDeepStrictEqual(
      rowsOf({ ...refund, amount: sign * 6_00 }, { ...refund, amount: sign * 4_00 }),
      [{ kind: 'refund', refundId: 'rf_1', amount: 10_00 }],
    )
})

test('the net of what was paid is without the fees of sale, coverage and anticipation', () => {
  const paid = { status: 'paid', fraud_coverage_fee: 10, anticipation_fee: 1_00 }
  const [row] = paymentRows([payable(paid), payable()], '2020-10-26')
  assert.partialDeepStrictEqual(row, { amount: 100_00 - 5_00 - 10 - 1_00 })
  assert.deepEqual(paymentRows([payable(paid)], '2020-10-25'), [])
})

test('what is about no charge, or of an unknown type, is an adjustment', () => {
  const row = { kind: 'adjustment', type: 'fee_collection', amount: -2_00 }
  const change = { type: 'fee_collection', amount: -2_00 }
  assert.partialDeepStrictEqual(uncharged(payable({ ...change, charge_id: null })), row)
  assert.partialDeepStrictEqual(rowsOf(change), [row])
})

test('a page has the place of the next one, and anything else is no page', () => {
  const page = (paging: object) => decodePayables(JSON.stringify({ data: [], paging }))
  assert.deepEqual(page({ forward_cursor: 'abc' }), { payables: [], next: 'abc' })
  assert.deepEqual(page({ forward_cursor: null }), { payables: [] })
  for (const text of ['', '[]', '{"data":{}}']) assert.equal(decodePayables(text), undefined)
})
