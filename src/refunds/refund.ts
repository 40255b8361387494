import type { Account } from '../accounts/account.ts'
import type { Balance, Posting } from '../ledger/posting.ts'
import { bareId } from '../primitives/id.ts'
import { type Cents, cents } from '../primitives/money.ts'
import { Rejection } from '../primitives/rejection.ts'
import { causedTransfer, type Hold, type HoldCause, planHolds } from '../settlement/hold.ts'
import type { Receivable } from '../settlement/receivable.ts'
import { finalStatus, refundedOf, remainingAmount } from '../transactions/remaining-amount.ts'
import { nextVersion, type RefundFacts, type RefundReturn, type Transaction } from '../transactions/transaction.ts'
import { clearingBook } from '../transactions/transaction-postings.ts'
import type { RefundPayout } from './refund-destination.ts'

/** Money going back to a payer: asked for, held, sent, and then there or not. */
export interface Refund {
  readonly accountId: string
  readonly id: string
  readonly transactionId: string
  readonly version: number
  readonly status: RefundFacts['status']
  readonly amount: Cents
  readonly holds: readonly Hold[]
  /** Absent: it goes back the way its money came. */
  readonly payout?: RefundPayout
  /** What the key's bank gave back after it had arrived. */
  readonly returnedAmount: Cents
  /** The provider's id of the money on its way. */
  readonly returnId?: string
  /** Whether a request may have reached the provider: committed before one leaves, taken back on proof that none did. */
  readonly isSent: boolean
  /** When the acquirer first said that it will not do it: a hint until its record agrees. */
  readonly deniedAt?: Date
  readonly queries: number
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly dueAt?: Date
}

/** How much is asked for, or a Rejection. Nothing named: all that is left. */
export function refundAmount(transaction: Transaction, asked: number | undefined): Cents {
  const { status, method, refunds = [] } = transaction
  const left = remainingAmount(transaction)
  if (status !== 'PAID') throw new Rejection('status-does-not-allow', { params: { status, operation: 'refund' } })
  if (asked !== undefined && asked > left)
    throw new Rejection('refund-above-paid', { field: 'amount', params: { max: left } })
  if (left === 0) throw new Rejection('refund-above-paid', { params: { max: 0 } })
  // An acquirer takes one cancel of a sale at a time, and counts what was given back in one sum.
  if (method === 'CREDIT_CARD' && refunds.some((each) => each.status === 'PROCESSING'))
    throw new Rejection('refund-in-progress')
  return asked === undefined ? left : cents(asked)
}

/**
 * A key that nobody compares with the payer may be the merchant's own, and is where the merchant is named as the payer: to
 * it goes only what is the merchant's, as in a cashout.
 */
export const mayPayMerchant = (account: Pick<Account, 'document'>, payout: RefundPayout | undefined): boolean =>
  payout !== undefined && (payout.ownerDocument === undefined || payout.ownerDocument === account.document)

/**
 * Where the amount is taken from; what is not there is debt, where the account allows it and the payer gets it. Throws
 * `insufficient-balance`.
 */
export function planRefundHolds(
  account: Pick<Account, 'settings' | 'document'>,
  { amount, payout }: Pick<Refund, 'amount' | 'payout'>,
  there: { readonly balance: Balance; readonly scheduled: readonly Receivable[] },
): readonly Hold[] {
  const { holds, missing } = planHolds(amount, there)
  if (missing === 0) return holds
  if (account.settings.refundsBeyondBalance !== 'debt' || mayPayMerchant(account, payout))
    throw new Rejection('insufficient-balance', { field: 'amount', params: { missing } })
  return [...holds, { book: 'debt', amount: missing }]
}

/** What a case about it is about: `what` tells several of a kind apart. */
export const caseOf = <Kind extends string>({ accountId, id }: Refund, kind: Kind, what = '') =>
  ({
    kind,
    subject: `${id} ${what}`.trim(),
    accountId,
    objectType: 'refund',
    objectId: id,
    reference: bareId(id),
  }) as const

export const causeOf = ({ accountId, transactionId, id }: Refund): HoldCause<'refund'> => ({
  accountId,
  transactionId,
  cause: { type: 'refund', id },
})

/** It left: towards the rail it came from, or that of payouts; and the fee comes back where the sale's terms say so. */
export function completionPosting(
  refund: Refund,
  transaction: Transaction,
  { at, returnsFee }: { readonly at: Date; readonly returnsFee: boolean },
): Posting {
  const left = causedTransfer(causeOf(refund), at, {
    debit: 'blocked',
    credit: refund.payout ? 'clearing:payout' : clearingBook[transaction.method],
    amount: refund.amount,
    effect: 'return',
  })
  const amount = returnsFee ? returnedFee(transaction, refund.amount) : cents(0)
  if (amount === 0) return [left]
  return [
    left,
    causedTransfer(causeOf(refund), at, { debit: 'fees', credit: 'available', amount, effect: 'fee-return' }),
  ]
}

/** What is due of the fee once this part is back, less what was due before: the parts of a whole refund return all of it. */
function returnedFee({ amount, fee, refunds = [] }: Transaction, part: Cents): Cents {
  const before = refunds.filter(({ status }) => status === 'COMPLETED').reduce((sum, each) => sum + each.amount, 0)
  const due = (givenBack: number) => Number((BigInt(fee) * BigInt(givenBack)) / BigInt(amount))
  return cents(due(before + part) - due(before))
}

/**
 * Money that came back after the refund had arrived is a new credit: the refund does not change.
 */
export const returnPosting = (refund: Refund, returns: readonly RefundReturn[], at: Date): Posting =>
  returns.map(({ id, amount }) =>
    causedTransfer(causeOf(refund), at, {
      debit: 'clearing:payout',
      credit: 'available',
      amount: cents(amount),
      effect: `returned ${id}`,
    }),
  )

/** The transaction with one refund's word changed, and its status when all of it is back. */
export function withRefund(before: Transaction, facts: RefundFacts, at: Date): Transaction {
  const after = { ...before, refunds: replaced(before.refunds ?? [], facts) }
  const status = finalStatus(after)
  return nextVersion(after, at, { refundedAmount: refundedOf(after), ...(status && { status }) })
}

/** The transaction with what came back of a refund that had arrived: nothing else of it changes. */
export function withReturns(before: Transaction, facts: RefundFacts, at: Date): Transaction {
  return nextVersion(before, at, { refunds: replaced(before.refunds ?? [], facts) })
}

const replaced = (refunds: readonly RefundFacts[], facts: RefundFacts): readonly RefundFacts[] =>
  refunds.some(({ id }) => id === facts.id)
    ? refunds.map((each) => (each.id === facts.id ? facts : each))
    : [...refunds, facts]
