import type { TransactionStatus } from '../../contract/fields.ts'
import type { Cents } from '../primitives/money.ts'
import type { Transaction } from './transaction.ts'

/** How often a payment link was used. */
export interface LinkUses {
  /** Payments that are paid or may still be. One that is refused or canceled gives its use back. */
  readonly taken: number
  /** Payments that were paid. A refund changes nothing. */
  readonly paid: number
  readonly paidAmount: Cents
}

export interface LinkUseStep {
  readonly accountId: string
  readonly linkId: string
  /** What is added to the uses. */
  readonly taken: number
  readonly paid: number
  readonly paidAmount: number
  /** Whether the uses may be complete: a payment, or another limit. */
  readonly isLookedAt: boolean
  readonly at: Date
}

/** How a step of a payment changes the uses of its link. Empty: it has none, or they stay. */
export function linkUseSteps(
  before: TransactionStatus | undefined,
  { accountId, checkout, status, amount, updatedAt }: Transaction,
): LinkUseStep[] {
  if (checkout?.linkId === undefined) return []
  const taken = takes(status) - takes(before)
  const paid = isPaid(status) - isPaid(before)
  if (taken === 0 && paid === 0) return []
  const { linkId } = checkout
  const isLookedAt = paid > 0
  return [{ accountId, linkId, taken, paid, paidAmount: paid * amount, isLookedAt, at: updatedAt }]
}

/** The limit of a link is another one: a worker looks whether its last use is paid. */
export const linkLimitStep = (link: {
  readonly accountId: string
  readonly id: string
  readonly updatedAt: Date
}): LinkUseStep => ({
  accountId: link.accountId,
  linkId: link.id,
  ...{ taken: 0, paid: 0, paidAmount: 0, isLookedAt: true },
  at: link.updatedAt,
})

const takes = (status: TransactionStatus | undefined): number =>
  status === undefined || status === 'REFUSED' || status === 'CANCELED' ? 0 : 1

const isPaid = (status: TransactionStatus | undefined): number =>
  takes(status) === 0 || status === 'WAITING_PAYMENT' || status === 'AUTHORIZED' ? 0 : 1
