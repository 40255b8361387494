import type { DisputeDecision, DisputeKind } from '../../../contract/dispute.ts'
import type { Cents } from '../../primitives/money.ts'

/**
 * How a provider reports claims against payments and accepts our defence: chargebacks at an
 * acquirer (docs/design/brazil.md#chargebacks), the special return mechanism at a PIX bank
 * (docs/design/brazil.md#med). The provider decides; our defence is only evidence.
 */
export interface DisputePort {
  /** The interval between polls without notices, ms of business time. */
  readonly askEveryMs: number
  /**
   * Every claim that is open or changed since an instant, in its current state. `now`: business
   * time, for providers that list by period. `lostCases`: the ids of the cases that are lost in our
   * books and may be reversed, for providers that list only lost claims.
   */
  list(
    since: Date,
    signal: AbortSignal,
    now?: Date,
    lostCases?: () => Promise<readonly string[]>,
  ): Promise<ClaimListing>
  /**
   * The claims against the payment that a notice names, if the provider can list those of one
   * payment.
   */
  ofPayment?(reference: string, signal: AbortSignal): Promise<ClaimListing>
  /** Accepts a claim or contests it with evidence. Repeating the same defence is safe. */
  answer(
    claim: ClaimReference,
    answer: ClaimAnswer,
    signal: AbortSignal,
  ): Promise<ClaimAnswerOutcome>
}

export type ClaimListing =
  /**
   * `unread`: the names of further claims that are unreadable; a person must look at them. A claim
   * has the same name whenever it is listed. Left out: none.
   */
  | {
      readonly kind: 'listed'
      readonly claims: readonly Claim[]
      readonly unread?: readonly string[]
    }
  | { readonly kind: 'unknown'; readonly cause: unknown }

/** A claim of the money of a payment. */
export interface Claim {
  readonly kind: DisputeKind
  /** The provider's id of the case, which never changes. */
  readonly caseId: string
  readonly payment: ClaimedPayment
  /** MED: the id of the claimed Pix. A charge that was paid twice has two. */
  readonly endToEndId?: string
  /**
   * MED: the PIX key that received the money, where the bank states it. A bank lists what every key
   * of its account received.
   */
  readonly key?: string
  /** Chargeback: the acquirer's id of the charged sale. An order that was charged twice has two. */
  readonly saleReference?: string
  /** The claimed amount: that of the payment, of an installment, or of a part. */
  readonly amount: Cents
  readonly state: ClaimState
  /** The network's or the bank's reason: its code unchanged, and a text. */
  readonly reason: { readonly code: string; readonly text: string }
  readonly openedAt: Date
  /**
   * A case may have several phases, and each may require a defence: a later phase has a higher
   * number.
   */
  readonly phase?: number
  /** The deadline of a defence. */
  readonly answerBy?: Date
  /** MED, lost: the D… id of the returned money. */
  readonly returnId?: string
}

/** `won`: the merchant keeps the money, or has it again. `lost`: the payer has it. */
export type ClaimState = 'needs-response' | 'under-review' | 'won' | 'lost'

/**
 * The payment as its provider names it: the reference that we sent (txid, attempt reference), or
 * the acquirer's own numbers. `soldOn`: the local date of the sale, `YYYY-MM-DD`.
 */
export type ClaimedPayment =
  | { readonly reference: string }
  | { readonly tid: string; readonly nsu?: string; readonly authorizationCode?: string }
  /** Without a tid: the amount of the claim decides between several sales. */
  | { readonly nsu: string; readonly authorizationCode: string; readonly soldOn: string }

export interface ClaimReference {
  readonly caseId: string
  readonly payment: ClaimedPayment
  /** The phase that the defence is for. */
  readonly phase?: number
}

export interface ClaimAnswer {
  readonly decision: DisputeDecision
  /** The merchant's text, at most 1,000 characters. */
  readonly text: string
  readonly documents: readonly EvidenceDocument[]
}

export interface EvidenceDocument {
  readonly name: string
  readonly contentType: 'application/pdf' | 'image/png' | 'image/jpeg'
  readonly bytes: Buffer
}

export type ClaimAnswerOutcome =
  /** The provider has the defence: the claim is under review, or decided. */
  | { readonly kind: 'taken' }
  /** It accepts no defence, or no longer. */
  | { readonly kind: 'rejected'; readonly code: string; readonly message: string }
  /** It is unknown whether the defence arrived: send it again. */
  | { readonly kind: 'unknown'; readonly cause: unknown }
