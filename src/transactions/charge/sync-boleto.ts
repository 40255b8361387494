import { businessDaysBetween } from '../../brazil/bank-calendar.ts'
import { localDate } from '../../brazil/local-time.ts'
import { chargeQueryMs } from '../../providers/polling/timeouts.ts'
import type { BoletoFinding } from '../../providers/ports/boleto.ts'
import { methods } from '../methods/methods.ts'
import { reportedState } from '../remittance/boleto-state.ts'
import { movementsOf } from '../remittance/movement-store.ts'
import { releaseWriteOff } from '../remittance/remittance-store.ts'
import type { Transaction } from '../transaction.ts'
import { reportNotDone, reportUnconfirmed } from './boleto-cases.ts'
import {
  closeWhenOver,
  isOver,
  recordCanceled,
  recordNotFound,
  recordPayment,
  recordProtest,
  recordRefused,
  recordRegistered,
  type SyncDeps,
  scheduleNextSync,
} from './record-charge.ts'

/**
 * Queries the bank for a boleto, or reads what a bank that takes files has reported. A boleto past
 * its last day is canceled at the bank before it is canceled here. One in protest stays open for as
 * long as the bank keeps it, and one that is canceled here and in protest there is queried as long.
 */
export async function syncBoleto(app: SyncDeps, transaction: Transaction): Promise<Transaction> {
  const bank = app.providers.boleto(transaction.providerId)
  if ('remittances' in bank) return syncByFile(app, transaction)
  const { reference } = methods[transaction.method]
  const finding = await bank.find(reference(transaction), AbortSignal.timeout(chargeQueryMs))
  return record(app, transaction, finding)
}

async function syncByFile(app: SyncDeps, transaction: Transaction): Promise<Transaction> {
  const movements = await movementsOf(app.sql, transaction)
  const state = reportedState(movements, transaction.amount)
  if (state.kind === 'refused') return recordRefused(app, transaction, refusal(state.reason))
  if (state.kind === 'unconfirmed') {
    const days = businessDaysBetween(localDate(transaction.createdAt), localDate(app.clock.now()))
    if (days > confirmedWithinDays) await reportUnconfirmed(app, transaction)
    return scheduleNextSync(app, transaction)
  }
  const registered = await recordRegistered(app, transaction)
  await releaseWriteOff(app.sql, registered, app.clock.now())
  await reportNotDone(app, registered, movements)
  if (state.kind !== 'cancelled') return record(app, registered, state)
  // The bank writes off by itself only after the last day.
  return recordCanceled(app, registered, isOver(app, registered) ? 'expired' : 'requested')
}

/** A bank reports on the next business day. */
const confirmedWithinDays = 3

const refusal = (reason: string): string => `O banco não registrou o boleto: ${reason}.`

async function record(
  app: SyncDeps,
  transaction: Transaction,
  finding: BoletoFinding,
): Promise<Transaction> {
  // A payment in progress is no final response, and nothing is canceled meanwhile.
  if (finding.kind === 'unknown' || finding.kind === 'settling')
    return scheduleNextSync(app, transaction, { isUnanswered: true })
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
