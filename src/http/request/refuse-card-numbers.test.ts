import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refuseCardNumbers } from './refuse-card-numbers.ts'

const refuse = (body: object) => refuseCardNumbers({ body, query: {}, idempotencyKey: undefined })

for (const [what, bankAccount] of [
  ['a number of 13 digits', { ispb: '18236120', branch: '0001', number: '4222222222222' }],
  ['an ISPB before its number', { ispb: '41111111', number: '11111111', branch: '0001' }],
] as const)
  test(`a bank account with ${what} is no card number`, () => {
    assert.doesNotThrow(() => refuse({ bankAccount }))
    assert.throws(() => refuse({ metadata: bankAccount }))
  })

test('a bank account with the number of a card is refused', () =>
  assert.throws(() => refuse({ bankAccount: { ispb: '18236120', number: '4111111111111111' } }), {
    code: 'card-number-misplaced',
  }))
