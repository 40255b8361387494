import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PaymentMethod, TransactionStatus } from '../../contract/fields.ts'
import {
  currentOf,
  isWaitingCharge,
  mayAttempt,
  mostAttempts,
  mostSales,
  sessionState,
} from './checkout-session.ts'

const expiresAt = new Date('2026-11-23T12:00:00Z')
const open = new Date(expiresAt.getTime() - 1)
const at = (minute: number) => new Date(Date.UTC(2026, 10, 23, 10, minute))
const attempted = (status: TransactionStatus, method: PaymentMethod = 'PIX', minute = 0) => ({
  status,
  method,
  createdAt: at(minute),
})

for (const [status, method, before, after] of [
  ['REFUSED', 'CREDIT_CARD', 'OPEN', 'EXPIRED'],
  ['CANCELED', 'PIX', 'OPEN', 'EXPIRED'],
  ['CANCELED', 'BOLETO', 'OPEN', 'EXPIRED'],
  ['WAITING_PAYMENT', 'PIX', 'OPEN', 'EXPIRED'],
  ['WAITING_PAYMENT', 'BOLETO', 'OPEN', 'EXPIRED'],
  ['WAITING_PAYMENT', 'CREDIT_CARD', 'PROCESSING', 'PROCESSING'],
  ['AUTHORIZED', 'CREDIT_CARD', 'COMPLETED', 'COMPLETED'],
  ['PAID', 'PIX', 'COMPLETED', 'COMPLETED'],
  ['REFUNDED', 'PIX', 'COMPLETED', 'COMPLETED'],
  ['IN_PROTEST', 'CREDIT_CARD', 'COMPLETED', 'COMPLETED'],
  ['CHARGEDBACK', 'CREDIT_CARD', 'COMPLETED', 'COMPLETED'],
] as const)
  test(`a session with a ${method} in ${status} is ${before}, and ${after} at its end`, () => {
    const current = attempted(status, method)
    assert.equal(sessionState({ expiresAt }, current, open), before)
    assert.equal(sessionState({ expiresAt }, current, expiresAt), after)
  })

test('a session without a transaction is OPEN, and EXPIRED at its end', () => {
  assert.equal(sessionState({ expiresAt }, undefined, open), 'OPEN')
  assert.equal(sessionState({ expiresAt }, undefined, expiresAt), 'EXPIRED')
})

for (const [what, attempts, index] of [
  ['none', [], undefined],
  [
    'the newest of the failed ones',
    [attempted('REFUSED', 'CREDIT_CARD', 1), attempted('CANCELED', 'PIX', 2)],
    1,
  ],
  [
    'the one that waits',
    [attempted('WAITING_PAYMENT', 'PIX', 2), attempted('REFUSED', 'CREDIT_CARD', 1)],
    0,
  ],
  [
    'the paid one, however old',
    [attempted('PAID', 'PIX', 1), attempted('REFUSED', 'CREDIT_CARD', 2)],
    0,
  ],
  [
    'the first of two that were paid',
    [attempted('PAID', 'PIX', 5), attempted('PAID', 'BOLETO', 3)],
    1,
  ],
] as const)
  test(`the transaction that counts is ${what}`, () => {
    assert.equal(currentOf(attempts), index === undefined ? undefined : attempts[index])
  })

test('a PIX or boleto waits at a bank, a card does not', () => {
  assert.deepEqual(
    (['PIX', 'BOLETO', 'CREDIT_CARD'] as const).map((method) =>
      isWaitingCharge(attempted('WAITING_PAYMENT', method)),
    ),
    [true, true, false],
  )
})

const many = (count: number, method: PaymentMethod) =>
  Array.from({ length: count }, (_, minute) => attempted('REFUSED', method, minute))

for (const [what, attempts, now, expected] of [
  ['without a transaction', [], open, 'yes'],
  ['after its end', [], expiresAt, 'expired'],
  ['with a PIX that waits', [attempted('WAITING_PAYMENT')], open, 'yes'],
  ['after its end with a PIX that waits', [attempted('WAITING_PAYMENT')], expiresAt, 'expired'],
  [
    'with a card without a result',
    [attempted('WAITING_PAYMENT', 'CREDIT_CARD')],
    open,
    'processing',
  ],
  ['with a payment', [attempted('PAID')], open, 'completed'],
  ['with a payment, after its end', [attempted('PAID')], expiresAt, 'completed'],
  ['with one card less than the limit', many(mostSales - 1, 'CREDIT_CARD'), open, 'yes'],
  ['with as many cards as the limit', many(mostSales, 'CREDIT_CARD'), open, 'too-many'],
  ['with as many codes as the limit of cards', many(mostSales, 'PIX'), open, 'yes'],
  ['with as many codes as the limit of all', many(mostAttempts, 'PIX'), open, 'too-many'],
] as const)
  test(`whether a session ${what} takes an attempt: ${expected}`, () => {
    assert.equal(mayAttempt({ expiresAt }, attempts, now), expected)
  })
