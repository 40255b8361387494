import type { Account } from '../accounts/account.ts'
import type { App } from '../app.ts'
import { eventsOf } from '../journal/event-store.ts'
import { isUuid } from '../primitives/id.ts'
import { Rejection } from '../primitives/rejection.ts'
import { answerRepeat } from './card/answer-repeat.ts'
import { attemptOf } from './card/attempt-store.ts'
import { resolveAttempt } from './card/reconcile-attempt.ts'
import { type Step, timelineOf } from './timeline.ts'
import type { Transaction } from './transaction.ts'
import {
  type TransactionCursor,
  type TransactionFilter,
  transactionById,
  transactionBySecureId,
} from './transaction-store.ts'

/**
 * One account's transaction. `undefined` for an id of another account, an unknown id and a
 * malformed id.
 */
export const findTransaction = async (
  app: Pick<App, 'sql'>,
  accountId: string,
  id: string,
): Promise<Transaction | undefined> =>
  isUuid(id) ? transactionById(app.sql, accountId, id) : undefined

export interface TransactionQuery extends TransactionFilter {
  readonly limit: number
  readonly after?: TransactionCursor
  /**
   * From 1. For clients that count pages; a cursor costs the same on every page, a page number does
   * not.
   */
  readonly page?: number
}

/** Every step of a transaction, the oldest first, from its events. */
export async function transactionTimeline(
  app: Pick<App, 'sql'>,
  accountId: string,
  id: string,
): Promise<readonly Step[] | undefined> {
  if (!isUuid(id)) return undefined
  const [events, attempt] = await Promise.all([
    eventsOf(app.sql, accountId, id),
    attemptOf(app.sql, accountId, id),
  ])
  return events.length === 0 ? undefined : timelineOf(events, attempt)
}

/** The transaction of a payment page. */
export const pageOf = (app: Pick<App, 'sql'>, secureId: string): Promise<Transaction | undefined> =>
  transactionBySecureId(app.sql, secureId)

/**
 * The transaction for a repeated idempotency key whose first owner died. The sale is never executed
 * a second time (docs/design/rules.md#i4). Throws `idempotency-in-progress` while the process that
 * sent a wallet sale may still answer.
 */
export async function resumeTransaction(
  app: App,
  account: Account,
  id: string,
): Promise<Transaction | undefined> {
  const transaction = await findTransaction(app, account.id, id)
  if (transaction?.status !== 'WAITING_PAYMENT') return transaction
  if (transaction.card?.isWallet) {
    const answered = await answerRepeat(app, transaction, { queriesAtOnce: true })
    if (!answered) throw new Rejection('idempotency-in-progress', { retryAfterSeconds: 2 })
    return answered
  }
  const attempt = await attemptOf(app.sql, account.id, id)
  if (!attempt) return transaction
  await resolveAttempt(app, attempt)
  return findTransaction(app, account.id, id)
}
