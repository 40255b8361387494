import type { Sql } from '../../src/db/pool.ts'

/** Statements that wait for a lock now, on any server, each by its session and its beginning. */
export async function lockWaits(sql: Sql): Promise<readonly string[]> {
  const sessions = sql(sql.shards === undefined ? 'pg_stat_activity' : 'citus_stat_activity')
  const rows = await sql<{ one: string }[]>`
    select pid || ' ' || query_start as one from ${sessions}
    where datname = current_database() and wait_event_type = 'Lock'`
  return rows.map(({ one }) => one)
}
