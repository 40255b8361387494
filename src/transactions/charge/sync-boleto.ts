import { chargeQueryMs } from '../../providers/polling/timeouts.ts'
import type { BoletoFinding } from '../../providers/ports/boleto.ts'
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
  scheduleUnanswered,
} from './record-charge.ts'
import { syncByFile } from './sync-by-file.ts'

/**
 * Queries the bank for a boleto, or reads what a bank that takes files has reported. A boleto past
 * its last day is canceled at the bank before it is canceled here. One in protest stays open for as
 * long as the bank keeps it, and one that is canceled here is queried while it is in protest there.
 */
export async function syncBoleto(app: SyncDeps, transaction: Transaction): Promise<Transaction> {
  const bank = app.providers.boleto(transaction.providerId)
  if ('remittances' in bank) return syncByFile(app, transaction, bank)
  const { reference } = methods[transaction.method]
  const finding = await bank.find(reference(transaction), AbortSignal.timeout(chargeQueryMs))
  return record(app, transaction, finding)
}

async function record(
  app: SyncDeps,
  transaction: Transaction,
  finding: BoletoFinding,
): Promise<Transaction> {
  if (finding.kind === 'unknown') return scheduleUnanswered(app, transaction, finding.cause)
  // A payment in progress is no final response, and nothing is canceled meanwhile.
  if (finding.kind === 'settling') return scheduleNextSync(app, transaction, { isUnanswered: true })
  if (finding.kind === 'not-found') return recordNotFound(app, transaction)
  if (finding.kind === 'paid') return recordPayment(app, transaction, finding)
  if (finding.kind === 'in-protest') {
    const after = await recordProtest(app, transaction, true)
    return scheduleNextSync(app, after, { isInProtest: true })
  }
  if (finding.kind === 'open')
    return closeWhenOver(app, await recordProtest(app, transaction, false), syncBoleto)
  return recordCanceled(app, transaction, 'expired')
}
