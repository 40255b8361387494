import type { App } from '../app.ts'
import { idFromBare } from '../primitives/id.ts'
import type { ListedPixCharge, ListedPixPayment } from '../providers/ports/pix.ts'
import { restoreRefund } from '../refunds/restore-refund.ts'
import { recordPayment } from '../transactions/charge/record-charge.ts'
import { restorePixCharge } from '../transactions/charge/restore-pix-charge.ts'
import { syncCharge } from '../transactions/charge/sync-charge.ts'
import { canBePaid } from '../transactions/transaction.ts'
import { transactionByReference } from '../transactions/transaction-store.ts'
import { ownerOf, reportUnmatched } from './owner.ts'
import { daysOf, eachOf, type SweepCounts, type SweepSpan } from './sweep-counts.ts'

/**
 * Brings back the charges that were created since, then the payments and the refunds. A refund is
 * listed with its payment, so the payments of an earlier time are listed too.
 */
export async function sweepPix(
  app: App,
  providerId: string,
  { since, touchedSince, until }: SweepSpan,
  counts: SweepCounts,
): Promise<void> {
  const bank = app.providers.pix(providerId)
  const kinds = bank.takesDueCharges ? [bank, bank.dueCharges] : [bank]
  for (const period of daysOf(since, until))
    for (const kind of kinds) {
      const listing = await kind.listCharges(period, AbortSignal.timeout(listMs))
      if (listing.kind === 'unknown') throw listing.cause
      counts.asked += listing.charges.length
      await eachOf(listing.charges, (charge) => takeCharge(app, providerId, charge, counts))
    }
  for (const period of daysOf(touchedSince, until)) {
    const listing = await bank.listPayments(period, AbortSignal.timeout(listMs))
    if (listing.kind === 'unknown') throw listing.cause
    counts.asked += listing.payments.length
    await eachOf(listing.payments, (payment) => takePayment(app, providerId, payment, counts))
  }
}

/** A day of a large provider has many pages. */
const listMs = 10 * 60_000

async function takeCharge(
  app: App,
  providerId: string,
  charge: ListedPixCharge,
  counts: SweepCounts,
): Promise<void> {
  if (await transactionByReference(app.sql, providerId, charge.txid)) return
  const owner = await ownerOf(app, charge.txid)
  const restored =
    owner && (await restorePixCharge(app, owner.account, { id: owner.id, providerId, charge }))
  if (restored) counts.charges += 1
  else {
    const { txid: reference, amount } = charge
    const accountId = owner && { accountId: owner.account.id }
    const found = { kind: 'charge', reference, amount, ...accountId } as const
    await reportUnmatched(app, providerId, found, counts)
  }
}

async function takePayment(
  app: App,
  providerId: string,
  { txid, endToEndId, amount, paidAt, refunds }: ListedPixPayment,
  counts: SweepCounts,
): Promise<void> {
  // Money without a charge is no payment of a merchant.
  const known =
    txid === undefined ? undefined : await transactionByReference(app.sql, providerId, txid)
  if (!known) {
    if (txid === undefined) return
    const found = { kind: 'payment', reference: endToEndId, amount } as const
    return reportUnmatched(app, providerId, found, counts)
  }
  // A query counts no payment of which a part was returned. The refunds of this one are ours: it
  // is recorded, and they follow.
  const transaction = !canBePaid(known)
    ? known
    : refunds.length > 0
      ? await recordPayment(app, known, { endToEndId, amount, paidAt })
      : await syncCharge(app, known)
  if (transaction.paidAt && !known.paidAt) counts.payments += 1
  for (const refund of refunds) {
    const id = idFromBare(refund.refundId)
    if (id !== undefined && transaction.refunds?.some((each) => each.id === id)) continue
    const isRestored =
      id !== undefined && (await restoreRefund(app, transaction, { id, amount: refund.amount }))
    if (isRestored) counts.refunds += 1
    else {
      const { accountId } = transaction
      const { refundId: reference, amount: part } = refund
      const found = { kind: 'refund', reference, amount: part, accountId } as const
      await reportUnmatched(app, providerId, found, counts)
    }
  }
}
