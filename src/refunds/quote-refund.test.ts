import assert from 'node:assert/strict'
import { test } from 'node:test'
import { someTransaction } from '../../test/kit/some-transaction.ts'
import { cents } from '../primitives/money.ts'
import type { RefundFacts } from '../transactions/transaction.ts'
import { costOf } from './quote-refund.ts'

const sale = someTransaction({ status: 'PAID', amount: cents(100_00), fee: cents(399) })
const returning = { ...sale, terms: { ...sale.terms, refundedFees: 'return' as const } }
const refunded = (amount: number, status: RefundFacts['status']): RefundFacts => ({
  ...{ id: `${amount}${status}`, amount: cents(amount), status },
  createdAt: '2026-11-21T15:00:00.000Z',
})

test('the platform keeps the fee of a refunded sale, unless its terms return it', () => {
  assert.deepEqual(costOf(sale, cents(50_00)), {
    ...{ remaining: 50_00, returnedFee: 0, keptFee: 399 },
  })
  assert.deepEqual(costOf(returning, cents(50_00)), {
    ...{ remaining: 50_00, returnedFee: 199, keptFee: 200 },
  })
})

test('a refund in progress counts, and one that failed does not', () => {
  const refunds = [
    refunded(30_00, 'COMPLETED'),
    refunded(20_00, 'PROCESSING'),
    refunded(40_00, 'FAILED'),
  ]
  // 399 in all: 119 for the first part, 80 for the second, 200 for the rest.
  assert.deepEqual(costOf({ ...returning, refunds }, cents(50_00)), {
    ...{ remaining: 0, returnedFee: 200, keptFee: 0 },
  })
})
