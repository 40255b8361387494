import type { App } from '../app.ts'
import { localDate, startOfLocalDay } from '../brazil/local-time.ts'
import { chainFrom, dayLine, firstDigest } from './digest.ts'
import {
  closedUntil,
  closeUntil,
  firstPostedAt,
  insertDigest,
  lastDigest,
  linesOf,
  type StoredDigest,
  type Totals,
  totalsBetween,
} from './digest-store.ts'
import { dayStatementMs } from './snapshot-store.ts'

/**
 * Closes the days that ended an hour ago or earlier, and computes the digest of each that had
 * transfers. Returns the number of new digests. It may run in any process, at any time, and
 * repeatedly.
 */
export async function closeDays(app: Pick<App, 'sql' | 'clock'>): Promise<number> {
  const anHourAgo = new Date(app.clock.now().getTime() - graceMs)
  const until = startOfLocalDay(localDate(anHourAgo))
  const closed = await closedUntil(app.sql)
  if (closed === null || closed < until) await closeUntil(app.sql, until)

  for (let digests = 0; ; digests += 1) {
    const previous = await lastDigest(app.sql)
    const first = await firstPostedAt(app.sql, previous?.untilAt ?? null)
    if (first === null || first >= until) return digests
    const date = localDate(first)
    await digestDay(app, { date, previous })
  }
}

const graceMs = 3_600_000

async function digestDay(
  { sql }: Pick<App, 'sql'>,
  {
    date,
    previous,
  }: { readonly date: Temporal.PlainDate; readonly previous: StoredDigest | undefined },
): Promise<void> {
  const day = {
    date: date.toString(),
    firstAt: startOfLocalDay(date),
    untilAt: startOfLocalDay(date.add({ days: 1 })),
    previous: previous?.digest ?? firstDigest,
  }
  const chain = chainFrom(day.previous)
  chain.add(dayLine(day))
  for await (const line of linesOf(sql, day)) chain.add(line)
  const ofDay = await sql.begin((tx) => totalsBetween(tx, day), { statementMs: dayStatementMs })
  const totals = addTotals(previous?.totals ?? {}, ofDay)
  await insertDigest(sql, { ...day, transfers: chain.count() - 1, digest: chain.end(), totals })
}

/** The sum of two totals, book by book. */
export function addTotals(one: Totals, other: Totals): Totals {
  const books = [...new Set([...Object.keys(one), ...Object.keys(other)])].sort()
  return Object.fromEntries(
    books.map((book) => {
      const [debits = 0, credits = 0] = one[book] ?? []
      const [moreDebits = 0, moreCredits = 0] = other[book] ?? []
      return [book, [debits + moreDebits, credits + moreCredits] as const]
    }),
  )
}
