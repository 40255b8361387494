import type { Cents } from '../../primitives/money.ts'
import type { CardOutcome, CardVoided } from '../../providers/ports/card.ts'

/**
 * The state of one call that may have charged a card (docs/design/rules.md#u1). It is committed as
 * `sending` before the first byte is sent.
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
  /** The order id that the acquirer gets. The gateway creates it and commits it before the call. */
  readonly attemptRef: string
  readonly state: AttemptState
  readonly version: number
  readonly amount: Cents
  readonly reference?: string
  readonly code?: string
  /** The number of queries for its outcome. */
  readonly queries: number
  /** The number of "not found" responses that counted. The next field has the newest of them. */
  readonly notFound: number
  readonly lastNotFoundAt?: Date
  readonly sentAt: Date
  /** When it is queried next. Absent: it is final, or a person has to solve it. */
  readonly dueAt?: Date
}

/** Whether its outcome is still to be found. */
export const isOpen = ({ state }: Pick<Attempt, 'state'>): boolean =>
  state === 'sending' || state === 'unknown' || state === 'analysing'

/** An attempt with the instant of the acquirer's newest response. */
export interface AnsweredAttempt extends Attempt {
  readonly state: Exclude<AttemptState, 'sending'>
  readonly answeredAt: Date
  /** This is the response to the creation: the process that sent the sale waits for no other. */
  readonly ownerEnded: boolean
}

/**
 * Whether the acquirer refused our own settings. Then nothing was executed, and the card was not
 * checked.
 */
export const isNotProcessed = (outcome: CardOutcome | CardVoided): boolean =>
  outcome.kind === 'rejected' && outcome.reason === 'provider-misconfigured'

/** The state of the attempt after an outcome. */
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
