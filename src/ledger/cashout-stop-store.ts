import type { Queryable, Sql } from '../db/pool.ts'
import type { Breach } from './books-check-store.ts'

/** Why no money may leave, and since when. */
export interface CashoutStop {
  readonly reason: string
  readonly since: Date
  /** What could not be true when somebody looked, all there was since the stop. */
  readonly breaches: readonly Breach[]
}

/** The person who lets money leave again, and what they found and did. */
export interface Resumption {
  readonly resumedBy: string
  readonly note: string
}

/** Asked before each cashout is sent: while it answers something, none is (reliability L6). */
export async function cashoutStop(sql: Queryable): Promise<CashoutStop | undefined> {
  const [row] = await sql<CashoutStop[]>`select reason, since, breaches from cashout_stops where resumed_at is null`
  return row
}

/** Stops every cashout, in every process, until `resumeCashouts`. The first reason stands; breaches found later are added. */
export async function stopCashouts(sql: Sql, reason: string, breaches: readonly Breach[] = []): Promise<void> {
  await sql`
    insert into cashout_stops as stop (reason, breaches) values (${reason}, ${JSON.stringify(breaches)}::text::jsonb)
    on conflict (only_row) where resumed_at is null do update set breaches = (
      select coalesce(jsonb_agg(distinct breach), '[]') from jsonb_array_elements(stop.breaches || excluded.breaches) as breach)`
}

/** Lets money leave again; the stop is kept with who did, and does not come back for its breaches. `undefined`: nothing was stopped. */
export async function resumeCashouts(
  sql: Sql,
  { resumedBy, note }: Resumption,
): Promise<readonly Breach[] | undefined> {
  const [row] = await sql<{ breaches: readonly Breach[] }[]>`
    update cashout_stops set resumed_at = now(), resumed_by = ${resumedBy}, note = ${note} where resumed_at is null
    returning breaches`
  return row?.breaches
}

/** The breaches a person has seen and let money leave in spite of: they are told of on, and stop nothing any more. */
export const acknowledgedBreaches = (sql: Queryable): Promise<readonly Breach[]> => sql<Breach[]>`
  select distinct breach ->> 'rule' as rule, breach ->> 'accountId' as "accountId", breach ->> 'subject' as subject
  from cashout_stops cross join jsonb_array_elements(breaches) as breach where resumed_at is not null`
