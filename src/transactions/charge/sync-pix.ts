import type { App } from '../../app.ts'
import { chargeQueryMs } from '../../providers/polling/timeouts.ts'
import type { PixFinding } from '../../providers/ports/pix.ts'
import { methods } from '../methods/methods.ts'
import { chargesOf } from '../methods/pix.ts'
import { canBePaid, type Transaction } from '../transaction.ts'
import { isReturned, reportMismatch } from './payment-mismatch.ts'
import {
  closeWhenOver,
  isOver,
  recordCanceled,
  recordNotFound,
  recordPayment,
  type SyncDeps,
  scheduleNextSync,
  scheduleUnanswered,
} from './record-charge.ts'

/**
 * Queries the bank for a PIX charge. A charge past its expiry is removed at the bank before it is
 * canceled here.
 */
export async function syncPix(app: SyncDeps, transaction: Transaction): Promise<Transaction> {
  const charges = chargesOf(app.providers, transaction)
  const txid = transaction.pix?.txid ?? ''
  const finding = await charges.findCharge(txid, AbortSignal.timeout(chargeQueryMs))
  if (finding.kind === 'unknown') return scheduleUnanswered(app, transaction, finding.cause)
  if (finding.kind === 'not-found') return recordNotFound(app, transaction)
  // Received money counts in any state of the charge.
  if (finding.payments.length > 0) return recordPix(app, transaction, finding)
  if (finding.state === 'completed')
    return scheduleUnanswered(app, transaction, new Error('a paid charge without its payment'))
  if (finding.state === 'active') return closeWhenOver(app, transaction, syncPix)
  return recordCanceled(app, transaction, 'expired')
}

/**
 * The first payment of the charge's amount of which nothing was returned is its payment. Any other
 * payment becomes a case for a person.
 */
async function recordPix(
  app: Pick<App, 'log' | 'sql' | 'clock' | 'journal' | 'links'>,
  transaction: Transaction,
  finding: FoundPix,
): Promise<Transaction> {
  const payments = finding.payments.toSorted(
    (one, other) => one.paidAt.getTime() - other.paidAt.getTime(),
  )
  const { amountFacts } = methods[transaction.method]
  const own = payments.find(
    (payment) => !payment.returned && amountFacts(transaction, payment) !== undefined,
  )
  const isNews = own !== undefined && canBePaid(transaction)
  // A charge with several payments is queried once more. If this process dies before it has
  // reported the others, a worker reports them.
  const checkAt =
    payments.length > 1 ? new Date(app.clock.now().getTime() + reportAgainMs) : undefined
  const after = isNews ? await recordPayment(app, transaction, own, checkAt) : transaction
  // The charge was canceled concurrently, and can still be paid.
  if (isNews && canBePaid(after)) return recordPix(app, after, finding)
  for (const payment of payments) await reportMismatch(app, after, payment)
  if (isNews) return after
  // All received money was returned, and the bank accepts no more payments.
  const isUndone =
    finding.state !== 'active' && payments.every(isReturned) && isOver(app, transaction)
  return isUndone ? recordCanceled(app, transaction, 'expired') : scheduleNextSync(app, after)
}

type FoundPix = Extract<PixFinding, { kind: 'found' }>

const reportAgainMs = 60_000
