import type { TimedSql } from '../db/business-time.ts'
import type { Queryable, Sql } from '../db/pool.ts'
import type { Fragment } from '../db/statement.ts'

/**
 * Claims the reading of a provider's files for `leaseMs`. `undefined`: another process holds it.
 */
export async function claimLease(
  { sql, clock }: TimedSql,
  providerId: string,
  leaseMs: number,
): Promise<string | undefined> {
  const [row] = await sql<{ lease: string }[]>`
    insert into reconciliations as r (provider_id, lease, lease_ends_at, next_at)
    values (${providerId}, gen_random_uuid(), now() + ${leaseMs} * interval '1 millisecond',
      ${clock.now()})
    on conflict (provider_id)
    do update set lease = excluded.lease, lease_ends_at = excluded.lease_ends_at
      where r.lease is null or r.lease_ends_at <= now()
    returning lease`
  return row?.lease
}

/** Extends the lease. False: it has expired, and another process may hold it. */
export async function renewLease(
  sql: Queryable,
  { providerId, lease }: { readonly providerId: string; readonly lease: string },
  leaseMs: number,
): Promise<boolean> {
  const rows = await sql`
    update reconciliations set lease_ends_at = now() + ${leaseMs} * interval '1 millisecond'
    where provider_id = ${providerId} and lease = ${lease}
    returning provider_id`
  return rows.length > 0
}

/** Releases the lease, and schedules the next reading. */
export async function endLease(
  sql: Sql,
  { providerId, lease }: { readonly providerId: string; readonly lease: string },
  nextAt: Date,
): Promise<void> {
  await sql`
    update reconciliations set lease = null, lease_ends_at = null, next_at = ${nextAt}
    where provider_id = ${providerId} and lease = ${lease}`
}

/** The providers, of these, whose files are due and have no lease. */
export async function dueProviders(
  app: TimedSql,
  providerIds: readonly string[],
): Promise<string[]> {
  const rows = await app.sql<{ providerId: string }[]>`
    select p.id as "providerId" ${dueOf(app, providerIds)}`
  return rows.map(({ providerId }) => providerId)
}

/** SQL that is true while the files of one of these providers are due and have no lease. */
export const isAnyProviderDue = (app: TimedSql, providerIds: readonly string[]): Fragment =>
  app.sql`(select count(*) ${dueOf(app, providerIds)}) > 0`

const dueOf = ({ sql, clock }: TimedSql, providerIds: readonly string[]): Fragment => sql`
  from unnest(${[...providerIds]}::uuid[]) as p (id)
  left join reconciliations r on r.provider_id = p.id
  where r.provider_id is null
    or (r.next_at <= ${clock.now()} and (r.lease is null or r.lease_ends_at <= now()))`
