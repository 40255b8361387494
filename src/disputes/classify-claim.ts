import type { Claim, ClaimState } from '../providers/ports/dispute.ts'
import type { Dispute, DisputeStatus } from './dispute.ts'

/** What a claim asks of the dispute it is about. */
export type ClaimMeaning =
  /** It becomes this, from nothing (`before` absent) or from what it was. */
  | { readonly kind: 'move'; readonly to: DisputeStatus }
  /** The same, with a deadline or an id that is new. */
  | { readonly kind: 'update' }
  /** Repeated, or late: what is known is newer. */
  | { readonly kind: 'nothing' }
  /** It contradicts what cannot change: a person must look. */
  | { readonly kind: 'doubt'; readonly why: string }

const statusOf: Record<ClaimState, DisputeStatus> = {
  'needs-response': 'NEEDS_RESPONSE',
  'under-review': 'UNDER_REVIEW',
  won: 'WON',
  lost: 'LOST',
}

/** What a claim means for the dispute there is, if any. Order and repetition of what is heard do not matter. */
export function classifyClaim(dispute: Dispute | undefined, claim: Claim): ClaimMeaning {
  const to = statusOf[claim.state]
  if (!dispute) return { kind: 'move', to }
  if (phaseAgainst(dispute, claim) < 0) return { kind: 'nothing' } // The newest phase speaks for its case.
  const from = dispute.status
  if (to === from) return isNews(dispute, claim) ? { kind: 'update' } : { kind: 'nothing' }
  if (from === 'WON') {
    const isClaimedAnew = to === 'LOST' || isNextPhase(dispute, claim)
    return isClaimedAnew ? { kind: 'doubt', why: 'made or lost after it was won' } : { kind: 'nothing' }
  }
  if (from === 'LOST') {
    if (to !== 'WON') return { kind: 'nothing' }
    // A devolução is a PIX of its own: the bank does not take it back.
    return dispute.kind === 'med' ? { kind: 'doubt', why: 'a MED won after it was lost' } : { kind: 'move', to }
  }
  if (to !== 'NEEDS_RESPONSE') return { kind: 'move', to }
  return isNextPhase(dispute, claim) ? { kind: 'move', to } : { kind: 'nothing' }
}

/**
 * The network asks again, as it does before an arbitration: its phase has a higher number, or where phases have none a
 * later deadline than what is under review or decided. Otherwise it is only the old question, heard late.
 */
export function isNextPhase({ status, phase, answerBy }: Dispute, claim: Claim): boolean {
  if (claim.state !== 'needs-response') return false
  if (phase !== undefined && claim.phase !== undefined) return claim.phase > phase
  return (
    status !== 'NEEDS_RESPONSE' && answerBy !== undefined && claim.answerBy !== undefined && claim.answerBy > answerBy
  )
}

/** Above 0: the claim is of a later phase than the one we know; below: of an earlier one. */
const phaseAgainst = ({ phase }: Dispute, claim: Claim): number =>
  phase === undefined || claim.phase === undefined ? 0 : claim.phase - phase

const isNews = (dispute: Dispute, claim: Claim): boolean =>
  phaseAgainst(dispute, claim) > 0 ||
  (claim.answerBy !== undefined && claim.answerBy.getTime() !== dispute.answerBy?.getTime()) ||
  (claim.returnId !== undefined && claim.returnId !== dispute.returnId)
