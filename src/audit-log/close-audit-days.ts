import type { Logger } from 'pino'
import { localDate, startOfLocalDay } from '../brazil/local-time.ts'
import type { Sql } from '../db/pool.ts'
import type { Clock } from '../primitives/clock.ts'
import { dayDigest, firstDayDigest } from './audit-day.ts'
import { chainEndBefore, firstAtAfter, insertAuditDay, lastAuditDay } from './audit-day-store.ts'

/**
 * Stores the end of the chain for each day that ended an hour ago or earlier and had entries, and
 * writes its digest to the log, which is kept outside the database. Returns the number of new days.
 * It may run in any process, at any time, and repeatedly.
 */
export async function closeAuditDays({
  sql,
  clock,
  log,
}: {
  readonly sql: Sql
  readonly clock: Clock
  readonly log: Logger
}): Promise<number> {
  const today = startOfLocalDay(localDate(new Date(clock.now().getTime() - graceMs)))
  for (let closed = 0; ; closed += 1) {
    const last = await lastAuditDay(sql)
    const number = last?.number ?? 0
    // A process that had not seen a moved clock may have added an entry to a closed day. The next
    // day covers it.
    const since = last ? startOfNext(Temporal.PlainDate.from(last.date)) : new Date(0)
    const first = await firstAtAfter(sql, number, since)
    if (first === undefined || first >= today) return closed
    const date = localDate(first)
    const end = await chainEndBefore(sql, startOfNext(date), number)
    if (!end) return closed
    const day = { date: date.toString(), ...end, previous: last?.digest ?? firstDayDigest }
    const digest = dayDigest(day)
    // Another process has closed this day meanwhile. It closes the next ones too.
    if (!(await insertAuditDay(sql, { ...day, digest }))) return closed
    const entry = { date: day.date, entries: end.number, digest: digest.toString('hex') }
    log.info(entry, 'a day of the audit log is closed')
  }
}

const startOfNext = (date: Temporal.PlainDate): Date => startOfLocalDay(date.add({ days: 1 }))

const graceMs = 3_600_000
