import type { PixKey } from '../brazil/pix-key.ts'
import { joined } from '../db/joined.ts'
import type { Queryable } from '../db/pool.ts'
import { readableJson } from '../db/readable-json.ts'
import { type Fragment, fragment } from '../db/statement.ts'
import type { StoredCustomer } from './personal-data.ts'

/** Everything of one payer at one account, by id. */
export interface CustomerObjects {
  readonly accountId: string
  readonly payments: readonly string[]
  readonly sessions: readonly string[]
  readonly refunds: readonly string[]
  readonly disputes: readonly string[]
  /** Webhooks about the others. */
  readonly deliveries: readonly string[]
}

/** An order of the payer. */
export interface CustomerOrder {
  readonly table: 'transactions' | 'checkout_sessions'
  readonly id: string
  readonly customer: StoredCustomer
}

/** Who is looked for: a document, and the addresses of orders that have none. */
interface Wanted {
  readonly accountId: string
  /** In normal form. */
  readonly document: string
  readonly emails: readonly string[]
}

/** It reads every order of the account: no index has documents. */
export async function ordersOf(
  sql: Queryable,
  { accountId, document, emails }: Wanted,
): Promise<readonly CustomerOrder[]> {
  const orders = (table: CustomerOrder['table']) => sql`
    select ${table} as "table", id, customer
    from (
      select id, customer, customer #>> '{document,number}' as document,
        customer ->> 'email' as email
      from ${sql(table)}
      cross join lateral (
        select ${readableJson(sql, sql`facts`)} #> '{order,customer}' as customer
      ) as f
      where account_id = ${accountId}) as o
    where regexp_replace(upper(document), '[^0-9A-Z]', '', 'g') = ${document}
      or document is null and lower(email) = any(${emails}::text[])`
  return sql<CustomerOrder[]>`
    ${orders('transactions')} union all ${orders('checkout_sessions')}`
}

/** What belongs to these orders, detached months included. Only the owner may read those. */
export async function objectsOf(
  sql: Queryable,
  accountId: string,
  orders: readonly CustomerOrder[],
): Promise<CustomerObjects> {
  const idsIn = (table: CustomerOrder['table']) =>
    orders.filter((order) => order.table === table).map(({ id }) => id)
  const payments = idsIn('transactions')
  const ofPayments = async (column: 'id' | 'checkout_session_id', table: string, by: string) => {
    const rows = await sql<{ id: string }[]>`
      select ${sql(column)} as id from ${sql(table)}
      where account_id = ${accountId} and ${sql(by)} = any(${payments}::uuid[])
        and ${sql(column)} is not null`
    return rows.map(({ id }) => id)
  }
  const found = {
    accountId,
    payments,
    sessions: [
      ...new Set([
        ...idsIn('checkout_sessions'),
        ...(await ofPayments('checkout_session_id', 'transactions', 'id')),
      ]),
    ],
    refunds: await ofPayments('id', 'refunds', 'transaction_id'),
    disputes: await ofPayments('id', 'disputes', 'transaction_id'),
  }
  return { ...found, deliveries: await deliveriesOf(sql, found) }
}

async function deliveriesOf(sql: Queryable, objects: Found): Promise<readonly string[]> {
  const ids: string[] = []
  for (const place of await placesOf(sql, 'deliveries')) {
    const rows = await sql<{ id: string }[]>`
      select id from ${place} where ${ofObject(sql, objects)}`
    for (const { id } of rows) ids.push(id)
  }
  return ids
}

type Found = Omit<CustomerObjects, 'deliveries'>

/**
 * The keys of these refunds that are certainly of the payer with this document: their bank compared
 * the owner with it, and paid.
 */
export async function keysOf(
  sql: Queryable,
  { accountId, refunds }: CustomerObjects,
  document: string,
): Promise<readonly PixKey[]> {
  const rows = await sql<{ key: PixKey }[]>`
    select payout -> 'key' as key
    from refunds
    where account_id = ${accountId} and id = any(${refunds}::uuid[]) and status = 'COMPLETED'
      and payout ->> 'ownerDocument' = ${document}`
  return rows.map(({ key }) => key)
}

/** Which of these payments are not over: a payer, a bank or a worker still needs the person. */
export async function openPayments(
  sql: Queryable,
  { accountId, payments }: CustomerObjects,
): Promise<readonly string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from transactions t
    where account_id = ${accountId} and id = any(${payments}::uuid[])
      and (
        status in ('WAITING_PAYMENT', 'AUTHORIZED', 'IN_PROTEST')
        or exists (
          select from refunds r
          where r.account_id = t.account_id and r.transaction_id = t.id
            and r.status = 'PROCESSING'))
    order by id`
  return rows.map(({ id }) => id)
}

/** A column with personal data, and how its content is changed. */
interface PersonalColumn {
  readonly name: string
  readonly type: 'json' | 'jsonb' | 'text'
  readonly holds: 'json' | 'text' | 'actor' | 'response' | 'payout'
}

/** A table with personal data of a payer, and the rows of one of them. */
export interface PersonalTable {
  readonly table: string
  /** What names a row of the account. */
  readonly key: readonly string[]
  readonly columns: readonly PersonalColumn[]
  rowsOf(sql: Queryable, objects: CustomerObjects): Fragment
}

const json = (name: string, type: PersonalColumn['type']): PersonalColumn => ({
  ...{ name, type },
  holds: 'json',
})
const text = (name: string): PersonalColumn => ({ name, type: 'text', holds: 'text' })

const allIds = ({ payments, sessions, refunds, disputes }: Found) => [
  ...payments,
  ...sessions,
  ...refunds,
  ...disputes,
]

const ofObject = (sql: Queryable, objects: Found) =>
  sql`account_id = ${objects.accountId} and object_id = any(${allIds(objects)}::uuid[])`

const ofIds =
  (kind: 'payments' | 'sessions' | 'refunds' | 'disputes') =>
  (sql: Queryable, objects: CustomerObjects) =>
    sql`account_id = ${objects.accountId} and id = any(${objects[kind]}::uuid[])`

/** Every table whose rows of a payer have personal data, apart from `search_terms`. */
export const personalTables: readonly PersonalTable[] = [
  {
    table: 'transactions',
    key: ['id'],
    columns: [json('facts', 'json'), text('external_ref')],
    rowsOf: ofIds('payments'),
  },
  {
    table: 'checkout_sessions',
    key: ['id'],
    columns: [json('facts', 'json')],
    rowsOf: ofIds('sessions'),
  },
  {
    table: 'refunds',
    key: ['id'],
    columns: [{ name: 'payout', type: 'json', holds: 'payout' }],
    rowsOf: ofIds('refunds'),
  },
  { table: 'disputes', key: ['id'], columns: [json('facts', 'json')], rowsOf: ofIds('disputes') },
  {
    table: 'events',
    key: ['id'],
    columns: [json('payload', 'text'), { name: 'actor', type: 'jsonb', holds: 'actor' }],
    rowsOf: ofObject,
  },
  { table: 'deliveries', key: ['id'], columns: [text('last_error')], rowsOf: ofObject },
  {
    table: 'delivery_attempts',
    key: ['delivery_id', 'number'],
    columns: [text('excerpt'), text('error')],
    rowsOf: (sql, { accountId, deliveries }) => sql`
      account_id = ${accountId} and delivery_id = any(${deliveries}::uuid[])`,
  },
  {
    table: 'idempotency_keys',
    key: ['key_digest'],
    columns: [{ name: 'answer_body', type: 'text', holds: 'response' }],
    rowsOf: ofObject,
  },
  {
    table: 'reconciliation_cases',
    key: ['id'],
    columns: [json('expected', 'jsonb'), json('found', 'jsonb'), text('resolution')],
    rowsOf: ofObject,
  },
]

/**
 * The rows of a payer in one table and its detached months, each whole. `to_jsonb` would raise an
 * error for a `json` that PostgreSQL cannot read; `to_json` copies it.
 */
export async function exportedRows(
  sql: Queryable,
  { table, rowsOf }: PersonalTable,
  objects: CustomerObjects,
): Promise<readonly unknown[]> {
  const exported: unknown[] = []
  for (const place of await placesOf(sql, table)) {
    const rows = await sql<{ row: unknown }[]>`
      select to_json(t) as row from ${place} t where ${rowsOf(sql, objects)}`
    for (const { row } of rows) exported.push(row)
  }
  return exported
}

/** From here to the end of the transaction personal data may be changed in rows of history. */
export const allowPseudonyms = async (tx: Queryable): Promise<void> => {
  // The triggers of a distributed database run on its workers.
  if (tx.shards !== undefined) await tx`set local citus.propagate_set_commands = 'local'`
  await tx`set local statement_timeout = 0`
  await tx`set local guiche.pseudonymises = 'on'`
}

/**
 * Rewrites the personal columns of the rows of a payer, in the table and in its detached months.
 * Returns the number of rows that changed.
 */
export async function rewriteRows(
  tx: Queryable,
  { table, key, columns, rowsOf }: PersonalTable,
  objects: CustomerObjects,
  rewrite: (content: string, holds: PersonalColumn['holds']) => string | null,
): Promise<number> {
  let changed = 0
  for (const place of await placesOf(tx, table)) {
    const texts = joined(
      tx,
      columns.map(({ name }) => tx`${tx(name)}::text`),
      tx`, `,
    )
    const names = joined(
      tx,
      key.map((name) => tx`${tx(name)}`),
      tx`, `,
    )
    const rows = await tx<(Record<string, unknown> & { contents: (string | null)[] })[]>`
      select ${names}, array[${texts}] as contents
      from ${place}
      where ${rowsOf(tx, objects)}
      for update`
    for (const { contents, ...row } of rows) {
      const fresh = contents.map((content, index) => {
        const holds = columns[index]?.holds ?? 'text'
        return content === null ? null : rewrite(content, holds)
      })
      if (fresh.every((content, index) => content === contents[index])) continue
      const changes = joined(
        tx,
        columns.map(
          ({ name, type }, index) =>
            tx`${tx(name)} = ${fresh[index] ?? null}::text::${fragment([type], [])}`,
        ),
        tx`, `,
      )
      const isRow = joined(
        tx,
        key.map((name) => tx`${tx(name)} = ${row[name]}`),
        tx` and `,
      )
      await tx`
        update ${place} set ${changes}
        where account_id = ${objects.accountId} and ${isRow}`
      changed += 1
    }
  }
  return changed
}

/** A table, and its months that were detached. */
async function placesOf(tx: Queryable, table: string): Promise<readonly Fragment[]> {
  const rows = await tx<{ name: string }[]>`
    select relname as name
    from pg_class
    where relnamespace = 'detached'::regnamespace and relkind = 'r'
      and regexp_replace(relname, '_[0-9]{4}_[0-9]{2}$', '') = ${table}`
  return [tx`${tx(table)}`, ...rows.map(({ name }) => tx`detached.${tx(name)}`)]
}

/** Removes what the payments are found by, except their amounts. */
export async function deleteTerms(
  tx: Queryable,
  { accountId, payments }: CustomerObjects,
): Promise<number> {
  const rows = await tx`
    delete from search_terms
    where account_id = ${accountId} and transaction_id = any(${payments}::uuid[])
      and term not like '=%'
    returning 1`
  return rows.length
}

/** Removes saved filters that look for the person. `pattern` is a regular expression. */
export async function deleteViews(
  tx: Queryable,
  accountId: string,
  pattern: string,
): Promise<number> {
  const rows = await tx`
    delete from saved_views
    where account_id = ${accountId} and (query ~* ${pattern} or name ~* ${pattern}
      or replace(query, '%40', '@') ~* ${pattern})
    returning 1`
  return rows.length
}

/** How many rows of the account match, by table. It reads every row of the account. */
export async function matchingRows(
  tx: Queryable,
  accountId: string,
  pattern: string,
): Promise<Readonly<Record<string, number>>> {
  const tables = await tx<{ name: string }[]>`
    select c.oid::regclass::text as name
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id' and not attisdropped
    where relnamespace in ('public'::regnamespace, 'detached'::regnamespace)
      and relkind in ('r', 'p') and not relispartition
    order by 1`
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const [row] = await tx<{ count: number }[]>`
      select count(*)::int as count from ${fragment([name], [])} t
      where account_id = ${accountId} and t::text ~* ${pattern}`
    if (row && row.count > 0) counts[name] = row.count
  }
  return counts
}
