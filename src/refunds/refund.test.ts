import assert from 'node:assert/strict'
import { test } from 'node:test'
import { someTransaction } from '../../test/kit/some-transaction.ts'
import { cents } from '../primitives/money.ts'
import { completionPosting, type Refund, withRefund } from './refund.ts'

const at = new Date('2026-11-21T15:00:00Z')
const refundOf = (id: string, transactionId: string, amount: number): Refund => ({
  ...{ accountId: 'a', id, transactionId, version: 1, status: 'PROCESSING', amount: cents(amount) },
  ...{
    holds: [],
    returnedAmount: cents(0),
    isSent: true,
    queries: 0,
    createdAt: at,
    updatedAt: at,
  },
})

/** The returned part of the fee for each part of a refund. */
function feesReturned(amount: number, fee: number, parts: readonly number[]): number[] {
  let sale = someTransaction({ status: 'PAID', amount: cents(amount), fee: cents(fee) })
  return parts.map((part, index) => {
    const refund = refundOf(`r${index}`, sale.id, part)
    const [, returned] = completionPosting(refund, sale, { at, returnsFee: true })
    const facts = { id: refund.id, amount: refund.amount, createdAt: at.toISOString() }
    sale = withRefund(sale, { ...facts, status: 'COMPLETED' }, at)
    return returned?.amount ?? 0
  })
}

for (const [amount, fee, parts, returned] of [
  [100_00, 1_00, [100_00], [1_00]],
  [100_00, 1_00, [33_33, 33_33, 33_34], [33, 33, 34]],
  [3_00, 5, [1_00, 1_00, 1_00], [1, 2, 2]],
  [10_00, 3, [1_00, 1_00, 1_00, 7_00], [0, 0, 0, 3]],
  [100_00, 99, [60_00, 20_00], [59, 20]],
  [999_999_999_99, 39_999_999_99, [333_333_333_33, 666_666_666_66], [13_333_333_33, 26_666_666_66]],
] as const)
  test(`of a fee of ${fee} refunds of ${parts.join(' + ')} return ${returned.join(' + ')}`, () => {
    assert.deepEqual(feesReturned(amount, fee, parts), returned)
  })

test('a failed refund returns nothing of the fee, and the next part returns its share', () => {
  const sale = someTransaction({ status: 'PAID', amount: cents(100_00), fee: cents(1_01) })
  const facts = { id: 'r0', amount: cents(50_00), createdAt: at.toISOString() }
  const failed = withRefund(sale, { ...facts, status: 'FAILED' }, at)
  const whole = completionPosting(refundOf('r1', sale.id, 100_00), failed, { at, returnsFee: true })
  assert.deepEqual(
    whole.map(({ amount }) => amount),
    [100_00, 1_01],
  )
})

test('an account that keeps fees does not return them', () => {
  const sale = someTransaction({ status: 'PAID', amount: cents(100_00), fee: cents(1_01) })
  assert.equal(
    completionPosting(refundOf('r1', sale.id, 100_00), sale, { at, returnsFee: false }).length,
    1,
  )
})
