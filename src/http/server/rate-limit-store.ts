import type { Sql } from '../../db/pool.ts'

/**
 * Adds the use to each bucket by the database's time, in one statement. A negative use is put back.
 * Returns how far each runs ahead, ms.
 */
export async function addUse(
  sql: Sql,
  used: readonly { readonly bucket: string; readonly costMs: number }[],
): Promise<ReadonlyMap<string, number>> {
  // Rows are locked in one order everywhere.
  const sorted = used.toSorted((a, b) => (a.bucket < b.bucket ? -1 : 1))
  const rows = await sql<{ bucket: string; aheadMs: number }[]>`
    insert into rate_limits as r (bucket, arrives_at)
    select bucket, now() + cost_ms * interval '1 millisecond'
    from unnest(
      ${sorted.map(({ bucket }) => bucket)}::text[],
      ${sorted.map(({ costMs }) => costMs)}::float8[]) as used (bucket, cost_ms)
    on conflict (bucket) do update
    set arrives_at = greatest(r.arrives_at, now()) + (excluded.arrives_at - now())
    returning bucket, (extract(epoch from arrives_at - now()) * 1000)::float8 as "aheadMs"`
  return new Map(rows.map(({ bucket, aheadMs }) => [bucket, aheadMs]))
}

/**
 * Takes from every bucket, or from none when one has no room, by the database's time. Returns how
 * long to wait, ms; 0: taken. No bucket is ever overdrawn. Of several concurrent callers one may
 * take from a bucket before it finds another one full.
 */
export async function spendExactly(
  sql: Sql,
  wanted: readonly { readonly bucket: string; readonly costMs: number; readonly burstMs: number }[],
): Promise<number> {
  const sorted = wanted.toSorted((a, b) => (a.bucket < b.bucket ? -1 : 1))
  const [row] = await sql<{ taken: number; waitMs: number }[]>`
    with wanted as (
      select *
      from unnest(
        ${sorted.map(({ bucket }) => bucket)}::text[],
        ${sorted.map(({ costMs }) => costMs)}::float8[],
        ${sorted.map(({ burstMs }) => burstMs)}::float8[]) as w (bucket, cost_ms, burst_ms)
    ), waits as (
      select w.*,
        coalesce(extract(epoch from r.arrives_at - now()) * 1000, 0)
          + w.cost_ms - w.burst_ms as wait_ms
      from wanted w left join rate_limits r on r.bucket = w.bucket
    ), taken as (
      insert into rate_limits as r (bucket, arrives_at)
      select bucket, now() + cost_ms * interval '1 millisecond' from waits
      where not exists (select from waits where wait_ms > ${toleranceMs})
      on conflict (bucket) do update
      set arrives_at = greatest(r.arrives_at, now()) + (excluded.arrives_at - now())
        where greatest(r.arrives_at, now()) + (excluded.arrives_at - now()) - now()
          <= (
            select burst_ms + ${toleranceMs}
            from wanted
            where wanted.bucket = excluded.bucket) * interval '1 millisecond'
      returning bucket
    )
    select (select count(*) from taken) as taken, max(wait_ms)::float8 as "waitMs" from waits`
  if (row?.taken === wanted.length) return 0
  // A caller that lost the last place in a race read the room from before.
  const waitMs = (row?.waitMs ?? 0) > toleranceMs ? row?.waitMs : await waitFor(sql, wanted)
  return Math.max(1, waitMs ?? 1)
}

/** How long until all of them have room, by their current state, ms. */
async function waitFor(
  sql: Sql,
  wanted: Parameters<typeof spendExactly>[1],
): Promise<number | undefined> {
  const [row] = await sql<{ waitMs: number | null }[]>`
    select max(extract(epoch from r.arrives_at - now()) * 1000 + w.cost_ms - w.burst_ms)::float8
      as "waitMs"
    from unnest(
      ${wanted.map(({ bucket }) => bucket)}::text[],
      ${wanted.map(({ costMs }) => costMs)}::float8[],
      ${wanted.map(({ burstMs }) => burstMs)}::float8[]) as w (bucket, cost_ms, burst_ms)
    join rate_limits r on r.bucket = w.bucket`
  return row?.waitMs ?? undefined
}

const toleranceMs = 0.01 // Instants are stored in microseconds.

/** A bucket that was unused for a while is full again: its row is not needed. */
export const dropIdleBuckets = (sql: Sql) =>
  sql`delete from rate_limits where arrives_at < now() - interval '10 minutes'`
