import { instantAfter, type TimedSql } from '../db/business-time.ts'
import type { Queryable, Sql } from '../db/pool.ts'
import type { Fragment } from '../db/statement.ts'

/** A provider whose claims are due for a poll. */
export interface DuePoll {
  readonly providerId: string
  /** All changes until then are known. Absent: none are known. */
  readonly knownUntil?: Date
}

/** SQL that is true while one of these providers is due for a poll. */
export const isAnyPollDue = (
  { sql, clock }: TimedSql,
  providerIds: readonly string[],
): Fragment => sql`(
  select count(*) from dispute_sweeps
  where provider_id = any(${[...providerIds]}::uuid[]) and due_at > ${clock.now()}
  ) < ${providerIds.length}::int`

/**
 * Claims the providers that are due. Each is due again after its interval. One that was never
 * polled is due at once.
 */
export async function claimDuePolls(
  { sql, clock }: TimedSql,
  intervals: readonly { readonly providerId: string; readonly askEveryMs: number }[],
): Promise<DuePoll[]> {
  if (intervals.length === 0) return []
  const now = clock.now()
  const rows = await sql<{ providerId: string; knownUntil: Date | null }[]>`
    with intervals as (
      select * from unnest(${intervals.map(({ providerId }) => providerId)}::uuid[],
        ${intervals.map(({ askEveryMs }) => instantAfter(now, askEveryMs))}::timestamptz[])
        as p (provider_id, next_at)
    ), first as (
      insert into dispute_sweeps (provider_id, due_at)
      select provider_id, next_at from intervals
      where not exists (select from dispute_sweeps s where s.provider_id = intervals.provider_id)
      on conflict do nothing
      returning provider_id, known_until
    ), due as (
      select provider_id from dispute_sweeps
      where due_at <= ${now} and provider_id in (select provider_id from intervals)
      for update skip locked
    ), claimed as (
      update dispute_sweeps s
      set due_at = next_at
      from due join intervals using (provider_id) where s.provider_id = due.provider_id
      returning s.provider_id, s.known_until
    )
    select provider_id as "providerId", known_until as "knownUntil" from first
    union all select provider_id, known_until from claimed`
  return rows.map(({ providerId, knownUntil }) => ({
    providerId,
    ...(knownUntil && { knownUntil }),
  }))
}

/** Makes the next poll no later than `dueAt`: after a notice, or after a missing response. */
export async function schedulePoll(sql: Sql, providerId: string, dueAt: Date): Promise<void> {
  await sql`
    insert into dispute_sweeps as s (provider_id, due_at) values (${providerId}, ${dueAt})
    on conflict (provider_id) do update set due_at = least(s.due_at, excluded.due_at)`
}

/** Makes a provider due now, if it is polled at all. */
export async function pollDisputesNow(
  sql: Queryable,
  providerId: string,
  now: Date,
): Promise<void> {
  await sql`update dispute_sweeps set due_at = ${now} where provider_id = ${providerId}`
}

/** Records that the claims changed until then were applied. */
export async function recordPolledUntil(sql: Sql, providerId: string, until: Date): Promise<void> {
  await sql`
    update dispute_sweeps
    set known_until = greatest(known_until, ${until})
    where provider_id = ${providerId}`
}
