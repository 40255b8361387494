import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Sql } from '../db/pool.ts'
import type { Clock } from '../primitives/clock.ts'
import { firstKeptMonth, type MonthlyTable, monthlyTables, neededMonths } from './month.ts'
import { addMonth, detachMonth, storedMonths } from './month-store.ts'

/**
 * Adds the partitions that a table needs now and in the next months, and detaches those whose
 * retention has ended. Any number of workers may do it at once. Returns the number of partitions.
 */
export async function keepMonths({
  sql,
  clock,
  config: { keptMonths },
  log,
}: {
  readonly sql: Sql
  readonly clock: Clock
  readonly config: Pick<Config, 'keptMonths'>
  readonly log: Pick<Logger, 'info'>
}): Promise<number> {
  const now = clock.now()
  const stored = await storedMonths(sql)
  let done = 0
  for (const table of Object.keys(monthlyTables) as MonthlyTable[]) {
    const known = stored.filter((each) => each.table === table)
    for (const month of neededMonths(now, table)) {
      if (known.some((each) => each.month === month)) continue
      if (!(await addMonth(sql, { table, month }))) continue
      log.info({ table, month }, 'a month was added to a table')
      done += 1
    }
    const firstKept = firstKeptMonth(now, keptMonths[monthlyTables[table]])
    for (const { month, isDetached } of known) {
      if (isDetached || firstKept === undefined || month >= firstKept) continue
      if (!(await detachMonth(sql, { table, month }))) continue
      log.info({ table, month }, 'a month was detached: its retention has ended')
      done += 1
    }
  }
  return done
}
