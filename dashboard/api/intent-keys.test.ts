import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openIntentKeys } from './intent-keys.ts'

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
