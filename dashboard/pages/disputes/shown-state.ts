import type { DisputeStatus, DisputeWire } from '../../../contract/dispute.ts'

/**
 * The state that people read. The status alone does not tell it: it stays `NEEDS_RESPONSE` until
 * the provider has taken the answer, and after the deadline until the provider decides.
 */
export type ShownState = DisputeStatus | 'ANSWERED' | 'LATE'

/** Only a dispute that is shown as `NEEDS_RESPONSE` takes an answer and documents. */
export function shownState(
  { status, answer, answerBy }: Pick<DisputeWire, 'status' | 'answer' | 'answerBy'>,
  now: Date,
): ShownState {
  if (status !== 'NEEDS_RESPONSE') return status
  if (answer !== null && answer.rejectedReason === null) return 'ANSWERED'
  return answerBy !== null && now > new Date(answerBy) ? 'LATE' : status
}
