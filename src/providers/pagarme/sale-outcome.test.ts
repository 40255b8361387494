import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents } from '../../primitives/money.ts'
import { decodeCharge, decodeChargeIds } from './decode.ts'
import { findingOf, saleOutcome } from './sale-outcome.ts'

type RequestedSale = Parameters<typeof saleOutcome>[1]
const requested: RequestedSale = {
  attemptRef: 'A1B2',
  amount: cents(2500),
  capture: true,
  isWallet: false,
}

type Fields = Readonly<Record<string, unknown>>
const charge = (status: string, fields: Fields = {}, transaction: Fields = {}) => ({
  ...{ id: 'ch_0123456789abcdef', code: 'A1B2', amount: 2500, paid_amount: 2500, status: 'paid' },
  ...fields,
  last_transaction: {
    status,
    card: { brand: 'Mastercard', last_four_digits: '4444' },
    ...transaction,
  },
})
const outcomeOf = (body: unknown, status = 200, change: Partial<RequestedSale> = {}) =>
  saleOutcome(
    {
      kind: 'answered',
      status,
      headers: {},
      text: typeof body === 'string' ? body : JSON.stringify(body),
    },
    { ...requested, ...change },
  )
const order = (...charges: unknown[]) => ({ id: 'or_1', status: 'failed', charges })

const byTransaction: readonly [string, Fields, string, string][] = [
  ['captured', {}, 'approved', 'approved'],
  ['captured', { paid_amount: 2499 }, 'unknown', 'approved'],
  ['partial_capture', { paid_amount: 1000 }, 'unknown', 'approved'],
  ['authorized_pending_capture', {}, 'unknown', 'approved'],
  ['waiting_capture', {}, 'unknown', 'approved'],
  ['not_authorized', {}, 'refused', 'refused'],
  ['failed', {}, 'rejected', 'refused'],
  ['with_error', {}, 'unknown', 'unknown'],
  ['refunded', { canceled_amount: 2500 }, 'unknown', 'voided'],
  ['voided', {}, 'unknown', 'voided'],
  ['partial_refunded', { canceled_amount: 500 }, 'approved', 'approved'],
  ['partial_void', { status: 'canceled' }, 'unknown', 'unknown'],
  ['waiting_cancellation', { status: 'pending' }, 'unknown', 'approved'],
  ['error_on_refunding', {}, 'approved', 'approved'],
  ['pending', {}, 'unknown', 'unknown'],
  ['', {}, 'unknown', 'unreadable'],
]
for (const [status, fields, sale, finding] of byTransaction) {
  test(`${status} ${JSON.stringify(fields)}: ${sale} in a sale, ${finding} in a query`, () => {
    const sent = charge(status, fields)
    assert.equal(outcomeOf(order(sent)).kind, sale)
    const decoded = decodeCharge(JSON.stringify(sent))
    const asFound = decoded && findingOf(decoded)
    assert.equal(asFound?.kind === 'found' ? asFound.outcome.kind : 'unreadable', finding)
  })
}

test('without a capture request: approved, and unknown if captured anyway', () => {
  const outcome = outcomeOf(order(charge('authorized_pending_capture')), 200, { capture: false })
  assert(outcome.kind === 'approved')
  assert.equal(outcome.captured, false)
  assert.equal(outcomeOf(order(charge('captured')), 200, { capture: false }).kind, 'unknown')
})

const byAnswer: readonly [number, unknown, string][] = [
  [200, order(), 'unknown'],
  [200, order(charge('captured'), charge('captured')), 'unknown'],
  [200, order(charge('captured', { code: 'A1B3' })), 'unknown'],
  [200, order(charge('captured', { amount: 2501 })), 'unknown'],
  [200, order(charge('captured', { id: '../orders' })), 'unknown'],
  [200, '', 'unknown'],
  [200, '[]', 'unknown'],
  [400, '', 'unknown'],
  [422, '{}', 'unknown'],
  [404, { message: 'x' }, 'unknown'],
  [409, { message: 'x' }, 'unknown'],
  [429, '', 'unknown'],
  [500, order(charge('captured')), 'unknown'],
  [401, '', 'rejected'],
  [403, '', 'rejected'],
]
for (const [status, body, kind] of byAnswer) {
  test(`HTTP ${status} with ${JSON.stringify(body).slice(0, 60)} is ${kind}`, () => {
    assert.equal(outcomeOf(body, status).kind, kind)
  })
}

const rejections: readonly [number, readonly string[], boolean, string][] = [
  [422, ['order.payments[0].credit_card.card.number'], false, 'card-invalid'],
  [422, ['order.payments[0].credit_card.card.payload'], true, 'wallet-token-invalid'],
  [422, ['order.payments[0].credit_card.installments'], false, 'installments-invalid'],
  [422, ['order.customer.name'], false, 'customer-invalid'],
  [422, ['order.customer.name', 'order.payments[0].credit_card.card.cvv'], false, 'card-invalid'],
  [422, ['order.items[0].amount'], false, 'amount-invalid'],
  [400, [], false, 'provider-misconfigured'],
  [412, [], false, 'method-not-enabled'],
  [412, [], true, 'wallet-not-supported'],
]
for (const [status, fields, isWallet, reason] of rejections) {
  test(`a ${status} about ${fields.join(', ') || 'nothing'} is ${reason}, without its text`, () => {
    const errors = Object.fromEntries(fields.map((field) => [field, ['4024007153760011']]))
    const outcome = outcomeOf({ message: '4024007153760011', errors }, status, { isWallet })
    assert(outcome.kind === 'rejected')
    assert.equal(outcome.reason, reason)
    assert.ok(!JSON.stringify(outcome).includes('4024'))
  })
}

test('a failed payment is about the token when a wallet paid, and about us otherwise', () => {
  for (const [isWallet, reason] of [
    [true, 'wallet-token-invalid'],
    [false, 'provider-misconfigured'],
  ] as const) {
    const sent = charge(
      'failed',
      {},
      { gateway_response: { code: 400, errors: [{ message: 'x' }] } },
    )
    const outcome = outcomeOf(order(sent), 200, { isWallet })
    assert(outcome.kind === 'rejected')
    assert.deepEqual([outcome.reason, outcome.code], [reason, '400'])
  }
})

const failures: readonly [number | string, string, string][] = [
  [400, 'validation_error | billing | "value" is required', 'customer-invalid'],
  ['400', 'validation_error | customer.address.zip_code | "value" is required', 'customer-invalid'],
  [400, 'invalid_parameter | card.billing_address | "value" is required', 'customer-invalid'],
  [412, 'At least one customer phone is required.', 'customer-invalid'],
  [400, 'invalid_parameter | card_number | 4024007153760011 is not valid', 'card-invalid'],
  [422, 'invalid_parameter | payments[0].credit_card.card | wrong', 'card-invalid'],
  [400, 'invalid_parameter | credit_card.installments | wrong', 'provider-misconfigured'],
  [400, 'validation_error | amount | the customer 4024007153760011', 'provider-misconfigured'],
  [400, 'This card is not enabled for the account.', 'provider-misconfigured'],
  [500, 'At least one customer phone is required.', 'provider-misconfigured'],
]
for (const [code, message, reason] of failures) {
  test(`a failed payment with ${code} and "${message}" is ${reason}, without its text`, () => {
    const sent = charge('failed', {}, { gateway_response: { code, errors: [{ message }] } })
    const outcome = outcomeOf(order(sent))
    assert(outcome.kind === 'rejected')
    assert.deepEqual([outcome.reason, outcome.code], [reason, String(code)])
    assert.ok(!JSON.stringify(outcome).includes('4024'))
  })
}

test('a failed payment with several errors is about the customer before the card', () => {
  const errors = [
    'not an error',
    { message: 'invalid_parameter | card_cvv | wrong' },
    { message: 'validation_error | billing | "value" is required' },
  ]
  const sent = charge('failed', {}, { gateway_response: { code: '400', errors } })
  const outcome = outcomeOf(order(sent))
  assert(outcome.kind === 'rejected')
  assert.equal(outcome.reason, 'customer-invalid')
})

test('the orders of a code are read oldest first, and only if all have that code', () => {
  const listed = (id: string, at: string, code = 'A1B2') => ({
    code,
    created_at: at,
    charges: [{ id }],
  })
  const two = [listed('ch_2', '2026-03-02T10:00:01Z'), listed('ch_1', '2026-03-02T10:00:00Z')]
  assert.deepEqual(decodeChargeIds(JSON.stringify({ data: two }), 'A1B2'), ['ch_1', 'ch_2'])
  assert.deepEqual(decodeChargeIds('{"data":[]}', 'A1B2'), [])
  for (const data of [[listed('ch_1', '', 'A1B3')], [listed('../x', '')], [{ code: 'A1B2' }], {}]) {
    assert.equal(decodeChargeIds(JSON.stringify({ data }), 'A1B2'), undefined)
  }
})
