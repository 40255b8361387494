import type { Account } from '../accounts/account.ts'
import { pixRefundDays } from '../brazil/pix-refund.ts'
import type { Balance, Posting } from '../ledger/posting.ts'
import { type Cents, cents } from '../primitives/money.ts'
import { Rejection } from '../primitives/rejection.ts'
import { causedTransfer, type Hold, type HoldCause, planHolds } from '../settlement/hold.ts'
import type { Receivable } from '../settlement/receivable.ts'
import { endOf, refundedOf, untakenAmount } from './at-stake.ts'
import { clearingBook } from './postings-for.ts'
import { nextVersion, type RefundFacts, type Transaction } from './transaction.ts'

/** Money going back to a payer: asked for, held, sent, and then there or not. */
export interface Refund {
  readonly accountId: string
  readonly id: string
  readonly transactionId: string
  readonly version: number
  readonly status: RefundFacts['status']
  readonly amount: Cents
  readonly holds: readonly Hold[]
  /** The provider's id of the money on its way. */
  readonly returnId?: string
  /** Whether a request may have reached the provider. */
  readonly isSent: boolean
  readonly queries: number
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly dueAt?: Date
}

/** How much is asked for, or a Rejection. Nothing named: all that is left. */
export function refundAmount(transaction: Transaction, asked: number | undefined, now: Date): Cents {
  const { status, method, paidAt, refunds = [] } = transaction
  const left = untakenAmount(transaction)
  if (status !== 'PAID') throw new Rejection('status-does-not-allow', { params: { status } })
  if (asked !== undefined && asked > left)
    throw new Rejection('refund-above-paid', { field: 'amount', params: { max: left } })
  if (left === 0) throw new Rejection('refund-above-paid', { params: { max: 0 } })
  if (method === 'BOLETO') throw new Rejection('refund-not-available', { params: { method } })
  if (method === 'PIX' && paidAt && now.getTime() - paidAt.getTime() > pixRefundDays * 86_400_000) {
    throw new Rejection('refund-too-late', { params: { days: pixRefundDays } })
  }
  // An acquirer takes one cancel of a sale at a time, and counts what was given back in one sum.
  if (method === 'CREDIT_CARD' && refunds.some((each) => each.status === 'PROCESSING'))
    throw new Rejection('refund-in-progress')
  return asked === undefined ? left : cents(asked)
}

/** Where the amount is taken from; what is not there is debt, where the account allows it. Throws `insufficient-balance`. */
export function planRefundHolds(
  account: Account,
  amount: Cents,
  there: { readonly balance: Balance; readonly scheduled: readonly Receivable[] },
): readonly Hold[] {
  const { holds, missing } = planHolds(amount, there)
  if (missing === 0) return holds
  if (account.settings.refundsBeyondBalance !== 'debt')
    throw new Rejection('insufficient-balance', { params: { missing } })
  return [...holds, { book: 'debt', amount: missing }]
}

export const causeOf = ({ accountId, transactionId, id }: Refund): HoldCause => ({
  accountId,
  transactionId,
  cause: { type: 'refund', id },
})

/** It left: towards the rail it came from; and the fee comes back where the account's terms say so. */
export function completionPosting(refund: Refund, transaction: Transaction, at: Date, returnsFee: boolean): Posting {
  const left = causedTransfer(causeOf(refund), at, {
    debit: 'blocked',
    credit: clearingBook[transaction.method],
    amount: refund.amount,
    effect: 'return',
  })
  const fee = returnsFee ? Math.floor((transaction.fee * refund.amount) / transaction.amount) : 0
  return fee === 0
    ? [left]
    : [
        left,
        causedTransfer(causeOf(refund), at, {
          debit: 'fees',
          credit: 'available',
          amount: cents(fee),
          effect: 'fee-return',
        }),
      ]
}

/** The transaction with one refund's word changed, and its status when all of it is back. */
export function withRefund(before: Transaction, facts: RefundFacts, at: Date): Transaction {
  const others = (before.refunds ?? []).filter(({ id }) => id !== facts.id)
  const after = { ...before, refunds: [...others, facts] }
  const status = endOf(after)
  return nextVersion(after, at, { refundedAmount: refundedOf(after), ...(status && { status }) })
}
