import type { Cents } from '../primitives/money.ts'
import type { Hold } from '../settlement/hold.ts'

export const disputeStatuses = ['NEEDS_RESPONSE', 'UNDER_REVIEW', 'WON', 'LOST'] as const
export type DisputeStatus = (typeof disputeStatuses)[number]

/** Every move a dispute can make. The database holds the same table. WON is final; LOST may be reversed by the issuer. */
export const disputeMoves: Record<DisputeStatus, readonly DisputeStatus[]> = {
  NEEDS_RESPONSE: ['UNDER_REVIEW', 'WON', 'LOST'],
  UNDER_REVIEW: ['WON', 'LOST'],
  WON: [],
  LOST: ['WON'],
}

/** A claim against a payment: a card's chargeback (brazil.md 4.5) or PIX's MED (brazil.md 1.8). */
export interface Dispute {
  readonly accountId: string
  readonly id: string
  /** Raised by one at each change; starts at 1. */
  readonly version: number
  readonly transactionId: string
  readonly kind: 'chargeback' | 'med'
  readonly status: DisputeStatus
  readonly providerId: string
  /** The provider's id of the case. */
  readonly caseId: string
  /** What is claimed, cents. What can be lost may be less: refunds and other disputes of the payment come first. */
  readonly amount: Cents
  /** Where the blocked money was taken from; their sum is what is blocked. Empty once it left or was released. */
  readonly holds: readonly Hold[]
  /** What went back to the payer, cents: 0 unless LOST. */
  readonly lostAmount: Cents
  readonly reason: { readonly code: string; readonly text: string }
  readonly openedAt: Date
  /** Until when the merchant may answer. */
  readonly answerBy?: Date
  readonly answer?: DisputeAnswer
  readonly decidedAt?: Date
  /** MED, lost: the D… id of the money that went back. */
  readonly returnId?: string
  readonly updatedAt: Date
  /** When a worker looks at it next: an answer to send, money to block, a deadline near. */
  readonly dueAt?: Date
}

/** What the merchant said. `sentAt`: the provider has it. */
export interface DisputeAnswer {
  readonly decision: 'accept' | 'contest'
  readonly text: string
  readonly evidenceIds: readonly string[]
  readonly givenAt: Date
  readonly sentAt?: Date
  /** Why the provider did not take it. */
  readonly rejected?: string
}
