import type { TimedSql } from '../db/business-time.ts'
import type { Sql } from '../db/pool.ts'

/**
 * An admitted request for a merchant session, its time and its outcome. The session itself is never
 * stored. A request that was rejected before the call of the wallet has no record.
 */
export interface SessionRecord {
  readonly accountId: string
  readonly id: string
  readonly hostname: string
  readonly outcome: SessionRecordOutcome
  readonly at: Date
}

export type SessionRecordOutcome =
  | 'given'
  | 'domain-not-verified'
  | 'refused-by-wallet'
  | 'unavailable'

/** One record for each request, in one statement. */
export async function insertSessionRecords(
  sql: Sql,
  rows: readonly SessionRecord[],
): Promise<void> {
  await sql`
    insert into merchant_sessions (account_id, id, hostname, outcome, at)
    select * from unnest(
      ${rows.map((row) => row.accountId)}::uuid[], ${rows.map((row) => row.id)}::uuid[],
      ${rows.map((row) => row.hostname)}::text[], ${rows.map((row) => row.outcome)}::text[],
      ${rows.map((row) => row.at.toISOString())}::timestamptz[])`
}

/** Deletes records older than half a year, at most `limit` at once. Returns their number. */
export async function deleteExpiredSessions(
  { sql, clock }: TimedSql,
  limit: number,
): Promise<number> {
  const gone = await sql`
    delete from merchant_sessions where (account_id, id) in (
      select account_id, id
      from merchant_sessions
      where at < ${clock.now()}::timestamptz - interval '180 days'
      order by at limit ${limit})
    returning 1`
  return gone.length
}

/** Whether this account was given a merchant session since then, on any of its hostnames. */
export async function hasRecentSession(sql: Sql, accountId: string, since: Date): Promise<boolean> {
  const rows = await sql`
    select from merchant_sessions
    where account_id = ${accountId} and at >= ${since} and outcome = 'given'
    limit 1`
  return rows.length > 0
}
