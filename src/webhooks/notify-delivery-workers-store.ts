import type { Sql } from '../db/pool.ts'
import { deliveriesChannel } from './deliver.ts'

/**
 * Runs after a commit in a process without delivery: notifies the delivery workers. The first of a
 * flood at once, those that follow in groups. Their poll is the net under a message that gets lost.
 */
export function notifyDeliveryWorkers(sql: Sql): () => void {
  let telling = false
  let again = false
  const tell = async (): Promise<void> => {
    telling = true
    while (again) {
      again = false
      // A notification does not wait for the disk, because it is worthless after a crash.
      const told = sql`
        select set_config('synchronous_commit', 'off', true),
          pg_notify(${deliveriesChannel}, '')`
      await Promise.all([told.catch(() => {}), new Promise((wake) => setTimeout(wake, groupMs))])
    }
    telling = false
  }
  return () => {
    again = true
    if (!telling) void tell()
  }
}

/** Adds this much to the first byte of a notice at most. */
const groupMs = 10

/** One account may have due work. The delivery workers check at once. */
export async function tellDueDeliveries(sql: Sql, accountId: string): Promise<void> {
  await sql`select pg_notify(${deliveriesChannel}, ${accountId})`
}
