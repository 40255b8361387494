import type { Account } from '../accounts/account.ts'
import { pixRefundDays } from '../brazil/pix-refund.ts'
import { type Balance, type Posting, type Transfer, takeFrom } from '../ledger/posting.ts'
import { newId } from '../primitives/id.ts'
import { type Cents, cents } from '../primitives/money.ts'
import { Rejection } from '../primitives/rejection.ts'
import { dueOf, type Receivable } from '../settlement/receivable.ts'
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

/** Where a part of the amount waits for the outcome. */
export interface Hold {
  readonly book: 'available' | 'pending' | 'debt'
  readonly amount: Cents
  /** With `pending`: the receivable it was taken from. */
  readonly receivableId?: string
}

/** What may still be given back: refunds under way count as given, failed ones do not. */
export const refundableAmount = ({ amount, refunds = [] }: Pick<Transaction, 'amount' | 'refunds'>): Cents =>
  cents(amount - refunds.filter(({ status }) => status !== 'FAILED').reduce((sum, each) => sum + each.amount, 0))

/** How much is asked for, or a Rejection. Nothing named: all that is left. */
export function refundAmount(transaction: Transaction, asked: number | undefined, now: Date): Cents {
  const { status, method, paidAt, refunds = [] } = transaction
  const left = refundableAmount(transaction)
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

/**
 * Where the amount is taken from: what is available, then what is to come (the soonest first), then debt where the
 * account allows it. Throws `insufficient-balance`.
 */
export function planHolds(
  account: Account,
  {
    amount,
    balance,
    scheduled,
  }: { readonly amount: Cents; readonly balance: Balance; readonly scheduled: readonly Receivable[] },
): Hold[] {
  const [first, ...rest] = takeFrom(balance, amount, ['available'])
  const parts = first ? [first, ...rest] : []
  const holds: Hold[] = parts
    .filter(({ book }) => book === 'available')
    .map((part) => ({ book: 'available', amount: part.amount }))
  let left: number = amount - holds.reduce((sum, each) => sum + each.amount, 0)
  for (const receivable of scheduled) {
    const part = Math.min(left, dueOf(receivable))
    if (part > 0) holds.push({ book: 'pending', amount: cents(part), receivableId: receivable.id })
    left -= part
  }
  if (left === 0) return holds
  if (account.settings.refundsBeyondBalance !== 'debt')
    throw new Rejection('insufficient-balance', { params: { missing: left } })
  return [...holds, { book: 'debt', amount: cents(left) }]
}

/** Receivables with what the holds take from them. */
export const takenFrom = (scheduled: readonly Receivable[], holds: readonly Hold[]): Receivable[] =>
  scheduled.flatMap((receivable) => {
    const hold = holds.find(({ receivableId }) => receivableId === receivable.id)
    return hold
      ? [{ ...receivable, version: receivable.version + 1, taken: cents(receivable.taken + hold.amount) }]
      : []
  })

/** The money waits in `blocked` until the provider has said how it ends. */
export const holdPosting = (refund: Refund, at: Date): Posting =>
  refund.holds.map(({ book, amount }, index) =>
    transferOf(refund, at, { debit: book, credit: 'blocked', amount, effect: `hold-${index + 1}` }),
  )

/** It left: towards the rail it came from; and the fee comes back where the account's terms say so. */
export function completionPosting(refund: Refund, transaction: Transaction, at: Date, returnsFee: boolean): Posting {
  const left = transferOf(refund, at, {
    debit: 'blocked',
    credit: clearingBook[transaction.method],
    amount: refund.amount,
    effect: 'return',
  })
  const fee = returnsFee ? Math.floor((transaction.fee * refund.amount) / transaction.amount) : 0
  return fee === 0
    ? [left]
    : [left, transferOf(refund, at, { debit: 'fees', credit: 'available', amount: cents(fee), effect: 'fee-return' })]
}

/** It did not: each part goes back where it was, or is available when its receivable was settled meanwhile. */
export const releasePosting = (
  refund: Refund,
  at: Date,
  isStillScheduled: (receivableId: string) => boolean,
): Posting =>
  refund.holds.map(({ book, amount, receivableId }, index) => {
    const isSettled = book === 'pending' && !(receivableId !== undefined && isStillScheduled(receivableId))
    // What was owed for it is paid by what becomes available, as any debt is.
    const credit = isSettled || book === 'debt' ? 'available' : book
    return transferOf(refund, at, { debit: 'blocked', credit, amount, effect: `release-${index + 1}` })
  })

/** The transaction with one refund's word changed, and its status when all of it is back. */
export function withRefund(before: Transaction, facts: RefundFacts, at: Date): Transaction {
  const others = (before.refunds ?? []).filter(({ id }) => id !== facts.id)
  const refunds = [...others, facts]
  const refundedAmount = cents(
    refunds.filter(({ status }) => status === 'COMPLETED').reduce((sum, each) => sum + each.amount, 0),
  )
  return nextVersion(before, at, {
    refunds,
    refundedAmount,
    ...(refundedAmount === before.amount && { status: 'REFUNDED' as const }),
  })
}

function transferOf(
  refund: Refund,
  at: Date,
  { effect, ...move }: Pick<Transfer, 'debit' | 'credit' | 'amount'> & { readonly effect: string },
): Transfer {
  return {
    accountId: refund.accountId,
    id: newId(at.getTime()),
    ...move,
    cause: { type: 'refund', id: refund.id, effect },
    transactionId: refund.transactionId,
    postedAt: at,
  }
}
