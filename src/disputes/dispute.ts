import type { DisputeDecision, DisputeKind, DisputeStatus, EvidenceType } from '../../contract/dispute.ts'
import type { Cents } from '../primitives/money.ts'
import type { ClaimedPayment } from '../providers/ports/dispute.ts'
import { type Hold, heldAmount } from '../settlement/hold.ts'
import type { DisputeFacts } from '../transactions/transaction.ts'

export type { DisputeStatus }

/**
 * Every move a dispute can make. The database holds the same table. A network may open a second phase of a case under
 * review; WON is final; LOST may be reversed by the issuer.
 */
export const disputeMoves: Record<DisputeStatus, readonly DisputeStatus[]> = {
  NEEDS_RESPONSE: ['UNDER_REVIEW', 'WON', 'LOST'],
  UNDER_REVIEW: ['NEEDS_RESPONSE', 'WON', 'LOST'],
  WON: [],
  LOST: ['WON'],
}

/**
 * A claim against a payment: a card's chargeback (docs/design/brazil.md#chargebacks) or a PIX's MED
 * (docs/design/brazil.md#med).
 */
export interface Dispute {
  readonly accountId: string
  readonly id: string
  /** Raised by one at each change; starts at 1. */
  readonly version: number
  readonly transactionId: string
  readonly kind: DisputeKind
  readonly status: DisputeStatus
  readonly providerId: string
  /** The provider's id of the case. */
  readonly caseId: string
  /** As the provider names it. */
  readonly payment: ClaimedPayment
  /** What is claimed, cents. What can be lost may be less: refunds and other disputes of the payment come first. */
  readonly amount: Cents
  /** Where the blocked money was taken from; their sum is what is blocked. Empty once it left or was released. */
  readonly holds: readonly Hold[]
  /**
   * Open, and less is blocked than could be lost: money that comes in is blocked too. Lost, and the rest of it can be
   * taken.
   */
  readonly hasShortfall: boolean
  /** What went back to the payer, cents: 0 unless LOST. */
  readonly lostAmount: Cents
  /**
   * What its provider took when it was lost, cents. Above `lostAmount` when refunds under way, or other disputes, had
   * the rest.
   */
  readonly providerTook: Cents
  readonly reason: { readonly code: string; readonly text: string }
  readonly openedAt: Date
  /** Of a case that goes through several: a later phase has a higher number. */
  readonly phase?: number
  /** Until when the merchant may answer. */
  readonly answerBy?: Date
  readonly answer?: DisputeAnswer
  /** What was said in the phases before, the oldest first. */
  readonly earlierAnswers?: readonly DisputeAnswer[]
  /** When the merchant was told that `answerBy` is near. */
  readonly remindedAt?: Date
  readonly decidedAt?: Date
  /** MED, lost: the D… id of the money that went back. */
  readonly returnId?: string
  readonly updatedAt: Date
  /** When a worker looks at it next: an answer to send, a deadline near. */
  readonly dueAt?: Date
}

/** Where a dispute is found. */
export type DisputePlace = Pick<Dispute, 'accountId' | 'id'>

/** What the merchant said. `sentAt`: the provider has it. */
export interface DisputeAnswer {
  readonly decision: DisputeDecision
  readonly text: string
  readonly evidenceIds: readonly string[]
  /** The person who answered for the merchant. Absent: the merchant itself. */
  readonly answeredBy?: string
  readonly givenAt: Date
  readonly sentAt?: Date
  /** Why the provider did not take it: another one may be given. */
  readonly rejected?: string
}

/** A document that shows a sale was right. */
export interface Evidence {
  readonly id: string
  readonly disputeId: string
  readonly name: string
  readonly contentType: EvidenceType
  /** Bytes. */
  readonly size: number
  readonly sha256: Buffer
  readonly createdAt: Date
}

export const isOpen = ({ status }: Pick<Dispute, 'status'>): boolean =>
  status === 'NEEDS_RESPONSE' || status === 'UNDER_REVIEW'

/** An answer that is on its way or has arrived. One that was not taken leaves room for another. */
export const hasAnswer = ({ answer }: Dispute): boolean => answer !== undefined && answer.rejected === undefined

/** As its payment tells it. */
export const factsOf = (dispute: Dispute): DisputeFacts => ({
  id: dispute.id,
  kind: dispute.kind,
  status: dispute.status,
  amount: dispute.amount,
  blockedAmount: heldAmount(dispute.holds),
  lostAmount: dispute.lostAmount,
  ...(dispute.providerTook > dispute.lostAmount && { providerTook: dispute.providerTook }),
  openedAt: dispute.openedAt.toISOString(),
  ...(dispute.answerBy && { answerBy: dispute.answerBy.toISOString() }),
  ...(dispute.decidedAt && { decidedAt: dispute.decidedAt.toISOString() }),
})

/** When a worker has something to do about it next: an answer to send now, a deadline to remind of. */
export function nextDueAt(dispute: Dispute, now: Date): Date | undefined {
  if (dispute.status !== 'NEEDS_RESPONSE') return undefined
  if (hasAnswer(dispute)) return dispute.answer?.sentAt ? undefined : now
  const { answerBy, remindedAt } = dispute
  return answerBy && !remindedAt ? new Date(answerBy.getTime() - reminderMs) : undefined
}

/** How long before the last moment the merchant is reminded, ms. */
export const reminderMs = 48 * 3_600_000
