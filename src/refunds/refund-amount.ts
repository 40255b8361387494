import { type Cents, cents } from '../primitives/money.ts'
import { Rejection } from '../primitives/rejection.ts'
import { refundableAmount } from '../transactions/remaining-amount.ts'
import type { Transaction } from '../transactions/transaction.ts'
import { refundMethods } from './refund-methods.ts'

/** The amount to refund. Without a requested amount it is the whole rest. Throws a Rejection. */
export function refundAmount(transaction: Transaction, requested: number | undefined): Cents {
  const { status, method, refunds = [] } = transaction
  const left = refundableAmount(transaction)
  if (status !== 'PAID')
    throw new Rejection('status-does-not-allow', { params: { status, operation: 'refund' } })
  if (requested !== undefined && requested > left)
    throw new Rejection('refund-above-paid', { field: 'amount', params: { max: left } })
  if (left === 0) throw new Rejection('refund-above-paid', { params: { max: 0 } })
  if (refundMethods[method].isOneAtATime && refunds.some((each) => each.status === 'PROCESSING'))
    throw new Rejection('refund-in-progress')
  return requested === undefined ? left : cents(requested)
}
