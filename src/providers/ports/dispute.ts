import type { DisputeDecision, DisputeKind } from '../../../contract/dispute.ts'
import type { Cents } from '../../primitives/money.ts'

/**
 * How a provider reports claims against payments and accepts our answers: chargebacks at an
 * acquirer (docs/design/brazil.md#chargebacks), the special return mechanism at a PIX bank
 * (docs/design/brazil.md#med). The provider decides; our answer is only evidence.
 */
export interface DisputePort {
  /** How often to ask when nothing is told, ms of business time. */
  readonly askEveryMs: number
  /**
   * Every claim that is open or changed since an instant, as it now is. `now`: business time, for
   * desks that ask by period.
   */
  list(since: Date, signal: AbortSignal, now?: Date): Promise<ClaimListing>
  /**
   * The claims against the payment that a notice names, where they can be asked for one payment.
   */
  ofPayment?(reference: string, signal: AbortSignal): Promise<ClaimListing>
  /** Accepts a claim or contests it with evidence. Repeating the same answer is safe. */
  answer(
    claim: ClaimReference,
    answer: ClaimAnswer,
    signal: AbortSignal,
  ): Promise<ClaimAnswerOutcome>
}

export type ClaimListing =
  /**
   * `unread`: how many more were told that nobody here can read; a person must look. Left out:
   * none.
   */
  | { readonly kind: 'listed'; readonly claims: readonly Claim[]; readonly unread?: number }
  | { readonly kind: 'unknown'; readonly cause: unknown }

/** Somebody wants a payment's money back. */
export interface Claim {
  readonly kind: DisputeKind
  /** The provider's id of the case, for ever the same. */
  readonly caseId: string
  readonly payment: ClaimedPayment
  /** What is claimed: the payment, an installment of it, a part. */
  readonly amount: Cents
  readonly state: ClaimState
  /** The network's or the bank's reason, as it came, and in words. */
  readonly reason: { readonly code: string; readonly text: string }
  readonly openedAt: Date
  /**
   * Where a case goes through several phases, each asking for an answer: a later one has a higher
   * number.
   */
  readonly phase?: number
  /** Until when an answer is taken. */
  readonly answerBy?: Date
  /** MED, lost: the D… id of the money that went back. */
  readonly returnId?: string
}

/** `won`: the merchant keeps the money, or has it again. `lost`: it is the payer's. */
export type ClaimState = 'needs-response' | 'under-review' | 'won' | 'lost'

/**
 * The payment as its provider names it: the reference we gave it (txid, attempt reference), or the
 * acquirer's own numbers.
 */
export type ClaimedPayment =
  | { readonly reference: string }
  | { readonly tid: string; readonly nsu?: string; readonly authorizationCode?: string }

export interface ClaimReference {
  readonly caseId: string
  readonly payment: ClaimedPayment
  /** Which of its phases the answer is for. */
  readonly phase?: number
}

export interface ClaimAnswer {
  readonly decision: DisputeDecision
  /** The merchant's words, at most 1,000 characters. */
  readonly text: string
  readonly documents: readonly EvidenceDocument[]
}

export interface EvidenceDocument {
  readonly name: string
  readonly contentType: 'application/pdf' | 'image/png' | 'image/jpeg'
  readonly bytes: Buffer
}

export type ClaimAnswerOutcome =
  /** The provider has it: the claim is under review, or decided. */
  | { readonly kind: 'taken' }
  /** It takes no answer (any more). */
  | { readonly kind: 'rejected'; readonly code: string; readonly message: string }
  /** Whether it arrived is not known: answer again. */
  | { readonly kind: 'unknown'; readonly cause: unknown }
