import type { Sql } from '../db/pool.ts'
import type { Clock } from '../primitives/clock.ts'
import { dayMs } from '../primitives/durations.ts'
import { deleteMails, giveUpLateMails, removeContents } from './mail-store.ts'

/**
 * Gives up mails that waited too long, and removes what is kept of old ones. Returns the number of
 * mails.
 */
export async function cleanMails(
  { sql, clock }: { readonly sql: Sql; readonly clock: Clock },
  limit: number,
): Promise<number> {
  const now = clock.now()
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const late = await giveUpLateMails(sql, { now, before: ago(graceMs), limit })
  const removed = await removeContents(sql, ago(contentDays * dayMs), limit)
  return late + removed + (await deleteMails(sql, ago(rowDays * dayMs), limit))
}

/** A worker that holds a late mail gives it up itself. */
const graceMs = 10 * 60_000

/** How long the content of a mail that was given up is kept, so that it can be sent again. */
const contentDays = 14

/** How long it is known that a mail was sent or given up. */
const rowDays = 90
