import type { OnReactivated } from '../accounts/open-account.ts'
import type { App } from '../app.ts'
import { ownerLeaseMs } from '../providers/polling/retry-schedule.ts'
import { refundQueue } from '../refunds/refund-store.ts'
import { cashoutQueue } from './cashout-queue-store.ts'

/**
 * Makes the money that a suspension held back due, in the commit that ends the suspension. An item
 * that is due within a lease is left unchanged: it may be on its way to the provider now, and
 * becomes due by itself.
 */
export const resumeAccount =
  ({ clock }: Pick<App, 'clock'>): OnReactivated =>
  async (tx, accountId) => {
    const now = clock.now()
    const times = { now, later: new Date(now.getTime() + ownerLeaseMs) }
    await cashoutQueue.resume(tx, accountId, times)
    await refundQueue.resume(tx, accountId, times)
  }
