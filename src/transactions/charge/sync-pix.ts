import type { App } from '../../app.ts'
import { chargeQueryMs } from '../../providers/polling/timeouts.ts'
import type { PixFinding } from '../../providers/ports/pix.ts'
import { canBePaid, type Transaction } from '../transaction.ts'
import { isGivenBack, reportMismatch } from './payment-mismatch.ts'
import {
  isOver,
  recordArrival,
  recordCanceled,
  recordNotFound,
  type SyncDeps,
  scheduleNextSync,
} from './record-charge.ts'

/**
 * Asks the bank about a PIX charge. A charge past its expiry is removed at the bank before it is
 * canceled here.
 */
export async function syncPix(app: SyncDeps, transaction: Transaction): Promise<Transaction> {
  const provider = app.providers.pix(transaction.providerId)
  const txid = transaction.pix?.txid ?? ''
  const finding = await provider.findCharge(txid, AbortSignal.timeout(chargeQueryMs))
  if (finding.kind === 'unknown') return scheduleNextSync(app, transaction, { isUnanswered: true })
  if (finding.kind === 'not-found') return recordNotFound(app, transaction)
  // Whatever the state of the charge: money that arrived is the fact.
  if (finding.payments.length > 0) return recordPix(app, transaction, finding)
  if (finding.state === 'completed')
    return scheduleNextSync(app, transaction, { isUnanswered: true }) // Not visible yet.
  if (finding.state === 'active') {
    if (!isOver(app, transaction)) return scheduleNextSync(app, transaction)
    // Closed at the provider before it is closed here: what it cannot take any more cannot be paid.
    const removal = await provider.removeCharge(txid, AbortSignal.timeout(chargeQueryMs))
    if (removal.kind === 'completed') return syncPix(app, transaction)
    if (removal.kind === 'unknown')
      return scheduleNextSync(app, transaction, { isUnanswered: true })
  }
  return recordCanceled(app, transaction, 'expired')
}

/**
 * One payment of the charge's amount, none of which has gone back, is its payment; any other is for
 * a person.
 */
async function recordPix(
  app: Pick<App, 'log' | 'sql' | 'clock' | 'journal' | 'links'>,
  transaction: Transaction,
  finding: FoundPix,
): Promise<Transaction> {
  const payments = finding.payments.toSorted(
    (one, other) => one.paidAt.getTime() - other.paidAt.getTime(),
  )
  const own = payments.find(
    ({ amount, returned = 0 }) => amount === transaction.amount && returned === 0,
  )
  const isNews = own !== undefined && canBePaid(transaction)
  // With several the payment is looked at once more: whoever dies before he told of the others
  // leaves that to a worker.
  const checkAt =
    payments.length > 1 ? new Date(app.clock.now().getTime() + tellAgainMs) : undefined
  const after = isNews ? await recordArrival(app, transaction, own, checkAt) : transaction
  // Canceled in the same breath.
  if (isNews && canBePaid(after)) return recordPix(app, after, finding)
  for (const payment of payments) await reportMismatch(app, after, payment)
  if (isNews) return after
  // All that came was given back, and the bank takes no more.
  const isUndone =
    finding.state !== 'active' && payments.every(isGivenBack) && isOver(app, transaction)
  return isUndone ? recordCanceled(app, transaction, 'expired') : scheduleNextSync(app, after)
}

type FoundPix = Extract<PixFinding, { kind: 'found' }>

const tellAgainMs = 60_000
