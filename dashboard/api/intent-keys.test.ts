import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError, ConnectionError } from './api-error.ts'
import { openIntentKeys, showsOutcome } from './intent-keys.ts'

const refund = {
  path: '/api/user/transactions/1/refund',
  accountId: 'a',
  query: undefined,
  body: { amount: 500 },
}

function open() {
  let count = 0
  return openIntentKeys(() => String(++count))
}

test('an intent whose answer was lost keeps its key, and a settled one gets another', () => {
  const keys = open()
  assert.equal(keys.keyOf(refund), '1')
  assert.equal(keys.keyOf({ ...refund, body: { amount: 500 } }), '1')
  keys.settle(refund)
  assert.equal(keys.keyOf(refund), '2')
})

for (const [what, other] of [
  ['amount', { ...refund, body: { amount: 501 } }],
  ['path', { ...refund, path: '/api/user/transactions/2/refund' }],
  ['account', { ...refund, accountId: 'b' }],
  ['query', { ...refund, query: { name: 'x' } }],
  ['file', { ...refund, body: new File(['x'], 'a.pdf', { lastModified: 1 }) }],
] as const)
  test(`another ${what} is another intent`, () => {
    const keys = open()
    keys.keyOf(refund)
    assert.equal(keys.keyOf(other), '2')
    assert.equal(keys.keyOf(refund), '1')
  })

test('two files of one name and another content are two intents', () => {
  const keys = open()
  const file = (content: string) => new File([content], 'a.pdf', { lastModified: 1 })
  assert.notEqual(
    keys.keyOf({ ...refund, body: file('x') }),
    keys.keyOf({ ...refund, body: file('xy') }),
  )
})

test('the oldest of too many is forgotten', () => {
  const keys = open()
  for (let amount = 1; amount <= 201; amount += 1) keys.keyOf({ ...refund, body: { amount } })
  assert.equal(keys.keyOf({ ...refund, body: { amount: 201 } }), '201')
  assert.equal(keys.keyOf({ ...refund, body: { amount: 1 } }), '202')
})

const refusal = (status: number, code: string) =>
  new ApiError(status, { code, message: '' }, '', null)

for (const [status, code] of [
  [400, 'insufficient-balance'],
  [400, 'refund-above-paid'],
  [409, 'possible-duplicate'],
  [409, 'status-does-not-allow'],
  [422, 'idempotency-key-reused'],
] as const)
  test(`${status} ${code} shows the outcome of an intent`, () =>
    assert.equal(showsOutcome(refusal(status, code)), true))

for (const [status, code] of [
  [400, 'request-malformed'],
  [400, 'validation-failed'],
  [401, 'login-required'],
  [401, 'unauthenticated'],
  [403, 'account-suspended'],
  [403, 'origin-refused'],
  [403, 'permission-denied'],
  [403, 'proof-required'],
  [403, 'second-factor-required'],
  [400, 'unreadable-answer'],
  [404, 'not-found'],
  [404, 'unreadable-answer'],
  [408, 'request-timeout'],
  [409, 'idempotency-in-progress'],
  [413, 'body-too-large'],
  [429, 'rate-limited'],
  [500, 'internal-error'],
  [503, 'answer-timeout'],
  [503, 'provider-unavailable'],
] as const)
  test(`${status} ${code} says nothing of an attempt whose answer was lost`, () =>
    assert.equal(showsOutcome(refusal(status, code)), false))

test('a lost answer leaves the outcome open', () =>
  assert.equal(showsOutcome(new ConnectionError(undefined)), false))
