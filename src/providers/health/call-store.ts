import { columnar } from '../../db/columnar.ts'
import type { Sql } from '../../db/pool.ts'
import type { Latencies } from './latency.ts'

/** Calls of one operation that a process adds. */
export interface CountedCalls {
  readonly providerId: string
  readonly operation: string
  readonly failures: number
  readonly latencies: Latencies
}

/** The latest instants of a provider that a process saw, by business time. */
export interface ProviderSigns {
  readonly providerId: string
  readonly answeredAt?: Date
  readonly failedAt?: Date
  readonly noticedAt?: Date
  /** Whether this process sends the provider one probe at a time. Left out: as before. */
  readonly isProbed?: boolean
}

/**
 * Adds calls to the current minute and hour, and stores the latest instants, in one statement. The
 * rows are written in one order, so that two processes never wait for each other in a circle.
 */
export async function addSeen(
  sql: Sql,
  {
    calls,
    signs,
  }: { readonly calls: readonly CountedCalls[]; readonly signs: readonly ProviderSigns[] },
): Promise<void> {
  const counts = columnar(calls, {
    provider_id: 'uuid',
    operation: 'text',
    failures: 'int',
    latencies: ['text', ({ latencies }: CountedCalls) => `{${latencies.join(',')}}`],
  })
  const { columns, arrays } = columnar(signs, {
    provider_id: 'uuid',
    answered_at: 'timestamptz',
    failed_at: 'timestamptz',
    noticed_at: 'timestamptz',
    is_probed: 'boolean',
  })
  await sql`
    with counted as (
      insert into provider_calls as c
        (width, starts_at, provider_id, operation, failures, latencies)
      select w.width, date_trunc(w.width, now(), 'UTC'), n.provider_id, n.operation, n.failures,
        n.latencies::int[]
      from unnest(${counts.arrays}) as n (${counts.columns})
      cross join (values ('minute'), ('hour')) as w (width)
      order by w.width, n.provider_id, n.operation
      on conflict (width, starts_at, provider_id, operation) do update set
        failures = c.failures + excluded.failures,
        latencies = array(
          select a + b
          from unnest(c.latencies, excluded.latencies) with ordinality as u (a, b, bucket)
          order by bucket))
    insert into provider_signs as s (provider_id, answered_at, failed_at, noticed_at, silent_at)
    select n.provider_id, n.answered_at, n.failed_at, n.noticed_at,
      case n.is_probed when true then now() when false then '-infinity' end
    from unnest(${arrays}) as n (${columns})
    order by n.provider_id
    on conflict (provider_id) do update set
      answered_at = greatest(s.answered_at, excluded.answered_at),
      failed_at = greatest(s.failed_at, excluded.failed_at),
      noticed_at = greatest(s.noticed_at, excluded.noticed_at),
      silent_at = coalesce(excluded.silent_at, s.silent_at)`
}

export interface StoredCalls extends CountedCalls {
  /** The last hour, or the last 24 hours in whole hours, the current one included. */
  readonly width: 'minute' | 'hour'
}

/** The calls of the last hour and day, of one provider or of all. */
export const recentCalls = (sql: Sql, providerId: string | null) => sql<StoredCalls[]>`
  with counts as (
    select c.width, c.provider_id, c.operation, u.bucket, sum(u.calls)::int as calls,
      (sum(c.failures) filter (where u.bucket = 1))::int as failures
    from provider_calls c, unnest(c.latencies) with ordinality as u (calls, bucket)
    where (c.width = 'minute' and c.starts_at > now() - interval '1 hour'
        or c.width = 'hour' and c.starts_at > now() - interval '24 hours')
      and (${providerId}::uuid is null or c.provider_id = ${providerId}::uuid)
    group by 1, 2, 3, 4)
  select width, provider_id as "providerId", operation, sum(failures)::int as failures,
    array_agg(calls order by bucket) as latencies
  from counts
  group by 1, 2, 3
  order by 2, 3, 1`

export interface StoredSigns {
  readonly providerId: string
  readonly answeredAt: Date | null
  readonly failedAt: Date | null
  readonly noticedAt: Date | null
  readonly isProbed: boolean
}

/** A process reports a silent provider every few seconds; without a report it is no longer so. */
export const signsOf = (sql: Sql, providerId: string | null) => sql<StoredSigns[]>`
  select provider_id as "providerId", answered_at as "answeredAt", failed_at as "failedAt",
    noticed_at as "noticedAt",
    coalesce(silent_at > now() - interval '20 seconds', false) as "isProbed"
  from provider_signs
  where ${providerId}::uuid is null or provider_id = ${providerId}::uuid`

/** Deletes what is no longer shown, at most `limit` rows. Returns their number. */
export async function deleteOldCalls(sql: Sql, limit: number): Promise<number> {
  const rows = await sql`
    delete from provider_calls where (width, starts_at, provider_id, operation) in (
      select width, starts_at, provider_id, operation
      from provider_calls
      where width = 'minute' and starts_at < now() - interval '2 hours'
        or width = 'hour' and starts_at < now() - interval '26 hours'
      limit ${limit})
    returning 1`
  return rows.length
}
