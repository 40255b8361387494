import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TransactionStatus } from '../transaction.ts'
import { isLate } from './void-late-wallet-approval.ts'

/** The state of a sale when an approval is found, and whether that is late for its payer. */
const rows: readonly (readonly [TransactionStatus, 'answered' | 'not answered', boolean])[] = [
  ['WAITING_PAYMENT', 'answered', true],
  // Only a notice or a query has left it open: the payer still waits, or its sender died.
  ['WAITING_PAYMENT', 'not answered', false],
  // The payer saw a success, or no payment can be recorded any more.
  ['PAID', 'answered', false],
  ['PAID', 'not answered', false],
  ['AUTHORIZED', 'answered', false],
  ['REFUSED', 'answered', false],
  ['REFUSED', 'not answered', false],
  ['CANCELED', 'answered', false],
  ['REFUNDED', 'answered', false],
]
for (const [status, answer, expected] of rows)
  test(`an approval of a wallet sale that is ${status} and ${answer}: late ${expected}`, () => {
    const isAnswered = answer === 'answered'
    for (const ownerLeftMs of isAnswered ? [0] : [0, 10_000])
      assert.equal(isLate({ status, isAnswered, ownerLeftMs }), expected)
  })
