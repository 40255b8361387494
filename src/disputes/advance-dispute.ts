import type { App } from '../app.ts'
import { transactionById } from '../transactions/transaction-store.ts'
import { type Dispute, type DisputePlace, hasAnswer, nextDueAt } from './dispute.ts'
import { accountsToBlockIn, type DisputeWork, scheduleDispute, shortDisputes } from './dispute-queue-store.ts'
import { blockMore, quietStep } from './dispute-rule.ts'
import { disputeById } from './dispute-store.ts'
import { type Ground, lookThere, recordStep, retried } from './record-step.ts'
import { sendAnswer } from './send-answer.ts'

/** Does the next thing there is to do about a dispute whose time has come. May run twice, and beside the verbs. */
export async function advanceDispute(app: App, { dispute, queries }: DisputeWork): Promise<void> {
  if (dispute.status === 'NEEDS_RESPONSE' && hasAnswer(dispute)) {
    await sendAnswer(app, dispute, queries)
    return
  }
  const dueAt = nextDueAt(dispute, app.clock.now())
  if (dueAt && dueAt <= app.clock.now()) await retried(() => remind(app, dispute))
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
  await recordStep(app, quietStep(transaction, reminded, { now, eventType }))
}

/** Money came in where disputes block less than they could: they block it, the oldest first. Answers how many did. */
export async function blockWhatCameIn(app: Ground): Promise<number> {
  let done = 0
  for (const accountId of await accountsToBlockIn(app.sql, accountsPerTurn)) {
    for (const dispute of await shortDisputes(app.sql, accountId, disputesPerAccount)) {
      const isDone = await retried(() => blockFor(app, dispute)).catch((cause: unknown) => {
        app.log.error({ accountId, disputeId: dispute.id, err: String(cause) }, 'a dispute could not block')
        return false
      })
      if (isDone) done += 1
    }
  }
  return done
}

async function blockFor(app: Ground, { accountId, id }: Dispute): Promise<boolean> {
  const dispute = await disputeById(app.sql, accountId, id)
  if (!dispute?.isShort) return false
  const [transaction, there] = await Promise.all([
    transactionById(app.sql, accountId, dispute.transactionId),
    lookThere(app, accountId, dispute),
  ])
  const step = transaction && blockMore(dispute, { transaction, there, now: app.clock.now() })
  if (!step) return false
  await recordStep(app, step)
  return true
}

const accountsPerTurn = 50
const disputesPerAccount = 16
