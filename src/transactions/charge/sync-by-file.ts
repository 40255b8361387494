import assert from 'node:assert/strict'
import {
  addBusinessDays,
  businessDaysBetween,
  nextBusinessDay,
} from '../../brazil/bank-calendar.ts'
import { endOfLocalDay, localDate } from '../../brazil/local-time.ts'
import type { FileBoletoBank } from '../../providers/ports/boleto.ts'
import { reportedState } from '../remittance/boleto-state.ts'
import { isReturnMissing, movementsOf } from '../remittance/movement-store.ts'
import { holdWriteOff, releaseWriteOff, requestWriteOff } from '../remittance/remittance-store.ts'
import type { Transaction } from '../transaction.ts'
import { reportNotDone, reportUnconfirmed } from './boleto-cases.ts'
import {
  isOver,
  recordCanceled,
  recordPayment,
  recordProtest,
  recordRefused,
  recordRegistered,
  type SyncDeps,
  scheduleNextSync,
} from './record-charge.ts'

/** Brings a boleto to the state that its bank has reported by files. */
export async function syncByFile(
  app: SyncDeps,
  transaction: Transaction,
  bank: Pick<FileBoletoBank, 'maxPayableDaysAfterDue'>,
): Promise<Transaction> {
  const movements = await movementsOf(app.sql, transaction)
  const state = reportedState(movements, transaction.amount)
  if (state.kind === 'refused' && !(await isReturnMissing(app.sql, transaction, state.sequence)))
    return recordRefused(app, transaction, refusal(state.reason))
  // A return that is not read yet may report that the rejected boleto was registered before.
  if (state.kind === 'unconfirmed' || state.kind === 'refused') {
    const now = app.clock.now()
    // If the bank has it nevertheless, it has written it off since. A late payment still counts.
    if (now > lastReportOf(transaction, bank)) return recordCanceled(app, transaction, 'expired')
    const days = businessDaysBetween(localDate(transaction.createdAt), localDate(now))
    if (days > confirmedWithinDays) await reportUnconfirmed(app, transaction)
    return scheduleNextSync(app, transaction, { isUnanswered: true })
  }
  const registered = await recordRegistered(app, transaction)
  await reportNotDone(app, registered, movements)
  switch (state.kind) {
    case 'paid':
      return recordPayment(app, registered, state)
    case 'cancelled':
      // The bank writes off by itself only after the last day.
      return recordCanceled(app, registered, isOver(app, registered) ? 'expired' : 'requested')
    case 'in-protest': {
      await holdWriteOff(app.sql, registered)
      const after = await recordProtest(app, registered, true)
      return scheduleNextSync(app, after, { isInProtest: true })
    }
    case 'open':
      await releaseWriteOff(app.sql, registered, app.clock.now())
      return writeOffWhenOver(app, await recordProtest(app, registered, false))
  }
}

/** A bank reports on the next business day. */
const confirmedWithinDays = 3

/** When the bank has reported everything about a boleto, the end of its last day included. */
function lastReportOf(
  { boleto }: Transaction,
  { maxPayableDaysAfterDue: days }: Pick<FileBoletoBank, 'maxPayableDaysAfterDue'>,
): Date {
  assert(boleto)
  const last = nextBusinessDay(Temporal.PlainDate.from(boleto.dueDate).add({ days }))
  return endOfLocalDay(addBusinessDays(last, confirmedWithinDays))
}

const refusal = (reason: string): string => `O banco não registrou o boleto: ${reason}.`

/** Past its end the boleto is still open here until the bank reports its write-off. */
async function writeOffWhenOver(app: SyncDeps, transaction: Transaction): Promise<Transaction> {
  if (!isOver(app, transaction)) return scheduleNextSync(app, transaction)
  await requestWriteOff(app.sql, transaction, app.clock.now())
  return scheduleNextSync(app, transaction, { isUnanswered: true })
}
