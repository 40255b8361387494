import type { CancelOutcome } from '../providers/card.ts'
import type { PayoutFinding, PayoutOutcome, PayoutReturn } from '../providers/payout.ts'
import type { PixRefundFinding, PixRefundOutcome } from '../providers/pix.ts'

/** What a provider's word means for a refund. Silence and doubt leave it PROCESSING. */
export type RefundWord =
  | {
      readonly kind: 'completed'
      /** The provider's id of the money that went. */
      readonly returnId?: string
      /** What came back since, of a payment to a key. */
      readonly returns?: readonly PayoutReturn[]
    }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'open'; readonly isSent: boolean; readonly returnId?: string }

export function pixWord(outcome: PixRefundOutcome | Exclude<PixRefundFinding, { kind: 'not-found' }>): RefundWord {
  switch (outcome.kind) {
    case 'returned':
      return { kind: 'completed', returnId: outcome.returnId }
    case 'failed':
      return { kind: 'failed', reason: outcome.reason }
    case 'rejected':
      return { kind: 'failed', reason: outcome.message }
    case 'processing':
      return { kind: 'open', isSent: true, returnId: outcome.returnId }
    case 'unknown':
      return { kind: 'open', isSent: true }
  }
}

export function cardWord(outcome: CancelOutcome): RefundWord {
  switch (outcome.kind) {
    case 'cancelled':
      return { kind: 'completed' }
    case 'denied':
      return { kind: 'failed', reason: outcome.message }
    case 'not-sent':
      return { kind: 'open', isSent: false }
    case 'pending':
      return { kind: 'open', isSent: true, returnId: outcome.reference }
    case 'unknown':
      return { kind: 'open', isSent: true }
  }
}

export function payoutWord(outcome: PayoutOutcome | Exclude<PayoutFinding, { kind: 'not-found' }>): RefundWord {
  switch (outcome.kind) {
    case 'completed':
      return { kind: 'completed', returnId: outcome.endToEndId, returns: outcome.returns }
    case 'refused':
    case 'failed':
      return { kind: 'failed', reason: outcome.reason }
    case 'not-sent':
      return { kind: 'open', isSent: false }
    case 'accepted':
    case 'processing':
      return { kind: 'open', isSent: true, returnId: outcome.endToEndId }
    case 'unknown':
      return { kind: 'open', isSent: true }
  }
}
