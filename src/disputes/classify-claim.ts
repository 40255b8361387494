import type { Claim, ClaimState } from '../providers/ports/dispute.ts'
import type { Dispute, DisputeStatus } from './dispute.ts'

/** The effect of a claim on its dispute. */
export type ClaimEffect =
  /** The dispute gets this status. `before` is absent for a new dispute. */
  | { readonly kind: 'move'; readonly to: DisputeStatus }
  /** The status stays, and the deadline or an id is new. */
  | { readonly kind: 'update' }
  /** A duplicate or late report: the stored state is newer. */
  | { readonly kind: 'nothing' }
  /** It contradicts a final fact, so a person must check. */
  | { readonly kind: 'doubt'; readonly why: string }

const statusOf: Record<ClaimState, DisputeStatus> = {
  'needs-response': 'NEEDS_RESPONSE',
  'under-review': 'UNDER_REVIEW',
  won: 'WON',
  lost: 'LOST',
}

/**
 * Compares a claim with the stored dispute, if there is one. The order and repetition of reports do
 * not matter.
 */
export function classifyClaim(dispute: Dispute | undefined, claim: Claim): ClaimEffect {
  const to = statusOf[claim.state]
  if (!dispute) return { kind: 'move', to }
  // A case has the state of its newest phase.
  if (phaseAgainst(dispute, claim) < 0) return { kind: 'nothing' }
  const from = dispute.status
  if (to === from) return isNews(dispute, claim) ? { kind: 'update' } : { kind: 'nothing' }
  if (from === 'WON') {
    const isClaimedAgain = to === 'LOST' || isNextPhase(dispute, claim)
    return isClaimedAgain
      ? { kind: 'doubt', why: 'made or lost after it was won' }
      : { kind: 'nothing' }
  }
  if (from === 'LOST') {
    if (to !== 'WON') return { kind: 'nothing' }
    // A devolução is a separate PIX, and the bank does not reverse it.
    return dispute.kind === 'med'
      ? { kind: 'doubt', why: 'a MED won after it was lost' }
      : { kind: 'move', to }
  }
  if (to !== 'NEEDS_RESPONSE') return { kind: 'move', to }
  return isNextPhase(dispute, claim) ? { kind: 'move', to } : { kind: 'nothing' }
}

/**
 * The network requires another answer, as it does before an arbitration. The new phase has a higher
 * number. Without numbers, it has a later deadline than the phase under review or decided. Any
 * other report is the old phase, received late.
 */
export function isNextPhase({ status, phase, answerBy }: Dispute, claim: Claim): boolean {
  if (claim.state !== 'needs-response') return false
  if (phase !== undefined && claim.phase !== undefined) return claim.phase > phase
  return (
    status !== 'NEEDS_RESPONSE' &&
    answerBy !== undefined &&
    claim.answerBy !== undefined &&
    claim.answerBy > answerBy
  )
}

/** Positive: the claim is of a later phase than the stored one. Negative: of an earlier phase. */
const phaseAgainst = ({ phase }: Dispute, claim: Claim): number =>
  phase === undefined || claim.phase === undefined ? 0 : claim.phase - phase

const isNews = (dispute: Dispute, claim: Claim): boolean =>
  phaseAgainst(dispute, claim) > 0 ||
  (claim.answerBy !== undefined && claim.answerBy.getTime() !== dispute.answerBy?.getTime()) ||
  (claim.returnId !== undefined && claim.returnId !== dispute.returnId)
