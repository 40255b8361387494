import type { App } from '../app.ts'
import type { Remember } from '../idempotency/remember.ts'
import { ownerLeaseMs } from '../providers/query-plan.ts'
import { stepFrom } from './change-for.ts'
import { nextVersion, type Transaction } from './transaction.ts'

export interface Intent {
  readonly type: 'transaction.cancel_requested' | 'transaction.capture_requested'
  readonly remember?: Remember<Transaction>
}

/**
 * What is about to be asked of a provider is written down first, with the key that asked for it (reliability I2): should
 * this process die, a worker finds out what became of it. Answers the transaction as it then is. Throws `LostChange`.
 */
export async function recordIntent(
  app: Pick<App, 'journal' | 'clock' | 'links'>,
  transaction: Transaction,
  { type, remember }: Intent,
): Promise<Transaction> {
  const now = app.clock.now()
  const meant = nextVersion(transaction, now, {})
  await app.journal.record(
    stepFrom(transaction, meant, {
      links: app.links,
      notify: false,
      eventType: type,
      checkAt: new Date(now.getTime() + ownerLeaseMs),
      ...(remember && { companions: [remember.running(transaction.id)] }),
    }),
  )
  return meant
}
