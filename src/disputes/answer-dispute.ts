import type { App } from '../app.ts'
import { retryOnConflict } from '../journal/retry-on-conflict.ts'
import { Rejection } from '../primitives/rejection.ts'
import { ownerLeaseMs } from '../providers/polling/retry-schedule.ts'
import { transactionById } from '../transactions/transaction-store.ts'
import { type Dispute, type DisputeAnswer, type DisputeIds, hasAnswer } from './dispute.ts'
import { stepWithoutMoney } from './dispute-step.ts'
import { disputeById } from './dispute-store.ts'
import { evidenceOf } from './evidence-store.ts'
import { recordDisputeStep } from './record-dispute-step.ts'
import { sendAnswer } from './send-answer.ts'

/** The merchant's text, at most 1,000 characters. */
export type NewAnswer = Pick<DisputeAnswer, 'decision' | 'text' | 'answeredBy'>

/**
 * Accepts a claim or contests it, with every document that was added before. The answer is recorded
 * first, then sent, and sent again until the provider has it. Returns the current dispute. An equal
 * second answer changes nothing. Throws `not-found`, `dispute-status-does-not-allow`,
 * `dispute-already-answered`, `dispute-answer-late`, `dispute-defence-missing`.
 */
export async function answerDispute(
  app: App,
  ids: DisputeIds,
  newAnswer: NewAnswer,
): Promise<Dispute> {
  const answered = await retryOnConflict(() => recordAnswer(app, ids, newAnswer))
  return answered.isNew ? sendAnswer(app, answered.dispute) : answered.dispute
}

async function recordAnswer(
  app: Pick<App, 'sql' | 'clock' | 'journal' | 'links'>,
  { accountId, id }: DisputeIds,
  newAnswer: NewAnswer,
): Promise<{ readonly dispute: Dispute; readonly isNew: boolean }> {
  const dispute = await disputeById(app.sql, accountId, id)
  if (!dispute) throw new Rejection('not-found')
  const now = app.clock.now()
  const { answer } = dispute
  if (
    hasAnswer(dispute) &&
    answer?.decision === newAnswer.decision &&
    answer.text === newAnswer.text
  )
    return { dispute, isNew: false }
  assertAnswerable(dispute, now)
  const [transaction, evidence] = await Promise.all([
    transactionById(app.sql, accountId, dispute.transactionId),
    evidenceOf(app.sql, accountId, [id]),
  ])
  if (!transaction) throw new Error(`dispute ${id} has no transaction`)
  if (newAnswer.decision === 'contest' && newAnswer.text === '' && evidence.length === 0)
    throw new Rejection('dispute-defence-missing', { field: 'text' })
  const step = stepWithoutMoney(
    transaction,
    {
      ...dispute,
      answer: { ...newAnswer, evidenceIds: evidence.map((each) => each.id), givenAt: now },
    },
    { now, eventType: 'transaction.dispute_answered' },
  )
  // While this request is at the provider, no other worker sends the answer.
  const leased = { ...step.dispute, dueAt: new Date(now.getTime() + ownerLeaseMs) }
  await recordDisputeStep(app, { ...step, dispute: leased })
  return { dispute: leased, isNew: true }
}

function assertAnswerable(dispute: Dispute, now: Date): void {
  const { status } = dispute
  if (status === 'NEEDS_RESPONSE' && hasAnswer(dispute))
    throw new Rejection('dispute-already-answered')
  if (status !== 'NEEDS_RESPONSE') {
    throw dispute.answer
      ? new Rejection('dispute-already-answered')
      : new Rejection('dispute-status-does-not-allow', { params: { status } })
  }
  assertInTime(dispute, now)
}

/** Throws `dispute-answer-late`. */
export function assertInTime({ answerBy }: Pick<Dispute, 'answerBy'>, now: Date): void {
  if (answerBy && now > answerBy)
    throw new Rejection('dispute-answer-late', { params: { until: answerBy.toISOString() } })
}
