import type { Facts } from '../cases/case.ts'
import type { CancelOutcome } from '../providers/ports/card.ts'
import type { PayoutFinding, PayoutOutcome, PayoutReturn } from '../providers/ports/payout.ts'
import type { PixRefundFinding, PixRefundOutcome } from '../providers/ports/pix.ts'
import type { Refund } from './refund.ts'

/** The effect of a provider's result on a refund. Without a definite result it stays PROCESSING. */
export type RefundResult =
  | {
      readonly kind: 'completed'
      /** The provider's id of the outgoing transfer. */
      readonly returnId?: string
      /** Returns of a payment to a key. */
      readonly returns?: readonly PayoutReturn[]
      readonly differs?: Differs
    }
  | {
      readonly kind: 'failed'
      readonly reason: string
      /** The debt of the account is the reason: the failure is committed only while it lasts. */
      readonly isOwed?: true
    }
  | OpenResult

export interface OpenResult {
  readonly kind: 'open'
  /** Proof that this request did not reach the provider. */
  readonly isNotSent?: true
  readonly returnId?: string
  readonly differs?: Differs
}

/** A contradiction to our books. It opens a case for a person. */
export interface Differs {
  /** Distinguishes several cases of one refund. */
  readonly what: 'amount' | 'sum'
  readonly expected: Facts
  readonly found: Facts
}

export const open: OpenResult = { kind: 'open' }

/**
 * Interprets the response to a request. A rejection is final only if no earlier request can have
 * succeeded.
 */
export function interpretPixRefund(refund: Refund, outcome: PixRefundOutcome): RefundResult {
  switch (outcome.kind) {
    case 'rejected':
      return refused(refund, outcome.message)
    case 'not-sent':
      return { kind: 'open', isNotSent: true }
    default:
      return interpretPixState(outcome)
  }
}

/** Interprets the bank's record under our id. */
export function interpretPixFinding(
  { amount }: Refund,
  finding: Exclude<PixRefundFinding, { kind: 'not-found' }>,
): RefundResult {
  return 'amount' in finding && finding.amount !== amount
    ? otherAmount(amount, finding.amount)
    : interpretPixState(finding)
}

function interpretPixState(
  outcome: Exclude<PixRefundOutcome, { kind: 'rejected' | 'not-sent' }>,
): RefundResult {
  switch (outcome.kind) {
    case 'returned':
      return { kind: 'completed', returnId: outcome.returnId }
    case 'failed':
      return { kind: 'failed', reason: outcome.reason }
    case 'processing':
      return { kind: 'open', returnId: outcome.returnId }
    case 'unknown':
      return open
  }
}

/** Interprets the response to a cancel, which is never repeated. */
export function interpretCancel(
  outcome: Exclude<CancelOutcome, { kind: 'not-possible' }>,
): RefundResult {
  switch (outcome.kind) {
    case 'cancelled':
      return { kind: 'completed' }
    case 'denied':
      return { kind: 'failed', reason: outcome.message }
    case 'not-sent':
      return { kind: 'open', isNotSent: true }
    case 'pending':
      return { kind: 'open', returnId: outcome.cancelId ?? outcome.reference }
    case 'unknown':
      return open
  }
}

/**
 * Interprets the response to a payment request. A rejection is final only if no earlier request can
 * have succeeded.
 */
export function interpretPayout(refund: Refund, outcome: PayoutOutcome): RefundResult {
  switch (outcome.kind) {
    case 'refused':
      return refused(refund, outcome.reason)
    case 'not-sent':
      return { kind: 'open', isNotSent: true }
    case 'accepted':
      return { kind: 'open', returnId: outcome.endToEndId }
    case 'waiting':
    case 'unknown':
      return open
  }
}

/** Interprets the bank's record under our id. */
export function interpretPayoutFinding(
  { amount }: Refund,
  finding: Exclude<PayoutFinding, { kind: 'not-found' | 'waiting' }>,
): RefundResult {
  if ('amount' in finding && finding.amount !== amount) return otherAmount(amount, finding.amount)
  switch (finding.kind) {
    case 'completed':
      return { kind: 'completed', returnId: finding.endToEndId, returns: finding.returns }
    case 'failed':
      return { kind: 'failed', reason: finding.reason }
    case 'processing':
      return { kind: 'open', returnId: finding.endToEndId }
    case 'unknown':
      return open
  }
}

/**
 * An earlier request may have succeeded, and be the reason of this rejection. The bank's record
 * decides.
 */
const refused = ({ isSent }: Refund, reason: string): RefundResult =>
  isSent ? open : { kind: 'failed', reason }

const otherAmount = (ours: number, theirs: number): OpenResult => ({
  kind: 'open',
  differs: { what: 'amount', expected: { amount: ours }, found: { amount: theirs } },
})
