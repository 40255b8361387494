import { currentEpoch } from '../db/epoch-store.ts'
import type { Queryable, Sql, Tx } from '../db/pool.ts'
import type { Statement } from '../db/statement.ts'
import type { Breach } from './books-check-store.ts'

/** The reason why no money may leave, and the time of the stop. */
export interface CashoutStop {
  readonly reason: string
  readonly since: Date
  /** The violations found, all of them since the stop. */
  readonly breaches: readonly Breach[]
  /**
   * The digest changes when the stop gets another violation. A person who sends it has seen all of
   * them.
   */
  readonly digest: string
  /**
   * Whether money waits for the sweep after a restore (docs/decisions/restore.md). Then a person
   * may acknowledge the violations, and cashouts stay stopped until the sweep has ended.
   */
  readonly waitsForSweep: boolean
}

/** The reason of the stop that a restored database begins. */
export const restoredReason = 'database-restored'

/** The person who resumes cashouts, with a note on the cause and the correction. */
export interface Resumption {
  readonly resumedBy: string
  readonly note: string
  /** The digest of the stop they saw. */
  readonly seen: string
}

/**
 * The current stop, which is read before each cashout is sent. While there is one, no cashout is
 * sent (docs/design/rules.md#l6).
 */
export async function cashoutStop(sql: Queryable): Promise<CashoutStop | undefined> {
  const [row] = await sql<Omit<CashoutStop, 'waitsForSweep'>[]>`
    select reason, since, breaches, ${digest(sql)} as digest
    from cashout_stops
    where resumed_at is null`
  return row && { ...row, waitsForSweep: await isUnswept(sql) }
}

const isUnswept = async (sql: Queryable): Promise<boolean> =>
  (await currentEpoch(sql))?.settledAt === null

/**
 * Stops every cashout, in every process, until a person resumes them. The first reason stays.
 * Violations found later are added.
 */
export const stopAllCashouts = (
  sql: Sql,
  reason: string,
  breaches: readonly Breach[] = [],
): Promise<void> => sql.begin((tx) => recordStop(tx, reason, breaches))

/** The same, in the transaction of its cause. */
export async function recordStop(
  tx: Tx,
  reason: string,
  breaches: readonly Breach[] = [],
): Promise<void> {
  const named = JSON.stringify(breaches)
  // Locks the stop that is there. Citus takes no subquery in an insert.
  const [stop] = await tx<{ id: string }[]>`
    insert into cashout_stops as stop (reason) values (${reason})
    on conflict (only_row) where resumed_at is null do update set reason = stop.reason
    returning id`
  const [known] = await tx<{ breaches: string }[]>`
    select (${inOrder(tx, tx`breaches || ${named}::text::jsonb`)})::text as breaches
    from cashout_stops where id = ${stop?.id}`
  await tx`
    update cashout_stops set breaches = ${known?.breaches}::text::jsonb where id = ${stop?.id}`
}

/** Each violation once and in one order, so the same violations have the same digest. */
const inOrder = (sql: Queryable, breaches: Statement<unknown>) => sql`
  select coalesce(jsonb_agg(distinct breach), '[]')
  from jsonb_array_elements(${breaches}) as breach`

const digest = (sql: Queryable) =>
  sql`encode(sha256(convert_to(id::text || reason || breaches::text, 'UTF8')), 'hex')`

/**
 * Ends the stop with this digest. It is kept with the person who ended it, and its violations do
 * not stop cashouts again. Until the sweep after a restore has ended, the stop of the restore takes
 * its place. `undefined`: there is no such stop, or it has no violations and the sweep has to end
 * first.
 */
export async function endCashoutStop(
  sql: Sql,
  { resumedBy, note, seen }: Resumption,
): Promise<readonly Breach[] | undefined> {
  return sql.begin(async (tx) => {
    // Citus computes no digest in the condition of an update.
    const [stop] = await tx<{ id: string; breaches: readonly Breach[] }[]>`
      select id, breaches from cashout_stops
      where resumed_at is null and ${digest(tx)} = ${seen}
      for update`
    if (!stop) return undefined
    // Read under the lock of the stop: a loss is declared in the transaction that records the stop.
    const waitsForSweep = await isUnswept(tx)
    if (waitsForSweep && stop.breaches.length === 0) return undefined
    await tx`
      update cashout_stops set resumed_at = now(), resumed_by = ${resumedBy}, note = ${note}
      where id = ${stop.id}`
    if (waitsForSweep) await recordStop(tx, restoredReason)
    return stop.breaches
  })
}

/**
 * The violations that a person has seen before resuming cashouts. They are still reported, and stop
 * nothing.
 */
export const acknowledgedBreaches = (sql: Queryable): Promise<readonly Breach[]> => sql<Breach[]>`
  select distinct breach ->> 'rule' as rule, breach ->> 'accountId' as "accountId",
    breach ->> 'subject' as subject
  from cashout_stops
  cross join jsonb_array_elements(breaches) as breach
  where resumed_at is not null`
