import type { App } from '../app.ts'
import { cents } from '../primitives/money.ts'
import { chargeQueryMs } from '../providers/polling/timeouts.ts'
import type { CardOutcome, CardVoided } from '../providers/ports/card.ts'
import { restoreRefund } from '../refunds/restore-refund.ts'
import { restoredCardRefundId } from '../refunds/restored-card-refund.ts'
import type { Transaction } from '../transactions/transaction.ts'
import { eachPayment, queryPayment } from './each-payment.ts'
import { reportUnmatched } from './owner.ts'
import type { SweepCounts, SweepSpan } from './sweep-counts.ts'

/**
 * Asks the acquirer about each authorization, and about each recent sale for cancels that the books
 * have lost. An acquirer has no list of sales: a sale whose row is lost is found by a repeat of its
 * request under the same key, or in the acquirer's file of the next day, as a case. Open attempts
 * are queried by the workers.
 */
export const sweepCards = (
  app: App,
  providerId: string,
  { touchedSince }: SweepSpan,
  counts: SweepCounts,
): Promise<void> =>
  eachPayment(app, { providerId, touchedSince }, async (transaction) => {
    if (transaction.status === 'AUTHORIZED') {
      const { paidAt } = await queryPayment(app, transaction)
      counts.asked += 1
      if (paidAt) counts.payments += 1
    } else if (transaction.paidAt && transaction.card?.reference !== undefined)
      await takeCancels(app, transaction, counts)
  })

async function takeCancels(app: App, transaction: Transaction, counts: SweepCounts): Promise<void> {
  const { providerId, accountId, card, refunds = [] } = transaction
  // The worker that queries an open refund reads the same total.
  if (refunds.some(({ status }) => status === 'PROCESSING')) return
  const reference = card?.reference ?? ''
  const finding = await app.providers
    .card(providerId)
    .findByReference(reference, AbortSignal.timeout(chargeQueryMs))
  if (finding.kind === 'unknown') throw finding.cause
  counts.asked += 1
  if (finding.kind !== 'found') return
  const ours = refunds.reduce((sum, each) => sum + (each.status === 'FAILED' ? 0 : each.amount), 0)
  const lost = canceledAmount(finding.outcome) - ours
  if (lost <= 0) return
  const amount = cents(lost)
  const id = restoredCardRefundId(transaction, refunds.length)
  if (await restoreRefund(app, transaction, { id, amount })) counts.refunds += 1
  else
    await reportUnmatched(app, providerId, { kind: 'refund', reference, amount, accountId }, counts)
}

/** What the acquirer has given back of a sale, cents. */
function canceledAmount(outcome: CardOutcome | CardVoided): number {
  if (outcome.kind === 'voided') return outcome.amount
  return outcome.kind === 'approved' ? (outcome.voidedAmount ?? 0) : 0
}
