import { adviceOf } from '../brazil/abecs.ts'
import type { PaymentOutcome, PaymentStep } from '../metrics/payment-step.ts'
import { notProcessedReason } from './card/apply-card-outcome.ts'
import type { Transaction, TransactionStatus } from './transaction.ts'

/** An outcome that leaves the status as it is. */
export type Undecided = Extract<PaymentOutcome, 'analysing' | 'unknown'>

/**
 * The step that metrics count, or undefined if this version decides nothing new about the payment.
 * `before` is undefined at its creation.
 */
export function countedStep(
  before: TransactionStatus | undefined,
  after: Transaction,
  undecided?: Undecided,
): PaymentStep | undefined {
  const outcome = outcomeOf(before, after) ?? undecided
  if (outcome === undefined) return undefined
  const { providerId, method, amount } = after
  return {
    providerId,
    method,
    amount,
    outcome,
    ...(outcome === 'refused' && { refusal: refusalOf(after) }),
  }
}

function outcomeOf(
  before: TransactionStatus | undefined,
  { status, canceledReason }: Transaction,
): PaymentOutcome | undefined {
  if (before === undefined) return status === 'WAITING_PAYMENT' ? 'created' : decided[status]
  if (before === status) return undefined
  if (before === 'WAITING_PAYMENT' && status === 'CANCELED')
    return canceledReason === 'not-processed' || canceledReason === 'expired'
      ? canceledReason
      : 'canceled'
  return before === 'WAITING_PAYMENT' || before === 'CANCELED' ? decided[status] : undefined
}

const decided: Partial<Readonly<Record<TransactionStatus, PaymentOutcome>>> = {
  AUTHORIZED: 'approved',
  PAID: 'approved',
  REFUSED: 'refused',
}

/** What the payer can do about it (ABECS), or that the acquirer did not execute the sale. */
function refusalOf({ refusedReason = '' }: Transaction): string {
  if (refusedReason === notProcessedReason) return 'not-sent'
  return adviceOf(refusedReason) ?? 'other'
}
