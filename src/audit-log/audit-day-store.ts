import type { Queryable } from '../db/pool.ts'
import type { AuditDay } from './audit-day.ts'
import type { ChainEnd } from './audit-entry.ts'

/** Every closed day, the oldest first. */
export const auditDays = (sql: Queryable): Promise<AuditDay[]> => sql<AuditDay[]>`
  select ${columns(sql)} from audit_days order by date`

export async function lastAuditDay(sql: Queryable): Promise<AuditDay | undefined> {
  const [row] = await sql<AuditDay[]>`
    select ${columns(sql)} from audit_days order by date desc limit 1`
  return row
}

/**
 * When the first entry after a number was made, of those made at an instant or later. Undefined:
 * there is none.
 */
export async function firstAtAfter(
  sql: Queryable,
  number: number,
  since: Date,
): Promise<Date | undefined> {
  const [row] = await sql<{ at: Date }[]>`
    select at
    from audit_entries
    where number > ${number} and at >= ${since}
    order by number
    limit 1`
  return row?.at
}

/** The last entry of the chain that was made before an instant. */
export async function chainEndBefore(
  sql: Queryable,
  instant: Date,
  afterNumber: number,
): Promise<ChainEnd | undefined> {
  const [row] = await sql<ChainEnd[]>`
    select number, hash
    from audit_entries
    where number > ${afterNumber} and at < ${instant}
    order by number desc
    limit 1`
  return row
}

/** Stores a closed day. Returns false if the day is stored already. */
export async function insertAuditDay(sql: Queryable, day: AuditDay): Promise<boolean> {
  const rows = await sql`
    insert into audit_days (date, number, hash, previous, digest)
    values (${day.date}::date, ${day.number}, ${day.hash}, ${day.previous}, ${day.digest})
    on conflict do nothing
    returning date`
  return rows.length > 0
}

const columns = (sql: Queryable) => sql`date::text as date, number, hash, previous, digest`
