import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cardRetry } from '../../brazil/card-retry.ts'
import { cents } from '../../primitives/money.ts'
import { cancelAnswer, captureAnswer } from './capture-cancel-outcome.ts'
import { decodeQuery } from './decode.ts'
import { findingOf, saleOutcome } from './sale-outcome.ts'

type RequestedSale = Parameters<typeof saleOutcome>[1]
const requested: RequestedSale = {
  ...{
    attemptRef: 'A1B2',
    amount: cents(2500),
    capture: true,
    card: { brand: 'VISA', lastFour: '0011' },
  },
}
const answered = (status: number, body: unknown) =>
  ({
    kind: 'answered',
    status,
    headers: {},
    text: typeof body === 'string' ? body : JSON.stringify(body),
  }) as const
const sale = (fields: object = {}) => ({
  reference: 'A1B2',
  tid: '10012345',
  amount: 2500,
  returnCode: '00',
  ...fields,
})

const sales: readonly [number, unknown, string][] = [
  [200, sale(), 'approved'],
  [201, sale({ returnCode: 0 }), 'unknown'],
  [200, sale({ amount: '2500' }), 'approved'],
  [400, sale(), 'unknown'],
  [200, sale({ reference: 'A1B3' }), 'unknown'],
  [200, sale({ amount: 2501 }), 'unknown'],
  [200, sale({ tid: '../x' }), 'unknown'],
  [200, { returnCode: '00' }, 'unknown'],
  [200, sale({ returnCode: '111' }), 'refused'],
  [400, sale({ returnCode: '111' }), 'refused'],
  [400, { returnCode: '111' }, 'unknown'],
  [400, sale({ returnCode: '121' }), 'unknown'],
  [400, sale({ returnCode: '122' }), 'unknown'],
  [400, sale({ returnCode: '150' }), 'unknown'],
  [400, sale({ returnCode: '58' }), 'refused'],
  [200, sale({ returnCode: '58' }), 'refused'],
  [400, sale({ returnCode: '72' }), 'refused'],
  [400, sale({ returnCode: '79' }), 'refused'],
  [400, sale({ returnCode: '80' }), 'refused'],
  [400, sale({ returnCode: '82' }), 'refused'],
  [400, sale({ returnCode: '83' }), 'refused'],
  [400, sale({ returnCode: '84' }), 'refused'],
  [400, sale({ returnCode: '86' }), 'refused'],
  [400, sale({ returnCode: '64' }), 'unknown'],
  [400, sale({ returnCode: '74' }), 'unknown'],
  [400, sale({ returnCode: '58', reference: 'A1B3' }), 'unknown'],
  [400, sale({ returnCode: '84', amount: 2501 }), 'unknown'],
  [400, { returnCode: '86', tid: '10012345' }, 'unknown'],
  [400, { returnCode: '58' }, 'unknown'],
  [400, { returnCode: '150' }, 'unknown'],
  [400, { returnCode: '64' }, 'unknown'],
  [400, { returnCode: '72' }, 'unknown'],
  [400, { returnCode: '80' }, 'unknown'],
  [400, { returnCode: '82' }, 'unknown'],
  [400, { returnCode: '83' }, 'unknown'],
  [400, { returnCode: '84' }, 'unknown'],
  [500, sale({ returnCode: '80' }), 'unknown'],
  [400, { returnCode: '42' }, 'unknown'],
  [400, { returnCode: '74' }, 'unknown'],
  [400, { returnCode: '78' }, 'unknown'],
  [400, { returnCode: '999' }, 'unknown'],
  [400, '', 'unknown'],
  [429, { returnCode: '37' }, 'unknown'],
  [500, { returnCode: '37' }, 'unknown'],
  [502, '<html></html>', 'unknown'],
  [401, '', 'rejected'],
]
for (const [status, body, kind] of sales) {
  test(`HTTP ${status} with ${JSON.stringify(body)} is ${kind}`, () => {
    assert.equal(saleOutcome(answered(status, body), requested).kind, kind)
  })
}

for (const [code, reason] of [
  ['37', 'card-invalid'],
  ['79', 'card-invalid'],
  ['86', 'card-invalid'],
  ['54', 'installments-invalid'],
  ['151', 'installments-invalid'],
  ['71', 'amount-invalid'],
  ['69', 'method-not-enabled'],
  ['23', 'provider-misconfigured'],
]) {
  test(`code ${code} without a sale is a rejection: ${reason}`, () => {
    const outcome = saleOutcome(
      answered(400, { returnCode: code, returnMessage: '4024007153760011' }),
      requested,
    )
    assert(outcome.kind === 'rejected')
    assert.equal(outcome.reason, reason)
    assert.ok(!JSON.stringify(outcome).includes('4024'))
  })
}

test("the network's own code explains a refusal better than Rede's", () => {
  const declined = saleOutcome(
    answered(400, sale({ returnCode: '101', brand: { name: 'Visa', returnCode: '51' } })),
    requested,
  )
  assert(declined.kind === 'refused')
  assert.deepEqual([declined.code, declined.retryable], ['51', true])
  assert.match(declined.reason, /Saldo ou limite/)
  const plain = saleOutcome(answered(400, sale({ returnCode: '112' })), requested)
  assert(plain.kind === 'refused')
  assert.match(plain.reason, /vencido/)
})

const explained: readonly [object, string, boolean, RegExp][] = [
  [{ returnCode: '80' }, '80', true, /Saldo ou limite/],
  [{ returnCode: '86' }, '86', false, /vencido/],
  [{ returnCode: '79' }, '79', false, /vencido/],
  [{ returnCode: '58' }, '58', false, /não autorizado/],
  [{ returnCode: '84' }, '84', false, /não autorizado/],
  [{ returnCode: '58', brand: { name: 'Visa', returnCode: '05' } }, '05', true, /não autorizado/],
  [{ returnCode: '84', brand: { name: 'Visa', returnCode: '05' } }, '05', false, /não autorizado/],
]
for (const [fields, code, retryable, reason] of explained) {
  test(`${JSON.stringify(fields)} explains a refusal, in a sale and in a query`, () => {
    const declined = saleOutcome(answered(400, sale(fields)), requested)
    const read = decodeQuery(
      JSON.stringify({ authorization: sale({ status: 'Denied', ...fields }) }),
    )
    const finding = read && findingOf(read)
    assert(finding?.kind === 'found')
    for (const outcome of [declined, finding.outcome]) {
      assert(outcome.kind === 'refused')
      assert.deepEqual([outcome.code, outcome.retryable], [code, retryable])
      assert.match(outcome.reason, reason)
    }
  })
}

test('the authorization code is read from the fields of the network too', () => {
  for (const [fields, code] of [
    [{ brand: { authorizationCode: '186376' } }, '186376'],
    [{ authorizationCode: '730145' }, '730145'],
    [{ authorizationCode: '730145', brand: { authorizationCode: '186376' } }, '730145'],
    [{}, undefined],
  ] as const) {
    const outcome = saleOutcome(answered(200, sale(fields)), requested)
    assert(outcome.kind === 'approved')
    assert.equal(outcome.authorizationCode, code)
  }
})

test("Mastercard's advice comes with the refusal: with 03 the card is not tried again", () => {
  const brand = { name: 'Mastercard', returnCode: '51', merchantAdviceCode: '03' }
  const fields = { returnCode: '111', brand }
  const declined = saleOutcome(answered(400, sale(fields)), requested)
  const read = decodeQuery(JSON.stringify({ authorization: sale({ status: 'Denied', ...fields }) }))
  const finding = read && findingOf(read)
  assert(finding?.kind === 'found')
  for (const outcome of [declined, finding.outcome]) {
    assert(outcome.kind === 'refused')
    assert.equal(outcome.adviceCode, '03')
    const refusedAt = new Date('2026-03-02T13:15:30Z')
    const tried = { brand: 'MASTERCARD', refusedAt, triedAt: [refusedAt] }
    assert.deepEqual(cardRetry({ ...outcome, ...tried }), { kind: 'never' })
  }
})

const queries: readonly [string, object, string][] = [
  ['Approved', { capture: { amount: 2500 } }, 'approved'],
  ['Approved', {}, 'approved'],
  ['approved', { refunds: [{ status: 'Done', amount: 500 }] }, 'approved'],
  ['Denied', {}, 'refused'],
  ['Canceled', {}, 'voided'],
  ['Pending', {}, 'unknown'],
  ['Other', {}, 'unknown'],
  ['Approved', { refunds: {} }, 'unreadable'],
  ['Approved', { refunds: [{}] }, 'unreadable'],
]
for (const [status, more, kind] of queries) {
  test(`a query that returns ${status} ${JSON.stringify(more)} is ${kind}`, () => {
    const read = decodeQuery(JSON.stringify({ authorization: sale({ status }), ...more }))
    const finding = read && findingOf(read)
    assert.equal(finding?.kind === 'found' ? finding.outcome.kind : 'unreadable', kind)
  })
}

test('captured and refunded amounts are counted separately', () => {
  const refunds = [
    { status: 'Done', amount: 500 },
    { status: 'Processing', amount: 100 },
    { status: 'Denied', amount: 50 },
  ]
  const read = decodeQuery(
    JSON.stringify({
      authorization: sale({ status: 'Approved' }),
      capture: { amount: 2000 },
      refunds,
    }),
  )
  const finding = read && findingOf(read)
  assert(finding?.kind === 'found' && finding.outcome.kind === 'approved')
  const { captured, amount, voidedAmount } = finding.outcome
  assert.deepEqual([captured, amount, voidedAmount], [true, 2000, 500])
})

const moves: readonly [number, unknown, string, string][] = [
  [200, { returnCode: '00' }, 'needs-query', 'needs-query'],
  [400, { returnCode: '172' }, 'needs-query', 'needs-query'],
  [400, { returnCode: '86' }, 'needs-query', 'needs-query'],
  [400, { returnCode: '171' }, 'needs-query', 'needs-query'],
  [400, { returnCode: '173' }, 'needs-query', 'needs-query'],
  [200, { returnCode: '359' }, 'unknown', 'cancelled'],
  [200, { returnCode: '360' }, 'unknown', 'pending'],
  [400, { returnCode: '357' }, 'unknown', 'denied'],
  [400, { returnCode: '354' }, 'unknown', 'denied'],
  [400, { returnCode: '353' }, 'unknown', 'denied'],
  [400, { returnCode: '358' }, 'unknown', 'denied'],
  [400, { returnCode: '365' }, 'unknown', 'denied'],
  [400, { returnCode: '374' }, 'unknown', 'denied'],
  [400, { returnCode: '355' }, 'unknown', 'needs-query'],
  [400, { returnCode: '368' }, 'unknown', 'needs-query'],
  [400, { returnCode: '370' }, 'unknown', 'needs-query'],
  [500, { returnCode: '374' }, 'unknown', 'unknown'],
  [429, { returnCode: '374' }, 'unknown', 'not-sent'],
  [400, '', 'unknown', 'unknown'],
  [500, { returnCode: '359' }, 'unknown', 'unknown'],
  [401, { returnCode: '359' }, 'unknown', 'not-sent'],
  [429, { returnCode: '359' }, 'unknown', 'not-sent'],
]
for (const [status, body, capture, refund] of moves) {
  test(`HTTP ${status} with ${JSON.stringify(body)}: capture ${capture}, refund ${refund}`, () => {
    assert.equal(captureAnswer(answered(status, body)).kind, capture)
    assert.equal(cancelAnswer(answered(status, body), '10012345').kind, refund)
  })
}
