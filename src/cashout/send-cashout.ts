import type { App } from '../app.ts'
import { LostChange } from '../journal/journal.ts'
import type { Payout } from '../providers/payout.ts'
import { type Cashout, nextVersion, payoutIdOf } from './cashout.ts'
import { cashoutStep } from './cashout-change.ts'
import { recordPayout } from './record-payout.ts'

/**
 * Hands a cashout to its bank. That it is about to be is committed before a byte leaves (reliability U2); the id the bank
 * sees is ours, so whatever becomes of this call can be asked about and repeated.
 */
export async function sendCashout(app: App, cashout: Cashout): Promise<void> {
  const at = app.clock.now()
  const sending = nextVersion(cashout, at, { status: 'PROCESSING', sentAt: at })
  try {
    await app.journal.record(
      cashoutStep(cashout, sending, { links: app.links, checkAt: new Date(at.getTime() + ownerLeaseMs) }),
    )
  } catch (cause) {
    if (cause instanceof LostChange) return // Canceled, or another worker's.
    throw cause
  }
  await callBank(app, { cashout: sending, queries: 0 })
}

/** Sends it, for the first time or again: under one id it is one payment. */
export async function callBank(app: App, work: { readonly cashout: Cashout; readonly queries: number }): Promise<void> {
  const payer = app.providers.payout(work.cashout.providerId)
  const outcome = await payer.send(payoutFor(work.cashout), AbortSignal.timeout(app.config.limits.acquirerCallMs))
  await recordPayout(app, work, outcome)
}

/** While the call may still be under way nobody else asks: longer than it may take (D4). */
const ownerLeaseMs = 30_000

const payoutFor = (cashout: Cashout): Payout => ({
  payoutId: payoutIdOf(cashout),
  amount: cashout.amount,
  key: cashout.key,
  ...(cashout.ownerDocument !== undefined && { ownerDocument: cashout.ownerDocument }),
  ...(cashout.order.description !== null && { message: cashout.order.description }),
})
