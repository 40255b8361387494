import type { Queryable } from '../db/pool.ts'

/**
 * The newest instant that the books of a database prove, by the database's clock: the last
 * check of the open day, which a worker stores every minute.
 */
export async function newestCommit(sql: Queryable): Promise<Date | undefined> {
  const [row] = await sql<{ at: Date | null }[]>`
    select greatest(
      (select max(claimed_at) from ledger_samples),
      (select max(made_at) from ledger_digests)) as at`
  return row?.at ?? undefined
}

/** Whether the server has replayed all WAL and accepts writes. */
export async function isRecovered(sql: Queryable): Promise<boolean> {
  const [row] = await sql<{ isIn: boolean }[]>`select pg_is_in_recovery() as "isIn"`
  return row?.isIn === false
}
