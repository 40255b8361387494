import type { DisputeDecision, DisputeKind, DisputeStatus } from '../../contract/dispute.ts'
import type { EvidenceType } from '../../contract/evidence.ts'
import type { Cents } from '../primitives/money.ts'
import type { ClaimedPayment } from '../providers/ports/dispute.ts'
import { type Hold, heldAmount } from '../settlement/hold.ts'
import type { DisputeFacts } from '../transactions/transaction.ts'

export type { DisputeStatus }

/**
 * Every move a dispute can make. The database holds the same table. A network may open a second
 * phase of a case under review. WON is final. The issuer may reverse LOST.
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
  /** Increased by one at each change. Starts at 1. */
  readonly version: number
  readonly transactionId: string
  readonly kind: DisputeKind
  readonly status: DisputeStatus
  readonly providerId: string
  /** The provider's id of the case. */
  readonly caseId: string
  /** The ids by which the provider names the payment. */
  readonly payment: ClaimedPayment
  /**
   * The claimed amount in cents. The loss may be lower: refunds and other disputes of the payment
   * come first.
   */
  readonly amount: Cents
  /**
   * The sources of the blocked money. Their sum is what is blocked. Empty after the money left or
   * was released.
   */
  readonly holds: readonly Hold[]
  /**
   * An open dispute is short when less is blocked than can be lost. It also blocks money received
   * later. A lost dispute is short when the rest of its loss can be taken.
   */
  readonly hasShortfall: boolean
  /** The amount paid back to the payer, in cents. 0 unless LOST. */
  readonly lostAmount: Cents
  /**
   * The amount that its provider took when it was lost, in cents. It exceeds `lostAmount` while
   * open refunds or other disputes have the rest.
   */
  readonly providerTook: Cents
  readonly reason: { readonly code: string; readonly text: string }
  readonly openedAt: Date
  /** The phase of a case with several. A later phase has a higher number. */
  readonly phase?: number
  /** The merchant's deadline for the answer. */
  readonly answerBy?: Date
  readonly answer?: DisputeAnswer
  /** The answers of earlier phases, the oldest first. */
  readonly earlierAnswers?: readonly DisputeAnswer[]
  /** When the merchant was reminded of `answerBy`. */
  readonly remindedAt?: Date
  readonly decidedAt?: Date
  /** Of a lost MED: the D… id of the returned money. */
  readonly returnId?: string
  readonly updatedAt: Date
  /** When a worker next processes it: an answer to send, or a deadline that is near. */
  readonly dueAt?: Date
}

/** The ids by which a dispute is found. */
export type DisputeIds = Pick<Dispute, 'accountId' | 'id'>

/** The merchant's answer. `sentAt`: the provider has it. */
export interface DisputeAnswer {
  readonly decision: DisputeDecision
  readonly text: string
  readonly evidenceIds: readonly string[]
  /** The person who answered for the merchant. Absent: the merchant's own program. */
  readonly answeredBy?: string
  readonly givenAt: Date
  readonly sentAt?: Date
  /** Why the provider rejected it. The merchant may give another answer. */
  readonly rejected?: string
}

/** A document that supports a sale. */
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

/** An answer that is being sent or has arrived. A rejected one may be replaced. */
export const hasAnswer = ({ answer }: Dispute): boolean =>
  answer !== undefined && answer.rejected === undefined

/** The facts of a dispute that its payment stores. */
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

/** When a worker next processes it: to send an answer now, or to remind of the deadline. */
export function nextDueAt(dispute: Dispute, now: Date): Date | undefined {
  if (dispute.status !== 'NEEDS_RESPONSE') return undefined
  if (hasAnswer(dispute)) return dispute.answer?.sentAt ? undefined : now
  const { answerBy, remindedAt } = dispute
  return answerBy && !remindedAt ? new Date(answerBy.getTime() - reminderMs) : undefined
}

/** How long before the deadline the merchant is reminded, ms. */
export const reminderMs = 48 * 3_600_000
