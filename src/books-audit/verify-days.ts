import type { App } from '../app.ts'
import { dayMs } from '../primitives/durations.ts'
import { claimDayCheck, storeDayCheck } from './day-check-store.ts'
import { chainFrom, dayLine } from './digest.ts'
import { linesOf } from './digest-store.ts'

/**
 * Computes the digest of one closed day again, of the day that waits longest: a new day at once, an
 * old one once a month. So a change of a closed day is found within a month without reading the
 * whole ledger at once. Any number of workers may run it. Returns the number of days.
 */
export async function verifyOneDay({
  sql,
  clock,
  log,
}: Pick<App, 'sql' | 'clock' | 'log'>): Promise<number> {
  const now = clock.now()
  const day = await claimDayCheck(sql, new Date(now.getTime() - everyMs), leaseMs)
  if (!day) return 0
  const chain = chainFrom(day.previous)
  chain.add(dayLine(day))
  for await (const line of linesOf(sql, day)) chain.add(line)
  const isSame = chain.end() === day.digest && chain.count() - 1 === day.transfers
  if (!isSame) log.fatal({ date: day.date }, 'a closed day of the books has changed')
  await storeDayCheck(sql, { date: day.date, checkedAt: now, isSame })
  return 1
}

const everyMs = 30 * dayMs
/** Longer than the largest day takes. */
const leaseMs = 3_600_000
