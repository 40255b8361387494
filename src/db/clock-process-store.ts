import { clockChannel } from './business-clock-store.ts'
import type { Sql } from './pool.ts'

/** One server of a sandbox, as it describes itself to the others. */
export interface ClockProcess {
  readonly id: string
  /** Whether it has the role worker. */
  readonly works: boolean
  /** The offset of business time that it uses. */
  readonly offsetMs: number
  /**
   * The last request for all due work that it has served, and the last one for which it had work.
   */
  readonly idleForRequest: number
  readonly workedFor: number
}

/** The same, as another process reads it. */
export interface ReadClockProcess extends Omit<ClockProcess, 'offsetMs'> {
  /**
   * It has written its row within the last seconds. A worker that has not may have left work under
   * a lease.
   */
  readonly isAlive: boolean
  /** It uses the requested offset, or a later one. */
  readonly knowsOffset: boolean
}

/** Every process measures the clock each second and then writes its row. */
const aliveSeconds = 5
/**
 * The longest lease of a worker's claim, and the second in which the dead process may have taken
 * it.
 */
const leaseSeconds = 62

/** Writes the row of this process: it is alive. */
export async function recordClockProcess(sql: Sql, process: ClockProcess): Promise<void> {
  const { id, works, offsetMs, idleForRequest, workedFor } = process
  await sql`
    insert into clock_processes (id, works, offset_ms, ran_dry_for, worked_for)
    values (${id}, ${works}, ${offsetMs}, ${idleForRequest}, ${workedFor})
    on conflict (id) do update
    set offset_ms = excluded.offset_ms,
      ran_dry_for = excluded.ran_dry_for, worked_for = excluded.worked_for, seen_at = now()`
}

export async function removeClockProcess(sql: Sql, id: string): Promise<void> {
  await sql`delete from clock_processes where id = ${id}`
}

/** Removes processes that died long ago. Each start calls it, so that rows do not add up. */
export async function removeDeadClockProcesses(sql: Sql): Promise<void> {
  await sql`delete from clock_processes where seen_at < now() - interval '1 day'`
}

/**
 * Processes that are alive, and dead workers of which a claim may still be leased at the given
 * offset. Leases end by business time, so a move of the clock ends those from before it.
 */
export async function clockProcesses(
  sql: Sql,
  offsetMs: number,
): Promise<readonly ReadClockProcess[]> {
  return sql<ReadClockProcess[]>`
    select id, works, ran_dry_for as "idleForRequest", worked_for as "workedFor",
      offset_ms >= ${offsetMs} as "knowsOffset",
      seen_at > now() - ${aliveSeconds} * interval '1 second' as "isAlive"
    from clock_processes
    where seen_at > now() - ${aliveSeconds} * interval '1 second'
      or (works and seen_at + ${leaseSeconds} * interval '1 second'
        > now() + (${offsetMs} - offset_ms) * interval '1 millisecond')`
}

/**
 * Requests every worker to do all due work, and notifies them. Returns the number of the request.
 */
export async function requestRunUntilIdle(sql: Sql): Promise<number> {
  const [row] = await sql<{ request: number }[]>`
    with requested as (
      update business_clock
      set dry_request = dry_request + 1
      returning dry_request)
    select dry_request as request, pg_notify(${clockChannel}, '') from requested`
  if (!row) throw new Error('the table business_clock has no row')
  return row.request
}
