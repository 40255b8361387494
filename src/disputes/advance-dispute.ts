import type { App } from '../app.ts'
import { retryOnConflict } from '../journal/retry-on-conflict.ts'
import { transactionById } from '../transactions/transaction-store.ts'
import { type DisputePlace, hasAnswer, nextDueAt } from './dispute.ts'
import { type DisputeWork, scheduleDispute } from './dispute-queue-store.ts'
import { stepWithoutMoney } from './dispute-step.ts'
import { disputeById } from './dispute-store.ts'
import { recordStep } from './record-dispute-step.ts'
import { sendAnswer } from './send-answer.ts'

/** Does the next thing there is to do about a dispute whose time has come. May run twice, and beside the verbs. */
export async function advanceDispute(app: App, { dispute, queries }: DisputeWork): Promise<void> {
  if (dispute.status === 'NEEDS_RESPONSE' && hasAnswer(dispute)) {
    await sendAnswer(app, dispute, queries)
    return
  }
  const dueAt = nextDueAt(dispute, app.clock.now())
  if (dueAt && dueAt <= app.clock.now()) await retryOnConflict(() => remind(app, dispute))
  else await scheduleDispute(app.sql, dispute, dueAt ?? null)
}

/** The last moment to answer is near, and nobody has: the merchant is told once. */
async function remind(app: App, { accountId, id }: DisputePlace): Promise<void> {
  const dispute = await disputeById(app.sql, accountId, id)
  const now = app.clock.now()
  const dueAt = dispute && nextDueAt(dispute, now)
  if (!dispute || hasAnswer(dispute) || !dueAt || dueAt > now) return
  const transaction = await transactionById(app.sql, accountId, dispute.transactionId)
  if (!transaction) throw new Error(`dispute ${id} has no transaction`)
  const reminded = { ...dispute, remindedAt: now }
  // After the deadline a reminder helps nobody: a worker was away for long.
  const isTooLate = dispute.answerBy !== undefined && dispute.answerBy < now
  const eventType = isTooLate ? 'transaction.dispute_updated' : 'transaction.dispute_due'
  await recordStep(app, stepWithoutMoney(transaction, reminded, { now, eventType }))
}
