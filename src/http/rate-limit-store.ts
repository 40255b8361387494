import type { Sql } from '../db/pool.ts'

/** Adds what was used to each bucket by the database's time, in one statement; answers how far each runs ahead, ms. */
export async function addUse(
  sql: Sql,
  used: readonly { readonly bucket: string; readonly costMs: number }[],
): Promise<ReadonlyMap<string, number>> {
  const sorted = used.toSorted((a, b) => (a.bucket < b.bucket ? -1 : 1)) // Rows are locked in one order everywhere.
  const rows = await sql<{ bucket: string; aheadMs: number }[]>`
    insert into rate_limits as r (bucket, arrives_at)
    select bucket, now() + cost_ms * interval '1 millisecond'
    from unnest(${sorted.map(({ bucket }) => bucket)}::text[], ${sorted.map(({ costMs }) => costMs)}::float8[]) as used (bucket, cost_ms)
    on conflict (bucket) do update set arrives_at = greatest(r.arrives_at, now()) + (excluded.arrives_at - now())
    returning bucket, (extract(epoch from arrives_at - now()) * 1000)::float8 as "aheadMs"`
  return new Map(rows.map(({ bucket, aheadMs }) => [bucket, aheadMs]))
}

/** Buckets nobody used for a while are full again: their rows say nothing. */
export const dropIdleBuckets = (sql: Sql) =>
  sql`delete from rate_limits where arrives_at < now() - interval '10 minutes'`
