import type { Clock } from '../primitives/clock.ts'
import type { Queryable, Sql } from './pool.ts'
import type { Statement } from './statement.ts'

/** The database and the business time of this process. */
export interface TimedSql {
  readonly sql: Sql
  readonly clock: Clock
}

/**
 * SQL for the business instant at which a lease ends that the statement takes. The statement reads
 * the database's clock, so that a lease lasts `leaseMs` even when the clock of this process is
 * wrong (docs/design/rules.md#d5).
 */
export const leaseEnd = (
  sql: Queryable,
  clock: Pick<Clock, 'offsetMs'>,
  leaseMs: number,
): Statement<object[]> => sql`now() + ${clock.offsetMs() + leaseMs} * interval '1 millisecond'`

/** An instant as an element of an array that is sent as `timestamptz[]`. */
export const instantAfter = (now: Date, waitMs: number): string =>
  new Date(now.getTime() + waitMs).toISOString()
