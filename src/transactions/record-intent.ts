import type { App } from '../app.ts'
import type { IdempotencyHandle } from '../idempotency/idempotency-handle.ts'
import { ownerLeaseMs } from '../providers/polling/retry-schedule.ts'
import { nextVersion, type Transaction } from './transaction.ts'
import { updateChange } from './transaction-change.ts'

export interface Intent {
  readonly type: 'transaction.cancel_requested' | 'transaction.capture_requested'
  readonly remember?: IdempotencyHandle<Transaction>
}

/**
 * Records what a provider is about to be asked, with the key of the request
 * (docs/design/rules.md#i2). If this process dies, a worker asks the provider for the outcome.
 * Returns the transaction as it then is. Throws `WriteConflict`.
 */
export async function recordIntent(
  app: Pick<App, 'journal' | 'clock' | 'links'>,
  transaction: Transaction,
  { type, remember }: Intent,
): Promise<Transaction> {
  const now = app.clock.now()
  const meant = nextVersion(transaction, now, {})
  await app.journal.record(
    updateChange(transaction, meant, {
      links: app.links,
      notify: false,
      eventType: type,
      checkAt: new Date(now.getTime() + ownerLeaseMs),
      ...(remember && { extraWrites: [remember.markInProgress(transaction.id)] }),
    }),
  )
  return meant
}
