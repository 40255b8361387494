import type { App } from '../app.ts'
import { retryOnConflict } from '../journal/retry-on-conflict.ts'
import { transactionById } from '../transactions/transaction-store.ts'
import { type DisputeIds, hasAnswer, nextDueAt } from './dispute.ts'
import { type DisputeWork, scheduleDispute } from './dispute-queue-store.ts'
import { stepWithoutMoney } from './dispute-step.ts'
import { disputeById } from './dispute-store.ts'
import { recordDisputeStep } from './record-dispute-step.ts'
import { sendAnswer } from './send-answer.ts'

/** Runs the next step of a due dispute. It may run twice, and concurrently with API requests. */
export async function advanceDispute(app: App, { dispute, queries }: DisputeWork): Promise<void> {
  if (dispute.status === 'NEEDS_RESPONSE' && hasAnswer(dispute)) {
    await sendAnswer(app, dispute, queries)
    return
  }
  const dueAt = nextDueAt(dispute, app.clock.now())
  if (dueAt && dueAt <= app.clock.now()) await retryOnConflict(() => remind(app, dispute))
  else await scheduleDispute(app.sql, dispute, dueAt ?? null)
}

/** The deadline is near and there is no answer, so the merchant is reminded once. */
async function remind(
  app: Pick<App, 'sql' | 'clock' | 'journal' | 'links'>,
  { accountId, id }: DisputeIds,
): Promise<void> {
  const dispute = await disputeById(app.sql, accountId, id)
  const now = app.clock.now()
  const dueAt = dispute && nextDueAt(dispute, now)
  if (!dispute || hasAnswer(dispute) || !dueAt || dueAt > now) return
  const transaction = await transactionById(app.sql, accountId, dispute.transactionId)
  if (!transaction) throw new Error(`dispute ${id} has no transaction`)
  const reminded = { ...dispute, remindedAt: now }
  // After the deadline a reminder is useless. The worker was down for a long time.
  const isTooLate = dispute.answerBy !== undefined && dispute.answerBy < now
  const eventType = isTooLate ? 'transaction.dispute_updated' : 'transaction.dispute_due'
  await recordDisputeStep(app, stepWithoutMoney(transaction, reminded, { now, eventType }))
}
