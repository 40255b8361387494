import type { Sql } from './pool.ts'

/** Notified to every process when business time moves. */
export const clockChannel = 'guiche_clock'

/** The database's clock, and how far business time runs ahead of it. Both in ms. */
export interface StoredClock {
  readonly databaseMs: number
  readonly offsetMs: number
  /** The last request that every worker does all due work. */
  readonly dryRequest: number
}

export async function readClock(sql: Sql): Promise<StoredClock> {
  const [row] = await sql<StoredClock[]>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as "databaseMs",
      offset_ms as "offsetMs", dry_request as "dryRequest"
    from business_clock`
  if (!row) throw new Error('the table business_clock has no row')
  return row
}

/** How far business time runs ahead of the database's clock, ms. */
export async function readOffsetMs(sql: Sql): Promise<number> {
  const [row] = await sql<
    { offsetMs: number }[]
  >`select offset_ms as "offsetMs" from business_clock`
  return row?.offsetMs ?? 0
}

/**
 * Moves business time further ahead, never back, and notifies every process. Returns the new
 * offset, ms.
 */
export async function moveOffset(sql: Sql, byMs: number): Promise<number> {
  const [row] = await sql<{ offsetMs: number }[]>`
    with moved as (
      update business_clock
      set offset_ms = offset_ms + ${Math.max(0, Math.round(byMs))}
      returning offset_ms)
    select offset_ms as "offsetMs", pg_notify(${clockChannel}, '') from moved`
  return row?.offsetMs ?? 0
}
