import type { Queryable, Sql } from '../db/pool.ts'
import type { Statement } from '../db/statement.ts'
import type { Breach } from './books-check-store.ts'

/** Why no money may leave, and since when. */
export interface CashoutStop {
  readonly reason: string
  readonly since: Date
  /** What could not be true when somebody looked, all there was since the stop. */
  readonly breaches: readonly Breach[]
  /** Another one as soon as the stop names another breach: who sends it has seen them all. */
  readonly digest: string
}

/** The person who lets money leave again, and what they found and did. */
export interface Resumption {
  readonly resumedBy: string
  readonly note: string
  /** The digest of the stop they saw. */
  readonly seen: string
}

/**
 * Read before each cashout is sent. While there is a stop, none is sent (docs/design/rules.md#l6).
 */
export async function cashoutStop(sql: Queryable): Promise<CashoutStop | undefined> {
  const [row] = await sql<CashoutStop[]>`
    select reason, since, breaches, ${digest(sql)} as digest from cashout_stops where resumed_at is null`
  return row
}

/** Stops every cashout, in every process, until a person lets them go. The first reason stands; breaches found later are added. */
export async function freezePayouts(sql: Sql, reason: string, breaches: readonly Breach[] = []): Promise<void> {
  const named = JSON.stringify(breaches)
  await sql`
    insert into cashout_stops as stop (reason, breaches) values (${reason}, (${inOrder(sql, sql`${named}::text::jsonb`)}))
    on conflict (only_row) where resumed_at is null do update
      set breaches = (${inOrder(sql, sql`stop.breaches || excluded.breaches`)})`
}

/** Each once, and always in one order: the same breaches are the same digest. */
const inOrder = (sql: Queryable, breaches: Statement<unknown>) =>
  sql`select coalesce(jsonb_agg(distinct breach), '[]') from jsonb_array_elements(${breaches}) as breach`

const digest = (sql: Queryable) => sql`encode(sha256(convert_to(id::text || reason || breaches::text, 'UTF8')), 'hex')`

/**
 * The stop with this digest is over: it is kept with who ended it, and does not come back for its breaches. `undefined`:
 * there is none such.
 */
export async function endStop(sql: Sql, { resumedBy, note, seen }: Resumption): Promise<readonly Breach[] | undefined> {
  const [row] = await sql<{ breaches: readonly Breach[] }[]>`
    update cashout_stops set resumed_at = now(), resumed_by = ${resumedBy}, note = ${note}
    where resumed_at is null and ${digest(sql)} = ${seen}
    returning breaches`
  return row?.breaches
}

/** The breaches a person has seen and let money leave in spite of: they are told of on, and stop nothing any more. */
export const acknowledgedBreaches = (sql: Queryable): Promise<readonly Breach[]> => sql<Breach[]>`
  select distinct breach ->> 'rule' as rule, breach ->> 'accountId' as "accountId", breach ->> 'subject' as subject
  from cashout_stops cross join jsonb_array_elements(breaches) as breach where resumed_at is not null`
