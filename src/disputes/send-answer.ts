import type { App } from '../app.ts'
import { openCase } from '../cases/open-case.ts'
import { retryOnConflict } from '../journal/retry-on-conflict.ts'
import { callMsOf, nextQueryWaitMs, waitWithCaseMs } from '../providers/polling/retry-schedule.ts'
import type { ClaimAnswerOutcome } from '../providers/ports/dispute.ts'
import { transactionById } from '../transactions/transaction-store.ts'
import { type Dispute, type DisputeAnswer, hasAnswer } from './dispute.ts'
import { schedulePoll } from './dispute-poll-store.ts'
import { disputePortOf } from './dispute-port.ts'
import { scheduleDispute } from './dispute-queue-store.ts'
import { type DisputeStep, stepWithoutMoney } from './dispute-step.ts'
import { disputeById } from './dispute-store.ts'
import { evidenceDocuments } from './evidence-store.ts'
import { recordDisputeStep } from './record-dispute-step.ts'

/**
 * Sends a recorded answer. Repetition is safe. If the provider accepts it, a contested claim is
 * under review. If the provider rejects it, the merchant may give another. If the result is
 * unknown, it is sent again later: after seven days a case is open, and it is sent every six hours
 * until the deadline. Returns the current dispute. `queries`: the number of earlier attempts.
 */
export async function sendAnswer(app: App, dispute: Dispute, queries = 0): Promise<Dispute> {
  if (!isToSend(dispute)) return dispute
  const outcome = await callProvider(app, dispute, dispute.answer)
  const now = app.clock.now()
  if (outcome.kind !== 'unknown') {
    const after = await retryOnConflict(() => recordOutcome(app, dispute, outcome))
    await schedulePoll(app.sql, dispute.providerId, now) // The claim may be decided already.
    return after
  }
  const waitMs = nextQueryWaitMs(queries, now.getTime() - dispute.answer.givenAt.getTime())
  if (waitMs === undefined) await openUnresolved(app, dispute)
  const dueAt = new Date(now.getTime() + (waitMs ?? waitWithCaseMs))
  // After the deadline the provider decides without it.
  const isTooLate = waitMs === undefined && dispute.answerBy !== undefined && now > dispute.answerBy
  await scheduleDispute(app.sql, dispute, isTooLate ? null : dueAt)
  return dispute
}

/** The provider may not have the answer, and a person can still give it there. */
const openUnresolved = (
  app: Pick<App, 'sql' | 'clock' | 'log'>,
  { accountId, id, providerId, caseId, amount }: Dispute,
): Promise<void> =>
  openCase(app, providerId, {
    kind: 'dispute-answer-unresolved',
    subject: id,
    accountId,
    objectType: 'dispute',
    objectId: id,
    reference: caseId,
    expected: { amount },
  })

const isToSend = (dispute: Dispute): dispute is Dispute & { readonly answer: DisputeAnswer } =>
  dispute.status === 'NEEDS_RESPONSE' && hasAnswer(dispute) && dispute.answer?.sentAt === undefined

async function callProvider(
  app: Pick<App, 'config' | 'sql' | 'providers'>,
  dispute: Dispute,
  answer: DisputeAnswer,
): Promise<ClaimAnswerOutcome> {
  const port = disputePortOf(app, dispute.providerId)
  if (!port) return { kind: 'unknown', cause: 'the configured provider has no dispute port' }
  const { caseId, payment, phase } = dispute
  const { decision, text, evidenceIds } = answer
  const documents = await evidenceDocuments(app.sql, dispute, evidenceIds)
  const signal = AbortSignal.timeout(callMsOf(app))
  return port.answer(
    { caseId, payment, ...(phase !== undefined && { phase }) },
    { decision, text, documents },
    signal,
  )
}

/**
 * Records the result on the current dispute. The provider's report of the claim may have arrived
 * meanwhile.
 */
async function recordOutcome(
  app: Pick<App, 'sql' | 'clock' | 'journal' | 'links'>,
  { accountId, id }: Dispute,
  outcome: Exclude<ClaimAnswerOutcome, { kind: 'unknown' }>,
): Promise<Dispute> {
  const dispute = await disputeById(app.sql, accountId, id)
  const transaction = dispute && (await transactionById(app.sql, accountId, dispute.transactionId))
  if (!dispute || !transaction) throw new Error(`dispute ${id} has no transaction`)
  const { answer } = dispute
  if (!answer || answer.sentAt || answer.rejected !== undefined) return dispute
  const now = app.clock.now()
  const step: DisputeStep =
    outcome.kind === 'rejected'
      ? stepWithoutMoney(
          transaction,
          { ...dispute, answer: { ...answer, rejected: outcome.message } },
          { now, eventType: 'transaction.dispute_answer_rejected' },
        )
      : stepWithoutMoney(
          transaction,
          {
            ...dispute,
            answer: { ...answer, sentAt: now },
            ...(answer.decision === 'contest' &&
              dispute.status === 'NEEDS_RESPONSE' && { status: 'UNDER_REVIEW' }),
          },
          { now, eventType: 'transaction.dispute_answer_sent' },
        )
  await recordDisputeStep(app, step)
  return step.dispute
}
