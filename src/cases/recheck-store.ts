import type { TimedSql } from '../db/business-time.ts'
import type { Queryable, Sql } from '../db/pool.ts'
import type { Fragment } from '../db/statement.ts'

/** Schedules rechecks after a query about open cases: soon at first, then at growing intervals. */
export async function planRecheck(sql: Queryable, providerId: string, now: Date): Promise<void> {
  await sql`
    insert into reconciliations (provider_id, next_at, recheck_at, recheck_wait)
    values (${providerId}, ${now}, ${now}::timestamptz + interval '5 seconds', interval '5 seconds')
    on conflict (provider_id)
    do update set recheck_at = excluded.recheck_at, recheck_wait = excluded.recheck_wait`
}

/** SQL that is true while a provider is due for a recheck. */
export const hasDueRecheck = ({ sql, clock }: TimedSql): Fragment =>
  sql`exists (select true from reconciliations where recheck_at <= ${clock.now()})`

/**
 * Claims the providers whose open cases are due for a recheck, and schedules the next one while
 * cases are open.
 */
export async function claimRechecks(sql: Sql, now: Date): Promise<string[]> {
  const rows = await sql<{ providerId: string }[]>`
    update reconciliations r set recheck_wait = least(recheck_wait * 2, interval '1 hour'),
      recheck_at = case
        when exists (
          select from reconciliation_cases c
          where c.provider_id = r.provider_id and c.status = 'OPEN')
        then ${now}::timestamptz + least(recheck_wait * 2, interval '1 hour')
      end
    where recheck_at <= ${now}
    returning provider_id as "providerId"`
  return rows.map(({ providerId }) => providerId)
}
