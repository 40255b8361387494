import { migrate } from '../src/db/migrate.ts'
import { openPool, type Sql } from '../src/db/pool.ts'

/** The created accounts and transactions that a reader may query. */
export interface Crowd {
  /** A few thousand transactions of any account. */
  readonly ids: readonly { readonly account: string; readonly id: string }[]
  /**
   * Ten accounts that have a fortieth of all each: their pages are full also with few transactions.
   */
  readonly large: readonly string[]
}

/**
 * A database of its own with `rows` transactions of `accounts` accounts, created inside PostgreSQL.
 * They are inserted in the order of time, with the accounts mixed, as in production: the rows of
 * one account are far apart.
 */
export async function fillTransactions(
  admin: Sql,
  url: string,
  {
    name,
    rows,
    accounts,
  }: { readonly name: string; readonly rows: number; readonly accounts: number },
): Promise<Crowd> {
  await admin`create database ${admin(name)}`
  await migrate(url)
  const sql = openPool({ url, max: 1, applicationName: 'guiche-bench', statementMs: 0 })
  for (const setting of ['synchronous_commit = off', "maintenance_work_mem = '1GB'"]) {
    await sql.unsafe(`set ${setting}`)
  }
  await sql`
    create temporary table crowd as
    select number, uuidv7(interval '-400 days') as id
    from generate_series(1, ${accounts}::int) as number`
  await sql`alter table crowd add primary key (number)`
  // All indexes but the key are built after the rows: the same trees in less time.
  const indexes = await sql<{ name: string; definition: string }[]>`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = 'public' and tablename = 'transactions' and indexname <> 'transactions_pkey'`
  for (const index of indexes) await sql`drop index ${sql(index.name)}`
  for (let from = 1; from <= rows; from += atOnce) {
    await insertRows(sql, { from, to: Math.min(rows, from + atOnce - 1), rows, accounts })
  }
  for (const index of indexes) await sql.unsafe(index.definition)
  await sql`vacuum (analyze) transactions`
  await sql`checkpoint`

  const ids = await sql<{ account: string; id: string }[]>`
    select account_id as account, id
    from transactions
    where random() < ${Math.min(1, 5_000 / rows)}`
  const large = await sql<{ id: string }[]>`select id from crowd where number <= 10 order by number`
  await sql.end()
  return { ids, large: large.map(({ id }) => id) }
}

const atOnce = 500_000

/**
 * The number of refused boletos of each large account: its oldest sales, and the only refused ones.
 */
export const rare = 3

/**
 * A year of sales, evenly distributed: a quarter of them by ten large accounts, the rest by all.
 * Most are PIX, most are paid.
 */
const insertRows = (
  sql: Sql,
  {
    from,
    to,
    rows,
    accounts,
  }: {
    readonly from: number
    readonly to: number
    readonly rows: number
    readonly accounts: number
  },
) => sql`
  insert into transactions (account_id, id, version, status, method, amount, installments, fee,
    external_ref, provider_id, secure_id, facts, created_at, updated_at, paid_at, expires_at)
  select crowd.id, uuidv7(at - now()), case when status = 'WAITING_PAYMENT' then 1 else 2 end,
    status, method, amount, 1, amount / 100, 'pedido-' || n, '01900000-0000-7000-8000-000000000001',
    md5('page ' || n)::text,
    json_build_object(
      'price', json_build_object('fixed', 0, 'basisPoints', 100),
      'order', json_build_object(
        'customer', json_build_object(
          'id', md5('customer ' || n % 50000)::uuid, 'name', 'Cliente ' || n % 50000,
          'email', 'cliente' || n % 50000 || '@exemplo.com.br', 'phone', '11912345678',
          'document', json_build_object('number', '52998224725', 'type', 'CPF'),
          'externaRef', 'c-' || n % 50000, 'address', null),
        'items', json_build_array(json_build_object(
          'title', 'Camiseta', 'unitPrice', amount, 'quantity', 1,
          'tangible', true, 'externalRef', 'sku-' || n % 1000)),
        'shipping', null, 'metadata', json_build_object('pedido', n),
        'postbackUrl', 'https://loja.exemplo.com.br/webhooks/' || crowd.number,
        'traceable', null, 'ip', null, 'externalRef', 'pedido-' || n),
      'pix', json_build_object(
        'txid', md5('txid ' || n),
        'emv', '00020101021226' || repeat(md5('emv ' || n), 4) || '6304ABCD')),
    at, at, case when status = 'PAID' then at + interval '2 minutes' end, at + interval '1 day'
  from (
    select n, now() - interval '365 days' + n * (interval '365 days' / ${rows}::float8) as at,
      case
        when n % 4 = 0 then 1 + (n / 4) % 10
        else 1 + (n::bigint * 7919) % ${accounts}::int end as number,
      1000 + (n::bigint * 7907) % 50000 as amount,
      case when n % 4 = 0 and n <= ${40 * rare} then 'REFUSED'
        else (array['PAID','PAID','PAID','WAITING_PAYMENT','CANCELED'])[1 + (n / 40) % 5]
        end as status,
      case when n % 4 = 0 and n <= ${40 * rare} then 'BOLETO'
        else (array['PIX','PIX','PIX','BOLETO'])[1 + (n / 200) % 4] end as method
    from generate_series(${from}::int, ${to}::int) as n
  ) as generated
  join crowd using (number)
  order by n`
