import type { Cents } from '../primitives/money.ts'
import type { CardOutcome, CardVoided } from '../providers/card.ts'

/** Where one call that may have charged someone stands (reliability U1). It is committed as `sending` before a byte leaves. */
export type AttemptState = 'sending' | 'unknown' | 'analysing' | 'approved' | 'refused' | 'voided' | 'not-executed'

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

/** While its owner may still be alive nobody else asks about an attempt: longer than the API takes to answer (D4). */
export const ownerLeaseMs = 30_000

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

const firstWaitsMs = [2, 5, 15, 30, 60, 120, 300, 900, 1800].map((seconds) => seconds * second)

/** How long to wait before the next question, in ms; undefined after seven days: a person takes over (reliability U5). */
export function nextQueryWaitMs(queries: number, ageMs: number): number | undefined {
  const first = firstWaitsMs[queries]
  if (first !== undefined) return first
  if (ageMs < 24 * hour) return hour
  return ageMs < 7 * 24 * hour ? 6 * hour : undefined
}

/** Unanswered for this long is worth waking somebody (reliability U5), ms. */
export const alarmAfterMs = 15 * minute

/** The state an outcome leaves the attempt in. */
export function stateAfter(outcome: CardOutcome | CardVoided): AttemptState {
  switch (outcome.kind) {
    case 'approved':
      return 'approved'
    case 'refused':
    case 'rejected':
      return 'refused'
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
