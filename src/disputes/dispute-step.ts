import type { EventTypeOf } from '../../contract/events.ts'
import { type Cents, cents } from '../primitives/money.ts'
import type { Claim } from '../providers/ports/dispute.ts'
import {
  disputableAmount,
  finalStatus,
  leftAtProvider,
  refundedOf,
  remainingAmount,
} from '../transactions/remaining-amount.ts'
import {
  nextVersion,
  type Transaction,
  type TransactionStatus,
} from '../transactions/transaction.ts'
import { isNextPhase } from './classify-claim.ts'
import {
  type Dispute,
  type DisputeStatus,
  factsOf,
  hasAnswer,
  isOpen,
  nextDueAt,
  reminderMs,
} from './dispute.ts'
import {
  type AvailableFunds,
  block,
  lose,
  type Movement,
  release,
  reverse,
} from './dispute-money.ts'

/**
 * All changes that are committed together with a step of a dispute: the dispute, its payment, the
 * money.
 */
export interface DisputeStep {
  readonly before: Transaction
  readonly after: Transaction
  readonly dispute: Dispute
  readonly movement?: Movement
  /** The event type, from the catalogue. */
  readonly eventType: EventTypeOf<'transaction'>
}

/** A dispute before it is opened: nothing is blocked or decided yet. */
export const newDispute = (
  claim: Claim,
  {
    transaction,
    id,
    now,
  }: { readonly transaction: Transaction; readonly id: string; readonly now: Date },
): Dispute => ({
  accountId: transaction.accountId,
  id,
  version: 0,
  transactionId: transaction.id,
  kind: claim.kind,
  status: 'NEEDS_RESPONSE',
  providerId: transaction.providerId,
  caseId: claim.caseId,
  payment: claim.payment,
  amount: claim.amount,
  holds: [],
  hasShortfall: false,
  lostAmount: cents(0),
  providerTook: cents(0),
  reason: claim.reason,
  // When a provider reports only the day, that day began before its own sales.
  openedAt:
    transaction.paidAt && transaction.paidAt > claim.openedAt ? transaction.paidAt : claim.openedAt,
  ...(claim.phase !== undefined && { phase: claim.phase }),
  ...deadline(claim.answerBy, now),
  updatedAt: now,
})

/**
 * A deadline that is near in the first report needs no reminder, because the first event includes
 * it.
 */
const deadline = (answerBy: Date | undefined, now: Date) =>
  answerBy && {
    answerBy,
    ...(answerBy.getTime() - reminderMs <= now.getTime() && { remindedAt: now }),
  }

interface DisputeContext {
  readonly transaction: Transaction
  readonly funds: AvailableFunds
  readonly now: Date
}

/** Moves the dispute to the status that the provider reports, and its money with it. */
export function moveTo(
  dispute: Dispute,
  to: DisputeStatus,
  { claim, transaction, funds, now }: DisputeContext & { readonly claim: Claim },
): DisputeStep {
  const stake = disputableAmount(transaction, dispute)
  const providerTook =
    to === 'LOST' ? Math.min(claim.amount, dispute.amount, leftAtProvider(transaction, dispute)) : 0
  const lostAmount = cents(Math.min(stake, providerTook))
  const movement = movementTo(dispute, to, { stake, lostAmount, transaction, funds, now })
  const moved: Dispute = {
    ...(isNextPhase(dispute, claim) ? inNextPhase(dispute, claim, now) : dispute),
    status: to,
    holds: movement.holds,
    hasShortfall: isOpen({ status: to }) && movement.missing > 0,
    lostAmount,
    providerTook: cents(providerTook),
    ...(claim.phase !== undefined && { phase: claim.phase }),
    // The reviewer has our answer, although the result of our request may be unknown.
    ...(to === 'UNDER_REVIEW' &&
      dispute.answer &&
      hasAnswer(dispute) && { answer: { sentAt: now, ...dispute.answer } }),
    ...((to === 'WON' || to === 'LOST') && { decidedAt: now }),
    ...(claim.returnId !== undefined && { returnId: claim.returnId }),
  }
  return stepWith(transaction, moved, { movement, now, isOpening: dispute.version === 0 })
}

/** The provider needs another answer by another deadline. */
function inNextPhase(dispute: Dispute, { phase, answerBy }: Claim, now: Date): Dispute {
  const { answer, earlierAnswers = [], remindedAt: _, ...rest } = dispute
  return {
    ...rest,
    ...(phase !== undefined && { phase }),
    ...(answer && { earlierAnswers: [...earlierAnswers, answer] }),
    ...deadline(answerBy, now),
  }
}

function movementTo(
  dispute: Dispute,
  to: DisputeStatus,
  {
    stake,
    lostAmount,
    transaction: { method },
    funds,
    now,
  }: DisputeContext & { readonly stake: Cents; readonly lostAmount: Cents },
): Movement {
  if (to === 'LOST') return lose(dispute, { amount: lostAmount, method, funds, at: now })
  if (to !== 'WON') return block(dispute, stake, funds, now)
  return dispute.status === 'LOST' ? reverse(dispute, method, now) : release(dispute, funds, now)
}

/** Updates the claim's deadline, phase or return id. Nothing else of the dispute changes. */
export function update(
  dispute: Dispute,
  {
    claim,
    transaction,
    now,
  }: Pick<DisputeContext, 'transaction' | 'now'> & { readonly claim: Claim },
): DisputeStep {
  if (isNextPhase(dispute, claim)) {
    const eventType = 'transaction.dispute_reopened'
    return stepWithoutMoney(transaction, inNextPhase(dispute, claim, now), { now, eventType })
  }
  const { remindedAt, ...rest } = dispute
  const updated: Dispute = {
    ...rest,
    ...(claim.answerBy === undefined || claim.answerBy.getTime() === dispute.answerBy?.getTime()
      ? remindedAt && { remindedAt }
      : deadline(claim.answerBy, now)),
    ...(claim.phase !== undefined && { phase: claim.phase }),
    ...(claim.returnId !== undefined && { returnId: claim.returnId }),
  }
  return stepWithoutMoney(transaction, updated, { now, eventType: 'transaction.dispute_updated' })
}

/**
 * Blocks money received since, up to the disputable amount. The payment becomes IN_PROTEST, even if
 * no money was blocked. `undefined`: it is IN_PROTEST already, no money was blocked, and whether
 * money is missing has not changed.
 */
export function blockMore(
  dispute: Dispute,
  { transaction, funds, now }: DisputeContext,
): DisputeStep | undefined {
  if (!isOpen(dispute)) return undefined
  const movement = block(dispute, disputableAmount(transaction, dispute), funds, now)
  const hasShortfall = movement.missing > 0
  const step = stepWith(
    transaction,
    { ...dispute, holds: movement.holds, hasShortfall },
    { movement, now, isOpening: false },
  )
  if (step.after.status !== transaction.status) return step
  return movement.posting.length === 0 && hasShortfall === dispute.hasShortfall
    ? undefined
    : { ...step, eventType: 'transaction.dispute_blocked' }
}

/**
 * Takes the rest of a loss that a failed refund or another dispute has released. `undefined`:
 * nothing is left to take.
 */
export function loseRest(
  dispute: Dispute,
  { transaction, funds, now }: DisputeContext,
): DisputeStep | undefined {
  if (dispute.status !== 'LOST') return undefined
  const { providerTook, lostAmount } = dispute
  const amount = cents(Math.min(providerTook - lostAmount, remainingAmount(transaction)))
  const completed = { ...dispute, hasShortfall: false, lostAmount: cents(lostAmount + amount) }
  if (amount === 0) {
    const eventType = 'transaction.dispute_updated'
    return dispute.hasShortfall
      ? stepWithoutMoney(transaction, completed, { now, eventType })
      : undefined
  }
  const movement = lose(dispute, { amount, method: transaction.method, funds, at: now })
  return stepWith(transaction, completed, { movement, now, isOpening: false })
}

/** A step without money: an answer recorded, an answer sent, a reminder. */
export function stepWithoutMoney(
  transaction: Transaction,
  dispute: Dispute,
  { now, eventType }: { readonly now: Date; readonly eventType: EventTypeOf<'transaction'> },
): DisputeStep {
  return { ...stepWith(transaction, dispute, { now, isOpening: false }), eventType }
}

function stepWith(
  before: Transaction,
  changed: Dispute,
  {
    movement,
    now,
    isOpening,
  }: { readonly movement?: Movement; readonly now: Date; readonly isOpening: boolean },
): DisputeStep {
  const { dueAt: _, ...rest } = changed
  const next: Dispute = { ...rest, version: changed.version + 1, updatedAt: now }
  const dueAt = nextDueAt(next, now)
  const dispute = dueAt ? { ...next, dueAt } : next
  const facts = factsOf(dispute)
  const known = before.disputes ?? []
  const disputes = isOpening
    ? [...known, facts]
    : known.map((each) => (each.id === facts.id ? facts : each))
  const payment = { ...before, disputes }
  const after = nextVersion(payment, now, {
    status: statusAfter(before.status, payment),
    refundedAmount: refundedOf(payment),
  })
  return {
    before,
    after,
    dispute,
    ...(movement && { movement }),
    eventType: eventOf(before, after, dispute),
  }
}

/**
 * The payment's status. With nothing left it is final. With a disputable amount in an open dispute
 * it is in protest. Otherwise it is paid.
 */
function statusAfter(from: TransactionStatus, payment: Transaction): TransactionStatus {
  if (from === 'REFUNDED') return from
  const end = finalStatus(payment)
  if (end) return end
  // A reversed payment is paid first. Another dispute of it blocks in a separate step.
  if (from === 'CHARGEDBACK') return 'PAID'
  const isInProtest = (payment.disputes ?? []).some(
    (each) => isOpen(each) && disputableAmount(payment, each) > 0,
  )
  return isInProtest ? 'IN_PROTEST' : 'PAID'
}

function eventOf(
  before: Transaction,
  after: Transaction,
  { id, status, kind, lostAmount }: Dispute,
): EventTypeOf<'transaction'> {
  const isNew = after.status !== before.status
  switch (status) {
    case 'WON':
      return 'transaction.dispute_won'
    case 'LOST':
      if (isNew && after.status === 'CHARGEDBACK') return 'transaction.chargedback'
      if (kind === 'chargeback' || lostAmount === 0) return 'transaction.dispute_lost'
      return after.status === 'REFUNDED' ? 'transaction.refunded' : 'transaction.partially_refunded'
    default:
      if (isNew && after.status === 'IN_PROTEST') return 'transaction.in_protest'
      if (hasNextPhase(before, { id, status })) return 'transaction.dispute_reopened'
      return (before.disputes?.length ?? 0) < (after.disputes?.length ?? 0)
        ? 'transaction.dispute_opened'
        : 'transaction.dispute_under_review'
  }
}

const hasNextPhase = (
  { disputes = [] }: Transaction,
  { id, status }: Pick<Dispute, 'id' | 'status'>,
): boolean =>
  status === 'NEEDS_RESPONSE' &&
  disputes.some((each) => each.id === id && each.status === 'UNDER_REVIEW')
