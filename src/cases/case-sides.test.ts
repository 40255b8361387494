import assert from 'node:assert/strict'
import { test } from 'node:test'
import { differencesOf, linksOf, resolutionsOf, theirSide } from './case-sides.ts'

test('a difference has one field name and the value of each side', () => {
  const expected = { number: 2, gross: 50, dueOn: '2026-05-04' }
  const found = { number: 2, gross: 40, dueOn: '2026-05-04', line: 7 }
  assert.deepEqual(differencesOf({ expected, found }), [{ field: 'gross', ours: 50, theirs: 40 }])
})

test('a side without the object has null in each difference', () => {
  assert.deepEqual(differencesOf({ found: { amount: 5 } }), [
    { field: 'amount', ours: null, theirs: 5 },
  ])
  assert.deepEqual(differencesOf({ expected: { amount: 5 } }), [
    { field: 'amount', ours: 5, theirs: null },
  ])
})

test('the side of the provider has the field names of ours, and no place', () => {
  const row = { sequence: 3, line: 9, kind: 'sale', amount: 100, parts: 2, facts: { nsu: '12' } }
  assert.deepEqual(theirSide({ found: { status: 'PAID', line: 9 } }, row), {
    amount: 100,
    installments: 2,
    nsu: '12',
    status: 'PAID',
  })
  assert.equal(theirSide({}, undefined), undefined)
})

test('a case leads to its object, and a refund also to its sale', () => {
  const none = { transactionId: null, refundId: null, disputeId: null, cashoutId: null }
  assert.deepEqual(linksOf({}, undefined), none)
  assert.deepEqual(linksOf({ objectType: 'refund', objectId: 'r' }, { transactionId: 't' }), {
    ...none,
    transactionId: 't',
    refundId: 'r',
  })
  assert.deepEqual(linksOf({ objectType: 'cashout', objectId: 'c' }, {}), {
    ...none,
    cashoutId: 'c',
  })
})

test('an open case can be closed in one way, and a closed one in none', () => {
  assert.deepEqual(
    resolutionsOf({ status: 'OPEN' }).map(({ way, needs }) => [way, needs]),
    [['with-note', ['resolvedBy', 'note']]],
  )
  assert.deepEqual(resolutionsOf({ status: 'RESOLVED' }), [])
})
