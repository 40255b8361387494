import { isPublicEvent } from '../../contract/events.ts'
import type { Sql } from '../db/pool.ts'
import type { JournalEvent } from '../journal/change.ts'

/**
 * Another process committed events. Its payload names their accounts, separated by commas, or is
 * empty.
 */
export const deliveriesChannel = 'guiche_deliveries'

/**
 * Runs after a commit in a process that does not deliver: notifies the delivery workers of the
 * accounts with public events. The first commit of a burst notifies at once, the following ones in
 * groups. The poll of the workers finds the work of a lost notification.
 */
export function notifyDeliveryWorkers(sql: Sql): (events: readonly JournalEvent[]) => void {
  let isNotifying = false
  let accountIds = new Set<string>()
  const notify = async (): Promise<void> => {
    isNotifying = true
    while (accountIds.size > 0) {
      const payload = accountIds.size > mostNamed ? '' : [...accountIds].join(',')
      accountIds = new Set()
      // A notification does not wait for the disk, because it is worthless after a crash.
      const sent = sql`
        select set_config('synchronous_commit', 'off', true),
          pg_notify(${deliveriesChannel}, ${payload})`
      await Promise.all([sent.catch(() => {}), new Promise((wake) => setTimeout(wake, groupMs))])
    }
    isNotifying = false
  }
  return (events) => {
    for (const accountId of accountsToNotify(events)) accountIds.add(accountId)
    if (!isNotifying) void notify()
  }
}

/** The accounts whose merchants are notified of any of these events. */
export const accountsToNotify = (events: readonly JournalEvent[]): ReadonlySet<string> =>
  new Set(events.filter(({ type }) => isPublicEvent(type)).map(({ accountId }) => accountId))

/** The highest delay that it adds to the first byte of a notice. */
const groupMs = 10

/** A notification holds fewer than 8,000 bytes. Without names the workers look at all accounts. */
const mostNamed = 200

/** One account may have due work. The delivery workers check at once. */
export async function notifyDueDeliveries(sql: Sql, accountId: string): Promise<void> {
  await sql`select pg_notify(${deliveriesChannel}, ${accountId})`
}
