import { chargeQueryMs } from '../../providers/polling/timeouts.ts'
import { methods } from '../methods/methods.ts'
import type { Transaction } from '../transaction.ts'
import {
  closeWhenOver,
  recordCanceled,
  recordNotFound,
  recordPayment,
  recordProtest,
  type SyncDeps,
  scheduleNextSync,
} from './record-charge.ts'

/**
 * Queries the bank for a boleto. A boleto past its last day is canceled at the bank before it is
 * canceled here. One in protest stays open for as long as the bank keeps it.
 */
export async function syncBoleto(app: SyncDeps, transaction: Transaction): Promise<Transaction> {
  const bank = app.providers.boleto(transaction.providerId)
  const { reference } = methods[transaction.method]
  const finding = await bank.find(reference(transaction), AbortSignal.timeout(chargeQueryMs))
  // A payment in progress is no final response, and nothing is canceled meanwhile.
  if (finding.kind === 'unknown' || finding.kind === 'settling')
    return scheduleNextSync(app, transaction, { isUnanswered: true })
  if (finding.kind === 'not-found') return recordNotFound(app, transaction)
  if (finding.kind === 'paid') return recordPayment(app, transaction, finding)
  if (finding.kind === 'in-protest')
    return scheduleNextSync(app, await recordProtest(app, transaction, true))
  if (finding.kind === 'open')
    return closeWhenOver(app, await recordProtest(app, transaction, false), syncBoleto)
  return recordCanceled(app, transaction, 'expired')
}
