import type { App } from '../app.ts'
import type { IdempotencyHandle } from '../idempotency/idempotency-handle.ts'
import { isRepeat } from '../idempotency/idempotency-store.ts'
import type { Write } from '../journal/change.ts'
import { retryOnConflict } from '../journal/retry-on-conflict.ts'
import { Rejection } from '../primitives/rejection.ts'
import { ownerLeaseMs } from '../providers/polling/retry-schedule.ts'
import { otherRequestLeftMs, type RequestType } from './open-request.ts'
import { nextVersion, type Transaction } from './transaction.ts'
import { updateChange } from './transaction-change.ts'
import { transactionById } from './transaction-store.ts'

export interface Intent {
  readonly accountId: string
  readonly id: string
  readonly type: RequestType
  readonly idempotency?: IdempotencyHandle<Transaction>
  /** Whether the transaction is as requested already. Throws when it cannot become so. */
  isDone(found: Transaction): boolean
  /** What is committed with it. */
  extraWrites?(found: Transaction): Promise<readonly Write[]>
}

type IntentApp = Pick<App, 'sql' | 'journal' | 'clock' | 'links'>

/**
 * Records the request that is about to be sent to a provider, with the key of the API request
 * (docs/design/rules.md#i2). If this process dies, a worker queries the provider for the outcome.
 * When another change was first, the check is repeated. Returns the current transaction. It is
 * unchanged if it is already as requested. Throws `not-found`, `operation-in-progress` while a
 * request of the other type may be on its way, and what `isDone` throws.
 */
export const recordIntent = (app: IntentApp, intent: Intent): Promise<Transaction> =>
  retryOnConflict(
    async () => {
      const found = await transactionById(app.sql, intent.accountId, intent.id)
      if (!found) throw new Rejection('not-found')
      if (intent.isDone(found)) return found
      const otherLeftMs = await otherRequestLeftMs(app, found, intent.type)
      if (otherLeftMs > 0)
        throw new Rejection('operation-in-progress', {
          retryAfterSeconds: Math.ceil(otherLeftMs / 1_000),
        })
      return recordOnce(app, found, intent)
    },
    { stopWhen: isRepeat },
  )

async function recordOnce(
  app: IntentApp,
  found: Transaction,
  { type, idempotency, extraWrites }: Intent,
): Promise<Transaction> {
  const now = app.clock.now()
  const intended = nextVersion(found, now, {})
  await app.journal.record(
    updateChange(found, intended, {
      links: app.links,
      notify: false,
      eventType: type,
      checkAt: new Date(now.getTime() + ownerLeaseMs),
      extraWrites: [
        ...(idempotency ? [idempotency.markInProgress(found.id)] : []),
        ...((await extraWrites?.(found)) ?? []),
      ],
    }),
  )
  return intended
}
