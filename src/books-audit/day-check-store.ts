import type { Queryable, Sql } from '../db/pool.ts'
import { columns, type StoredDigest } from './digest-store.ts'

/** A closed day, and when it was last computed again. */
export interface CheckedDay extends StoredDigest {
  readonly checkedAt: Date | null
  /** Whether its transfers still have its digest. Null: not checked yet. */
  readonly isSame: boolean | null
  /** Whether it continues the chain of the day before. */
  readonly isLinked: boolean
}

/**
 * Leases the day that was not checked for the longest time, if that is before an instant. A day
 * whose check fails stays leased, so the other days are checked before it is tried again.
 */
export async function claimDayCheck(
  sql: Queryable,
  before: Date,
  leaseMs: number,
): Promise<StoredDigest | undefined> {
  const [row] = await sql<StoredDigest[]>`
    with claimed as (
      insert into ledger_day_checks as k (date, lease_ends_at)
      select d.date, now() + ${leaseMs} * interval '1 millisecond'
      from ledger_digests d
      left join ledger_day_checks c using (date)
      where (c.checked_at is null or c.checked_at <= ${before})
        and (c.lease_ends_at is null or c.lease_ends_at <= now())
      order by c.checked_at nulls first, d.date
      limit 1
      on conflict (date) do update
      set lease_ends_at = excluded.lease_ends_at
      where k.lease_ends_at is null or k.lease_ends_at <= now()
      returning date)
    select ${columns(sql)} from claimed join ledger_digests d using (date)`
  return row
}

export async function storeDayCheck(
  sql: Queryable,
  { date, checkedAt, isSame }: { date: string; checkedAt: Date; isSame: boolean },
): Promise<void> {
  await sql`
    insert into ledger_day_checks (date, checked_at, is_same)
    values (${date}::date, ${checkedAt}, ${isSame})
    on conflict (date) do update
    set checked_at = excluded.checked_at, is_same = excluded.is_same, lease_ends_at = null`
}

/** Closed days, the newest first. */
export const dayPage = (
  sql: Sql,
  { limit, after }: { readonly limit: number; readonly after?: string },
) => sql<CheckedDay[]>`
  select ${columns(sql)}, c.checked_at as "checkedAt", c.is_same as "isSame",
    coalesce(
      (select b.digest from ledger_digests b where b.date < d.date order by b.date desc limit 1),
      decode(repeat('0', 64), 'hex')) = d.previous as "isLinked"
  from ledger_digests d
  left join ledger_day_checks c using (date)
  where ${after === undefined ? sql`true` : sql`date < ${after}::date`}
  order by date desc
  limit ${limit}`
