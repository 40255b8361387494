import type { Sql } from './pool.ts'

/** Told to every process when business time moves. */
export const clockChannel = 'guiche_clock'

/** How far business time runs ahead of the wall, ms. */
export async function readOffsetMs(sql: Sql): Promise<number> {
  const [row] = await sql<{ offsetMs: number }[]>`select offset_ms as "offsetMs" from business_clock`
  return row?.offsetMs ?? 0
}

/** Moves it further ahead, never back, and tells everyone. Answers the new offset, ms. */
export async function moveOffset(sql: Sql, byMs: number): Promise<number> {
  const [row] = await sql<{ offsetMs: number }[]>`
    with moved as (update business_clock set offset_ms = offset_ms + ${Math.max(0, Math.round(byMs))} returning offset_ms)
    select offset_ms as "offsetMs", pg_notify(${clockChannel}, '') from moved`
  return row?.offsetMs ?? 0
}
