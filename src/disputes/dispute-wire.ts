import type { DisputeDetail, DisputeWire, EvidenceWire } from '../../contract/dispute.ts'
import { heldAmount } from '../settlement/hold.ts'
import type { Dispute, DisputeAnswer, Evidence } from './dispute.ts'

/** The addresses that a response links to. */
export interface Links {
  readonly baseUrl: string
}

/**
 * The form of a dispute in every response. It holds stored facts only, and null for a missing one.
 */
export const renderDispute = (dispute: Dispute): DisputeWire => ({
  id: dispute.id,
  kind: dispute.kind,
  status: dispute.status,
  transactionId: dispute.transactionId,
  amount: dispute.amount,
  blockedAmount: heldAmount(dispute.holds),
  lostAmount: dispute.lostAmount,
  reason: dispute.reason,
  openedAt: dispute.openedAt.toISOString(),
  answerBy: dispute.answerBy?.toISOString() ?? null,
  answer: dispute.answer ? renderAnswer(dispute.answer) : null,
  decidedAt: dispute.decidedAt?.toISOString() ?? null,
  returnId: dispute.returnId ?? null,
  updatedAt: dispute.updatedAt.toISOString(),
})

/** One dispute with its documents and the location of its money. */
export const renderDisputeDetail = (
  dispute: Dispute,
  evidence: readonly Evidence[],
  links: Links,
): DisputeDetail => ({
  ...renderDispute(dispute),
  blocked: dispute.holds.map(({ book, amount, receivableId }) => ({
    book,
    amount,
    receivableId: receivableId ?? null,
  })),
  entriesUrl: `${links.baseUrl}/api/user/wallet/entries?causeId=${dispute.id}`,
  evidence: evidence.map((each) => renderEvidence(each, links)),
  earlierAnswers: (dispute.earlierAnswers ?? []).map(renderAnswer),
})

export const renderEvidence = (
  { id, disputeId, name, contentType, size, sha256, createdAt }: Evidence,
  { baseUrl }: Links,
): EvidenceWire => ({
  id,
  name,
  contentType,
  size,
  sha256: sha256.toString('hex'),
  url: `${baseUrl}/api/user/chargebacks/${disputeId}/evidence/${id}`,
  createdAt: createdAt.toISOString(),
})

const renderAnswer = (answer: DisputeAnswer): NonNullable<DisputeWire['answer']> => ({
  decision: answer.decision,
  text: answer.text === '' ? null : answer.text,
  evidenceIds: answer.evidenceIds,
  answeredBy: answer.answeredBy ?? null,
  givenAt: answer.givenAt.toISOString(),
  sentAt: answer.sentAt?.toISOString() ?? null,
  rejectedReason: answer.rejected ?? null,
})
