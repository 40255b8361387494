import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents } from '../../primitives/money.ts'
import { decodeSale } from './decode.ts'
import { findingOf, saleOutcome } from './sale-outcome.ts'

const paymentId = '5b0c6f1e-2d44-4e0b-9a57-6f3f0b8e9d21'
type RequestedSale = Parameters<typeof saleOutcome>[1]
const requested: RequestedSale = {
  attemptRef: 'T7K2M9QX4B1C8D5E6F3A',
  amount: cents(2500),
  capture: true,
  card: { brand: 'VISA', lastFour: '0011' },
  environment: 'production',
}

type Fields = Readonly<Record<string, unknown>>
const answer = (payment: Fields, root: Fields = {}) =>
  JSON.stringify({
    MerchantOrderId: requested.attemptRef,
    Payment: {
      PaymentId: paymentId,
      Amount: 2500,
      Status: 2,
      ReturnCode: '6',
      CreditCard: { CardNumber: '402400******0011', Brand: 'Visa' },
      ...payment,
    },
    ...root,
  })
const outcomeOf = (text: string, status = 201, changes: Partial<RequestedSale> = {}) =>
  saleOutcome({ kind: 'answered', status, headers: {}, text }, { ...requested, ...changes })

const byPayment: readonly [string, Fields, string][] = [
  ['status 2', {}, 'approved'],
  ['status 2 as text', { Status: '2', Amount: '2500' }, 'approved'],
  ['status 2 with what was captured', { CapturedAmount: 2500 }, 'approved'],
  ['status 2 with another captured amount', { CapturedAmount: 2499 }, 'unknown'],
  ['status 2 with another amount', { Amount: 2501 }, 'unknown'],
  ['status 2 with no amount', { Amount: undefined }, 'unknown'],
  ['status 2 with an amount in reais', { Amount: 25.5 }, 'unknown'],
  ['status 2 without a payment id', { PaymentId: undefined }, 'unknown'],
  ['status 2 with a payment id that is a path', { PaymentId: '../../x' }, 'unknown'],
  ['status 2 and Cielo about to cancel', { TryAutomaticCancellation: 'true' }, 'unknown'],
  ['status 0', { Status: 0 }, 'unknown'],
  ['status 1 when capture was requested', { Status: 1, ReturnCode: '4' }, 'unknown'],
  ['status 3', { Status: 3, ReturnCode: '05' }, 'refused'],
  ['status 3 with code 99', { Status: 3, ReturnCode: '99' }, 'unknown'],
  ['status 3 with code AA', { Status: 3, ReturnCode: 'AA' }, 'unknown'],
  ['status 3 with code 98', { Status: 3, ReturnCode: 98 }, 'unknown'],
  ['status 3 with code 999', { Status: 3, ReturnCode: '999' }, 'unknown'],
  ['status 3 with code EE', { Status: 3, ReturnCode: 'EE' }, 'rejected'],
  ['status 3 and Cielo about to cancel', { Status: 3, TryAutomaticCancellation: true }, 'unknown'],
  ['status 10', { Status: 10 }, 'unknown'],
  ['status 12', { Status: 12 }, 'analysing'],
  ['status 13', { Status: 13, ReturnCode: 'GA' }, 'refused'],
  ['status 13 with code BP900', { Status: 13, ReturnCode: 'BP900' }, 'unknown'],
  ['status 13 with code BP901', { Status: 13, ReturnCode: 'BP901' }, 'unknown'],
  ['status 20', { Status: 20 }, 'unknown'],
  ['status 99', { Status: 99 }, 'unknown'],
  ['status null', { Status: null }, 'unknown'],
]
for (const [name, payment, kind] of byPayment) {
  test(`${name} is ${kind}`, () => {
    assert.equal(outcomeOf(answer(payment)).kind, kind)
    assert.equal(outcomeOf(answer(payment), 200).kind, kind)
  })
}

test('status 1 is approved and not captured when capture was not requested', () => {
  const outcome = outcomeOf(answer({ Status: 1, ReturnCode: '4' }), 201, { capture: false })
  assert(outcome.kind === 'approved')
  assert.equal(outcome.captured, false)
})

test('a response about another order is unknown', () => {
  assert.equal(outcomeOf(answer({}, { MerchantOrderId: 'T7K2M9QX4B1C8D5E6F3B' })).kind, 'unknown')
})

const rejections: readonly [number, string | undefined][] = [
  [0, 'provider-misconfigured'],
  [101, 'provider-misconfigured'],
  [104, 'customer-invalid'],
  [105, 'customer-invalid'],
  [107, 'provider-misconfigured'],
  [108, 'amount-invalid'],
  [114, 'provider-misconfigured'],
  [117, 'card-invalid'],
  [123, 'installments-invalid'],
  [126, 'card-invalid'],
  [130, 'card-invalid'],
  [155, 'customer-invalid'],
  [156, 'customer-invalid'],
  [157, 'customer-invalid'],
  [158, 'customer-invalid'],
  [173, 'method-not-enabled'],
  [174, 'card-invalid'],
  [179, 'installments-invalid'],
  [180, 'card-invalid'],
  [183, 'customer-invalid'],
  [185, 'card-invalid'],
  [199, 'provider-misconfigured'],
  [211, 'wallet-token-invalid'],
  [212, 'wallet-not-supported'],
  [213, 'card-invalid'],
  [214, 'card-invalid'],
  [216, 'customer-invalid'],
  [306, 'provider-misconfigured'],
  [302, undefined],
  [307, undefined],
  [399, undefined],
]
for (const [code, reason] of rejections) {
  test(`a 400 with code ${code} is ${reason ?? 'unknown'}`, () => {
    const outcome = outcomeOf(
      JSON.stringify([{ Code: String(code), Message: '4024007153760011' }]),
      400,
    )
    assert.equal(outcome.kind === 'rejected' ? outcome.reason : outcome.kind, reason ?? 'unknown')
    assert.ok(!JSON.stringify(outcome).includes('4024'), 'messages of others are not passed on')
  })
}

test('one duplicate among the codes of a 400 leaves it unknown', () => {
  assert.equal(outcomeOf('[{"Code":126},{"Code":302}]', 400).kind, 'unknown')
})

test('the first known code names the rejection', () => {
  const outcome = outcomeOf('[{"Code":0},{"Code":126},{"Code":105}]', 400)
  assert(outcome.kind === 'rejected')
  assert.deepEqual([outcome.code, outcome.reason], ['126', 'card-invalid'])
})

const byAnswer: readonly [number, string, string][] = [
  [400, '', 'unknown'],
  [400, '[]', 'unknown'],
  [400, '{"Code":126}', 'unknown'],
  [400, '[{"Message":"x"}]', 'unknown'],
  [401, '', 'rejected'],
  [403, '{"message":"forbidden"}', 'rejected'],
  [404, '', 'unknown'],
  [429, '', 'unknown'],
  [500, answer({}), 'unknown'],
  [502, '<html></html>', 'unknown'],
  [503, '', 'unknown'],
  [204, '', 'unknown'],
  [307, '', 'unknown'],
  [201, '', 'unknown'],
  [201, '{}', 'unknown'],
  [201, '[42,"lista",null]', 'unknown'],
  [201, 'null', 'unknown'],
  [201, answer({}).slice(0, -10), 'unknown'],
]
for (const [status, text, kind] of byAnswer) {
  test(`HTTP ${status} with ${text.slice(0, 20) || 'nothing'} is ${kind}`, () => {
    assert.equal(outcomeOf(text, status).kind, kind)
  })
}

test('a query uses the status, whatever the return code', () => {
  const kinds: readonly [Fields, string][] = [
    [{ Status: 0 }, 'unknown'],
    [{ Status: 1 }, 'approved'],
    [{ Status: 2, CapturedAmount: 2500, VoidedAmount: 500 }, 'approved'],
    [{ Status: 3, ReturnCode: '99' }, 'refused'],
    [{ Status: 10, VoidedAmount: 2500 }, 'voided'],
    [{ Status: 11 }, 'voided'],
    [{ Status: 12 }, 'analysing'],
    [{ Status: 13 }, 'refused'],
    [{ Status: 20 }, 'unknown'],
  ]
  for (const [payment, kind] of kinds) {
    const sale = decodeSale(answer(payment))
    assert(sale)
    const finding = findingOf(sale, 'production')
    assert.equal(finding.kind === 'found' && finding.outcome.kind, kind, JSON.stringify(payment))
  }
})

test('a query gives our name of the network: MASTERCARD for Cielo’s Master', () => {
  const sale = decodeSale(
    answer({ CreditCard: { CardNumber: '555555******4444', Brand: 'Master' } }),
  )
  assert(sale)
  const finding = findingOf(sale, 'production')
  assert(finding.kind === 'found' && finding.outcome.kind === 'approved')
  assert.deepEqual(finding.outcome.card, { brand: 'MASTERCARD', lastFour: '4444' })
})

test('code 57 is an expired card in the sandbox and differs in production', () => {
  const text = answer({ Status: 3, ReturnCode: '57' })
  const reasons = (['sandbox', 'production'] as const).map((environment) => {
    const outcome = outcomeOf(text, 201, { environment })
    assert(outcome.kind === 'refused')
    return outcome.reason
  })
  assert.match(reasons[0] ?? '', /vencido/)
  assert.doesNotMatch(reasons[1] ?? '', /vencido/)
})
