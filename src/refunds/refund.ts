import type { Account } from '../accounts/account.ts'
import type { PixKey } from '../brazil/pix-key.ts'
import type { Balance, Posting } from '../ledger/posting.ts'
import { bareId } from '../primitives/id.ts'
import { type Cents, cents } from '../primitives/money.ts'
import { Rejection } from '../primitives/rejection.ts'
import { causedTransfer, type Hold, type HoldCause, planHolds } from '../settlement/hold.ts'
import type { Receivable } from '../settlement/receivable.ts'
import { methods } from '../transactions/methods/methods.ts'
import { finalStatus, refundedOf } from '../transactions/remaining-amount.ts'
import {
  nextVersion,
  type RefundFacts,
  type RefundReturn,
  type Transaction,
} from '../transactions/transaction.ts'

/** Money that goes back to a payer. It is requested, held, sent, and then completed or failed. */
export interface Refund {
  readonly accountId: string
  readonly id: string
  readonly transactionId: string
  readonly version: number
  readonly status: RefundFacts['status']
  readonly amount: Cents
  readonly holds: readonly Hold[]
  /** Absent: it uses the payment's own rail. */
  readonly payout?: RefundPayout
  /** The amount that the key's bank returned after the refund had arrived. */
  readonly returnedAmount: Cents
  /** The provider's id of the outgoing transfer. */
  readonly returnId?: string
  /**
   * Whether a request may have reached the provider. Committed before a request is sent, and reset
   * on proof that none arrived.
   */
  readonly isSent: boolean
  /**
   * When the acquirer first reported a denial. It is only a hint until the acquirer's record
   * confirms it.
   */
  readonly deniedAt?: Date
  readonly queries: number
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly dueAt?: Date
}

/**
 * A refund that is sent as a separate payment: a boleto has no refund operation
 * (docs/design/brazil.md#boleto-days-and-money), and a PIX has none after 90 days
 * (docs/design/brazil.md#pix-refunds).
 */
export interface RefundPayout {
  /** The bank that sends it. */
  readonly providerId: string
  /** In its normal form. */
  readonly key: PixKey
  /** CPF or CNPJ the bank compares with the key's owner. */
  readonly ownerDocument?: string
}

/**
 * A key that is not compared with the payer may belong to the merchant. So may a payment whose
 * payer is the merchant. To such a key only the merchant's own money is sent, as in a cashout.
 */
export const mayPayMerchant = (
  account: Pick<Account, 'document'>,
  payout: RefundPayout | undefined,
): boolean =>
  payout !== undefined &&
  (payout.ownerDocument === undefined || payout.ownerDocument === account.document)

/**
 * Plans from which books the amount is taken. The missing part becomes debt, if the account allows
 * it and the payer receives the refund. Throws `insufficient-balance`.
 */
export function planRefundHolds(
  account: Pick<Account, 'settings' | 'document'>,
  { amount, payout }: Pick<Refund, 'amount' | 'payout'>,
  funds: { readonly balance: Balance; readonly scheduled: readonly Receivable[] },
): readonly Hold[] {
  const { holds, missing } = planHolds(amount, funds)
  if (missing === 0) return holds
  if (account.settings.refundsBeyondBalance !== 'debt' || mayPayMerchant(account, payout))
    throw new Rejection('insufficient-balance', { field: 'amount', params: { missing } })
  return [...holds, { book: 'debt', amount: missing }]
}

/** The subject of a case about the refund. `what` distinguishes several cases of one kind. */
export const caseOf = <Kind extends string>({ accountId, id }: Refund, kind: Kind, what = '') =>
  ({
    kind,
    subject: `${id} ${what}`.trim(),
    accountId,
    objectType: 'refund',
    objectId: id,
    reference: bareId(id),
  }) as const

export const refundCause = ({ accountId, transactionId, id }: Refund): HoldCause<'refund'> => ({
  accountId,
  transactionId,
  cause: { type: 'refund', id },
})

/**
 * The refund was paid, by the payment's own rail or by a payout. The fee is returned where the
 * sale's terms say so.
 */
export function completionPosting(
  refund: Refund,
  transaction: Transaction,
  { at, returnsFee }: { readonly at: Date; readonly returnsFee: boolean },
): Posting {
  const left = causedTransfer(refundCause(refund), at, {
    debit: 'blocked',
    credit: refund.payout ? 'clearing:payout' : methods[transaction.method].clearingBook,
    amount: refund.amount,
    effect: 'return',
  })
  const amount = returnsFee ? returnedFee(transaction, refund.amount) : cents(0)
  if (amount === 0) return [left]
  return [
    left,
    causedTransfer(refundCause(refund), at, {
      debit: 'fees',
      credit: 'available',
      amount,
      effect: 'fee-return',
    }),
  ]
}

/**
 * The fee due after this part, less the fee due before. The parts of a whole refund return all of
 * it.
 */
export function returnedFee(
  { amount, fee, refunds = [] }: Pick<Transaction, 'amount' | 'fee' | 'refunds'>,
  part: Cents,
): Cents {
  const before = refunds
    .filter(({ status }) => status === 'COMPLETED')
    .reduce((sum, each) => sum + each.amount, 0)
  const due = (refunded: number) => Number((BigInt(fee) * BigInt(refunded)) / BigInt(amount))
  return cents(due(before + part) - due(before))
}

/**
 * The posting of money that was returned after the refund had arrived: a new credit. The refund
 * does not change.
 */
export const returnPosting = (
  refund: Refund,
  returns: readonly RefundReturn[],
  at: Date,
): Posting =>
  returns.map(({ id, amount }) =>
    causedTransfer(refundCause(refund), at, {
      debit: 'clearing:payout',
      credit: 'available',
      amount: cents(amount),
      effect: `returned ${id}`,
    }),
  )

/**
 * The transaction with the new status of one refund, and its own new status when all of it is
 * refunded.
 */
export function withRefund(before: Transaction, facts: RefundFacts, at: Date): Transaction {
  const after = { ...before, refunds: replaced(before.refunds ?? [], facts) }
  const status = finalStatus(after)
  return nextVersion(after, at, { refundedAmount: refundedOf(after), ...(status && { status }) })
}

/** The transaction with a return of a completed refund. Nothing else of it changes. */
export function withReturns(before: Transaction, facts: RefundFacts, at: Date): Transaction {
  return nextVersion(before, at, { refunds: replaced(before.refunds ?? [], facts) })
}

const replaced = (refunds: readonly RefundFacts[], facts: RefundFacts): readonly RefundFacts[] =>
  refunds.some(({ id }) => id === facts.id)
    ? refunds.map((each) => (each.id === facts.id ? facts : each))
    : [...refunds, facts]
