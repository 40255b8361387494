import type { Queryable, Tx } from '../db/pool.ts'
import { shadowTables } from '../db/shadow-store.ts'
import type { Fragment } from '../db/statement.ts'
import { isCardSale } from '../transactions/methods/card-sale-store.ts'

/** Some of our objects: for each table a condition on its rows, which are called `o`. */
export type OurObjects = Readonly<Record<(typeof tables)[number], Fragment>>

const tables = [
  'transactions',
  'attempts',
  'remittance_records',
  'refunds',
  'disputes',
  'cashouts',
] as const

/**
 * On a database that is distributed by account, the comparisons of this transaction read copies of
 * some of our objects: lines and cases are on the coordinator, and Citus joins them with the tables
 * of accounts in few ways only. Refunds and disputes are copied with their payment, and a payment
 * with all of its refunds and disputes.
 */
export async function copyObjects(tx: Tx, find: (tx: Tx) => Promise<OurObjects>): Promise<void> {
  if (tx.shards === undefined) return
  const objects = await find(tx)
  const copy = (table: keyof OurObjects, condition: Fragment) => tx`
    insert into ${tx(table)} select o.* from public.${tx(table)} o where ${condition}
    on conflict do nothing`
  await shadowTables(tx, tables, async () => {
    for (const table of tables) await copy(table, objects[table])
    await copy(
      'transactions',
      tx`(o.account_id, o.id) in (
        select account_id, transaction_id from refunds
        union
        select account_id, transaction_id from disputes)`,
    )
    for (const table of ['refunds', 'disputes'] as const)
      await copy(
        table,
        tx`(o.account_id, o.transaction_id) in (select account_id, id from transactions)`,
      )
  })
}

/** The objects of some lines, and the disputes and sales that the lines of claims name. */
export async function objectsOfLines(
  tx: Tx,
  { providerId, lines }: { readonly providerId: string; readonly lines: Fragment },
): Promise<OurObjects> {
  const rows = await tx<(ObjectKey & { readonly claim: string | null })[]>`
    select account_id as "accountId", object_id as id,
      case when l.kind in ('chargeback', 'chargeback-reversal') then l.reference end as claim
    from settlement_lines l where ${lines}`
  const claims = [...new Set(rows.map(({ claim }) => claim))]
  const named = objectsWithIds(tx, rows)
  return {
    ...named,
    transactions: tx`(${named.transactions}) or (o.provider_id = ${providerId}::uuid
      and ${isCardSale(tx, tx`o.`)} and o.facts #>> '{card,tid}' = any(${claims}::text[]))`,
    disputes: tx`o.provider_id = ${providerId}::uuid and o.case_id = any(${claims}::text[])`,
  }
}

/** The objects of some cases. */
export async function objectsOfCases(tx: Tx, caseIds: readonly string[]): Promise<OurObjects> {
  const rows = await tx<ObjectKey[]>`
    select account_id as "accountId", object_id as id from reconciliation_cases
    where id = any(${[...caseIds]}::uuid[])`
  return objectsWithIds(tx, rows)
}

/** The objects of a provider that were paid, ended or changed from one instant until another. */
export function objectsBetween(
  sql: Queryable,
  {
    providerId,
    from,
    until,
  }: { readonly providerId: string; readonly from: Date; readonly until: Date },
): OurObjects {
  const isOfProvider = sql`o.provider_id = ${providerId}::uuid`
  const isThen = (instant: Fragment) =>
    sql`(${instant} >= ${from}::timestamptz and ${instant} < ${until}::timestamptz)`
  return {
    transactions: sql`${isOfProvider} and ${isThen(sql`o.paid_at`)}`,
    attempts: sql`false`,
    remittance_records: sql`false`,
    refunds: sql`o.status = 'COMPLETED' and ${isThen(sql`o.updated_at`)}`,
    disputes: sql`${isOfProvider} and ${isThen(sql`o.decided_at`)}`,
    cashouts: sql`${isOfProvider}
      and (${isThen(sql`o.completed_at`)} or ${isThen(sql`o.updated_at`)})`,
  }
}

interface ObjectKey {
  readonly accountId: string | null
  readonly id: string | null
}

/** Objects of any kind by their ids, with what belongs to them if they are payments. */
function objectsWithIds(sql: Queryable, keys: readonly ObjectKey[]): OurObjects {
  const accounts = [...new Set(keys.map(({ accountId }) => accountId))]
  const ids = [...new Set(keys.map(({ id }) => id))]
  const isOneOf = (id: Fragment) =>
    sql`o.account_id = any(${accounts}::uuid[]) and ${id} = any(${ids}::uuid[])`
  return {
    transactions: isOneOf(sql`o.id`),
    attempts: isOneOf(sql`o.transaction_id`),
    remittance_records: isOneOf(sql`o.transaction_id`),
    refunds: isOneOf(sql`o.id`),
    disputes: isOneOf(sql`o.id`),
    cashouts: isOneOf(sql`o.id`),
  }
}
