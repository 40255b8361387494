import { chargeQueryMs } from '../../providers/polling/timeouts.ts'
import {
  recordCanceled,
  recordPayment,
  type SyncDeps,
  scheduleNextSync,
} from '../charge/record-charge.ts'
import { nextCheckAt } from '../charge/sync-schedule.ts'
import type { Transaction } from '../transaction.ts'

/**
 * Queries an authorization. One that is near its end is canceled and does not expire unnoticed.
 */
export async function syncAuthorization(
  app: SyncDeps,
  transaction: Transaction,
): Promise<Transaction> {
  if (transaction.status !== 'AUTHORIZED') return transaction
  const acquirer = app.providers.card(transaction.providerId)
  const reference = transaction.card?.reference ?? ''
  const finding = await acquirer.findByReference(reference, AbortSignal.timeout(chargeQueryMs))
  if (finding.kind !== 'found') return scheduleNextSync(app, transaction)
  if (finding.outcome.kind === 'approved' && finding.outcome.captured) {
    return recordPayment(app, transaction, { amount: transaction.amount, paidAt: app.clock.now() })
  }
  if (finding.outcome.kind === 'voided') return recordCanceled(app, transaction, 'requested')
  if (nextCheckAt(transaction, transaction.createdAt) > app.clock.now())
    return scheduleNextSync(app, transaction)
  const cancel = await acquirer.cancel(
    reference,
    transaction.amount,
    AbortSignal.timeout(chargeQueryMs),
  )
  return cancel.kind === 'cancelled'
    ? recordCanceled(app, transaction, 'expired')
    : scheduleNextSync(app, transaction)
}
