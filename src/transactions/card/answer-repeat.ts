import type { App } from '../../app.ts'
import type { Transaction } from '../transaction.ts'
import { transactionById } from '../transaction-store.ts'
import type { Attempt } from './attempt.ts'
import { attemptOf, creationOf } from './attempt-store.ts'
import { resolveAttempt } from './reconcile-attempt.ts'
import { recordOutcome } from './record-card-outcome.ts'

/**
 * The wallet sale with which a repeat of its creation is answered. Its payer takes WAITING_PAYMENT
 * for a failure. So that is answered only when the process that sent the sale waits no more and the
 * acquirer was queried, and it is recorded before. Until then the result is `undefined`.
 * `queriesAtOnce`: the acquirer is queried before that too, because the process that sent the sale
 * has given up its key. An approval that is found then is the payment.
 */
export async function answerRepeat(
  app: App,
  { accountId, id }: Pick<Transaction, 'accountId' | 'id'>,
  { queriesAtOnce = false } = {},
): Promise<Transaction | undefined> {
  const attempt = await attemptOf(app.sql, accountId, id)
  if (!attempt) throw new Error(`sale ${id} has no attempt`)
  // Read before the sale: an approval that the sale does not show is late then.
  const { isAnswered, ownerLeftMs } = await creationOf(app.sql, attempt)
  if (!isAnswered && (queriesAtOnce || ownerLeftMs === 0)) await resolveAttempt(app, attempt)
  const transaction = await transactionById(app.sql, accountId, id)
  if (isAnswered || transaction?.status !== 'WAITING_PAYMENT') return transaction
  if (ownerLeftMs > 0) return undefined
  const outcome = { kind: 'unknown', cause: 'its sender has recorded no outcome' } as const
  return recordOutcome(app, { transaction, attempt, outcome, creating: true })
}

/** The sale of an attempt, if it has ended or a response to its creation is recorded. */
export async function answeredSale(
  { sql }: Pick<App, 'sql'>,
  attempt: Attempt,
): Promise<Transaction | undefined> {
  // Read before the sale: an approval that the sale does not show is late then.
  const { isAnswered } = await creationOf(sql, attempt)
  const transaction = await transactionById(sql, attempt.accountId, attempt.transactionId)
  return isAnswered || transaction?.status !== 'WAITING_PAYMENT' ? transaction : undefined
}
