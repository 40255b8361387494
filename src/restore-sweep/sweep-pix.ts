import type { App } from '../app.ts'
import { isSamePixKey } from '../brazil/pix-key.ts'
import { retryOnConflict } from '../journal/retry-on-conflict.ts'
import { accountMark, idFromBare } from '../primitives/id.ts'
import type { ListedPixCharge, ListedPixPayment, PixReceiver } from '../providers/ports/pix.ts'
import { restoreRefund } from '../refunds/restore-refund.ts'
import { recordPayment } from '../transactions/charge/record-charge.ts'
import { restorePixCharge } from '../transactions/charge/restore-pix-charge.ts'
import { canBePaid, type Transaction } from '../transactions/transaction.ts'
import { transactionById, transactionByReference } from '../transactions/transaction-store.ts'
import { queryPayment } from './each-payment.ts'
import { ownerOf, reportUnmatched } from './owner.ts'
import { daysOf, eachOf, type SweepCounts, type SweepSpan } from './sweep-counts.ts'

/**
 * Brings back the charges that were created since, then the payments and the refunds. A refund is
 * listed with its payment, so the payments of an earlier time are listed too. A list has what every
 * key of the bank account received: the sweep of the provider that has the key takes it.
 */
export async function sweepPix(
  app: App,
  providerId: string,
  { since, touchedSince, until, now, noticedAt, salesEnd }: SweepSpan,
  counts: SweepCounts,
): Promise<void> {
  const bank = app.providers.pix(providerId)
  const elsewhere = otherKeys(app, bank)
  const isHere = ({ key }: { readonly key?: string }) =>
    key === undefined || !elsewhere.some((other) => isSamePixKey(other, key))
  const kinds = bank.takesDueCharges ? [bank, bank.dueCharges] : [bank]
  const take = (charge: ListedPixCharge) =>
    retryOnConflict(() => takeCharge(app, providerId, charge, counts))
  const recent: ListedPixCharge[] = []
  for (const period of daysOf(since, until))
    for (const kind of kinds) {
      const listing = await kind.listCharges({ ...period, now }, AbortSignal.timeout(listMs))
      if (listing.kind === 'unknown') throw listing.cause
      counts.asked += listing.charges.length
      await eachOf(listing.charges.filter(isHere), async (charge) => {
        if (charge.createdAt < noticedAt) await take(charge)
        else if (!(await paymentOf(app, providerId, charge.txid))) recent.push(charge)
      })
    }
  // A sale is at its bank before it is recorded here.
  if (recent.length > 0) await salesEnd()
  await eachOf(recent, take)
  for (const period of daysOf(touchedSince, until)) {
    const listing = await bank.listPayments({ ...period, now }, AbortSignal.timeout(listMs))
    if (listing.kind === 'unknown') throw listing.cause
    counts.asked += listing.payments.length
    await eachOf(listing.payments.filter(isHere), (payment) =>
      takePayment(app, providerId, payment, counts),
    )
  }
}

/** A day of a large provider has many pages. */
const listMs = 10 * 60_000

/** The keys of the other providers of ours. */
function otherKeys(
  { providers }: Pick<App, 'providers'>,
  { key: own }: Pick<PixReceiver, 'key'>,
): readonly string[] {
  const isPix = (id: string) => providers.kinds[providers.kindOf(id) ?? '']?.rail === 'pix'
  const keys = providers.ids().flatMap((id) => (isPix(id) ? [providers.pix(id).key] : []))
  return keys.filter((key) => !isSamePixKey(key, own))
}

/** The payment of a txid. Another provider with the same key may have sold it. */
async function paymentOf(
  { sql }: Pick<App, 'sql'>,
  providerId: string,
  txid: string,
): Promise<Transaction | undefined> {
  const known = await transactionByReference(sql, providerId, txid)
  if (known) return known
  const owner = await ownerOf({ sql }, txid)
  const owned = owner && (await transactionById(sql, owner.account.id, owner.id))
  return owned?.pix?.txid === txid ? owned : undefined
}

/** Whether another program receives with a key that no provider of ours has. */
const isForeign = (app: App, providerId: string, key: string | undefined): boolean =>
  key !== undefined && !isSamePixKey(key, app.providers.pix(providerId).key)

/** Throws `WriteConflict` when its sale was recorded at the same time. */
async function takeCharge(
  app: App,
  providerId: string,
  charge: ListedPixCharge,
  counts: SweepCounts,
): Promise<void> {
  if (await paymentOf(app, providerId, charge.txid)) return
  const owner = await ownerOf(app, charge.txid)
  const restored =
    owner && (await restorePixCharge(app, owner.account, { id: owner.id, providerId, charge }))
  if (restored) counts.charges += 1
  else if (owner || !isForeign(app, providerId, charge.key)) {
    const { txid: reference, amount } = charge
    const accountId = owner && { accountId: owner.account.id }
    const found = { kind: 'charge', reference, amount, ...accountId } as const
    await reportUnmatched(app, providerId, found, counts)
  }
}

async function takePayment(
  app: App,
  providerId: string,
  { txid, key, endToEndId, amount, paidAt, refunds }: ListedPixPayment,
  counts: SweepCounts,
): Promise<void> {
  // Money without a charge is no payment of a merchant.
  if (txid === undefined) return
  const known = await paymentOf(app, providerId, txid)
  if (!known) {
    if (isForeign(app, providerId, key) && !(await ownerOf(app, txid))) return
    const found = { kind: 'payment', reference: endToEndId, amount } as const
    return reportUnmatched(app, providerId, found, counts)
  }
  // A query counts no payment of which a part was returned. If refunds of this one are ours, it was
  // counted: it is recorded, and they follow.
  const ours = refunds.filter(({ refundId }) => refundId.endsWith(accountMark(known.accountId)))
  const transaction = !canBePaid(known)
    ? known
    : ours.length > 0
      ? await recordPayment(app, known, { endToEndId, amount, paidAt })
      : await queryPayment(app, known)
  if (transaction.paidAt && !known.paidAt) counts.payments += 1
  // Another payment of the charge credited nothing: what was returned of it is no refund here.
  const isCounted = transaction.pix?.endToEndId === endToEndId
  for (const refund of isCounted ? refunds : ours) {
    const id = idFromBare(refund.refundId)
    if (id !== undefined && transaction.refunds?.some((each) => each.id === id)) continue
    const isRestored =
      isCounted &&
      id !== undefined &&
      (await restoreRefund(app, transaction, { id, amount: refund.amount }))
    if (isRestored) counts.refunds += 1
    else {
      const { accountId } = transaction
      const { refundId: reference, amount: part } = refund
      const found = { kind: 'refund', reference, amount: part, accountId } as const
      await reportUnmatched(app, providerId, found, counts)
    }
  }
}
