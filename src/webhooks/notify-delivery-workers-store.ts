import type { Sql } from '../db/pool.ts'
import { deliveriesChannel } from './deliver.ts'

/**
 * Runs after a commit in a process that does not deliver: notifies the delivery workers. The first
 * commit of a burst notifies at once, the following ones in groups. The poll of the workers finds
 * the work of a lost notification.
 */
export function notifyDeliveryWorkers(sql: Sql): () => void {
  let isNotifying = false
  let again = false
  const notify = async (): Promise<void> => {
    isNotifying = true
    while (again) {
      again = false
      // A notification does not wait for the disk, because it is worthless after a crash.
      const sent = sql`
        select set_config('synchronous_commit', 'off', true),
          pg_notify(${deliveriesChannel}, '')`
      await Promise.all([sent.catch(() => {}), new Promise((wake) => setTimeout(wake, groupMs))])
    }
    isNotifying = false
  }
  return () => {
    again = true
    if (!isNotifying) void notify()
  }
}

/** The highest delay that it adds to the first byte of a notice. */
const groupMs = 10

/** One account may have due work. The delivery workers check at once. */
export async function notifyDueDeliveries(sql: Sql, accountId: string): Promise<void> {
  await sql`select pg_notify(${deliveriesChannel}, ${accountId})`
}
