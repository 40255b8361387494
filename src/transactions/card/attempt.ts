import type { Cents } from '../../primitives/money.ts'
import type { CardOutcome, CardVoided } from '../../providers/ports/card.ts'

/**
 * The state of one call that may have charged a card (docs/design/rules.md#u1). It is committed as
 * `sending` before a byte leaves.
 */
export type AttemptState =
  | 'sending'
  | 'unknown'
  | 'analysing'
  | 'approved'
  | 'refused'
  | 'voided'
  | 'not-executed'

/** One sale sent to a card acquirer. */
export interface Attempt {
  readonly accountId: string
  readonly id: string
  readonly transactionId: string
  readonly providerId: string
  /** The order id the acquirer sees: made by us, committed before the call. */
  readonly attemptRef: string
  readonly state: AttemptState
  readonly version: number
  readonly amount: Cents
  readonly reference?: string
  readonly code?: string
  /** How often we have asked what became of it. */
  readonly queries: number
  /** "Not found" answers that counted, and the newest of them. */
  readonly notFound: number
  readonly lastNotFoundAt?: Date
  readonly sentAt: Date
  /** When it is asked about next; absent: settled, or a person's to solve. */
  readonly dueAt?: Date
}

/** An attempt with the instant of the acquirer's newest answer. */
export interface AnsweredAttempt extends Attempt {
  readonly state: Exclude<AttemptState, 'sending'>
  readonly answeredAt: Date
  /** The process that sent the sale records this answer: it waits for none any more. */
  readonly ownerEnded: boolean
}

/**
 * The acquirer turned us away because of our own settings: nothing was executed, and the card was
 * not judged.
 */
export const isNotProcessed = (outcome: CardOutcome | CardVoided): boolean =>
  outcome.kind === 'rejected' && outcome.reason === 'provider-misconfigured'

/** The state an outcome leaves the attempt in. */
export function stateAfter(outcome: CardOutcome | CardVoided): AnsweredAttempt['state'] {
  switch (outcome.kind) {
    case 'approved':
      return 'approved'
    case 'refused':
      return 'refused'
    case 'rejected':
      return isNotProcessed(outcome) ? 'not-executed' : 'refused'
    case 'voided':
      return 'voided'
    case 'analysing':
      return 'analysing'
    case 'not-sent':
      return 'not-executed'
    case 'unknown':
      return 'unknown'
  }
}
