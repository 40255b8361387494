import type { Config } from '../config.ts'

/**
 * The tables with a partition for each month, and the setting that says how long theirs are kept
 * (docs/decisions/data-that-grows.md).
 */
export const monthlyTables = {
  events: 'events',
  deliveries: 'deliveries',
  delivery_attempts: 'deliveries',
  settlement_lines: 'settlementLines',
} as const satisfies Readonly<Record<string, keyof Config['keptMonths']>>

export type MonthlyTable = keyof typeof monthlyTables

/** A month of a table. */
export interface TableMonth {
  readonly table: MonthlyTable
  /** Its first day, such as 2026-11-01. */
  readonly month: string
}

/** How many months exist before they begin. A month without a partition is an alert. */
const monthsAhead = 2

/**
 * The months of a table whose partitions should exist at an instant. The first files of a new
 * provider are of the week before it was added, which may begin in the previous month.
 */
export function neededMonths(now: Date, table: MonthlyTable): readonly string[] {
  const first = table === 'settlement_lines' ? -1 : 0
  return Array.from({ length: monthsAhead + 1 - first }, (_, index) =>
    monthFrom(now, first + index),
  )
}

/**
 * The first month that is kept: the current one and `kept` whole months before it are. Undefined:
 * all of them are.
 */
export const firstKeptMonth = (now: Date, kept: number | undefined): string | undefined =>
  kept === undefined ? undefined : monthFrom(now, -kept)

/** The first day of the month that is `distance` months after the current one, by UTC. */
const monthFrom = (now: Date, distance: number): string =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + distance, 1))
    .toISOString()
    .slice(0, 'yyyy-mm-dd'.length)
