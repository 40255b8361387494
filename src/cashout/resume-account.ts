import type { OnReactivated } from '../accounts/open-account.ts'
import type { App } from '../app.ts'
import { ownerLeaseMs } from '../providers/polling/retry-schedule.ts'
import { refundQueue } from '../refunds/refund-store.ts'
import { cashoutQueue } from './cashout-queue-store.ts'

/**
 * Makes the cashouts and refunds that a suspension delayed due, in the commit that ends the
 * suspension. An item that is due within a lease stays unchanged, because a worker may be sending
 * it now. It becomes due by itself.
 */
export const resumeAccount =
  ({ clock }: Pick<App, 'clock'>): OnReactivated =>
  async (tx, accountId) => {
    const now = clock.now()
    const times = { now, later: new Date(now.getTime() + ownerLeaseMs) }
    await cashoutQueue.resume(tx, accountId, times)
    await refundQueue.resume(tx, accountId, times)
  }
