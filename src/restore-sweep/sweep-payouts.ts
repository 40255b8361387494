import type { App } from '../app.ts'
import { cashoutByReference } from '../cashout/cashout-queue-store.ts'
import { restoreCashout, takeFromBank } from '../cashout/restore-cashout.ts'
import type { ListedPayout } from '../providers/ports/payout.ts'
import { keyRefundMessage } from '../refunds/payout-refund.ts'
import { handleRefundNotice } from '../refunds/send-refund.ts'
import { ownerOf, reportUnmatched } from './owner.ts'
import { daysOf, eachOf, type SweepCounts, type SweepSpan } from './sweep-counts.ts'

/** Brings back every payment that the bank was requested to send since. None is sent again. */
export async function sweepPayouts(
  app: App,
  providerId: string,
  { since, until }: Pick<SweepSpan, 'since' | 'until'>,
  counts: SweepCounts,
): Promise<void> {
  const bank = app.providers.payout(providerId)
  for (const period of daysOf(since, until)) {
    const listing = await bank.list(period, AbortSignal.timeout(listMs))
    if (listing.kind === 'unknown') throw listing.cause
    counts.asked += listing.payouts.length
    await eachOf(listing.payouts, (payout) => takePayout(app, providerId, payout, counts))
  }
}

const listMs = 10 * 60_000

async function takePayout(
  app: App,
  providerId: string,
  payout: ListedPayout,
  counts: SweepCounts,
): Promise<void> {
  const { payoutId: reference, amount, hasFailed, requestedAt: sentAt } = payout
  const known = await cashoutByReference(app.sql, providerId, reference)
  if (known) {
    const { accountId, id, status } = known.cashout
    const isPaid = status === 'COMPLETED' || status === 'REFUNDED'
    if (!isPaid && (await takeFromBank(app, { accountId, id, sentAt }))) counts.cashouts += 1
    return
  }
  if (await handleRefundNotice(app, providerId, reference)) return
  // It moved no money, and the merchant learned nothing of it that the books must repeat.
  if (hasFailed) return
  const owner = await ownerOf(app, reference)
  // A refund to a key belongs to a payment, which its bank does not name.
  const isRestored =
    owner &&
    payout.message !== keyRefundMessage &&
    (await restoreCashout(app, owner.account, { id: owner.id, providerId, payout }))
  if (isRestored) counts.cashouts += 1
  else {
    const accountId = owner && { accountId: owner.account.id }
    const found = { kind: 'payout', reference, amount, ...accountId } as const
    await reportUnmatched(app, providerId, found, counts)
  }
}
