import type { Queryable, Sql } from '../db/pool.ts'

/** A provider was asked about open cases: they are looked at again soon, and then less and less often. */
export async function planRecheck(sql: Queryable, providerId: string, now: Date): Promise<void> {
  await sql`
    insert into reconciliations (provider_id, next_at, recheck_at, recheck_wait)
    values (${providerId}, ${now}, ${now}::timestamptz + interval '5 seconds', interval '5 seconds')
    on conflict (provider_id) do update set recheck_at = excluded.recheck_at, recheck_wait = excluded.recheck_wait`
}

/** Takes the providers whose open cases are to be looked at again, and plans the next time while there are any. */
export async function claimRechecks(sql: Sql, now: Date): Promise<string[]> {
  const rows = await sql<{ providerId: string }[]>`
    update reconciliations r set recheck_wait = least(recheck_wait * 2, interval '1 hour'),
      recheck_at = case
        when exists (select from reconciliation_cases c where c.provider_id = r.provider_id and c.status = 'OPEN')
        then ${now}::timestamptz + least(recheck_wait * 2, interval '1 hour') end
    where recheck_at <= ${now}
    returning provider_id as "providerId"`
  return rows.map(({ providerId }) => providerId)
}
