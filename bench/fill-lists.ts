import type { Sql } from '../src/db/pool.ts'

/** The merchant whose lists are long, and what the rows of the lists name. */
export interface LongShop {
  readonly accountId: string
  readonly providerId: string
  readonly keyId: string
  readonly linkId: string
  readonly endpointId: string
  readonly fileId: string
}

/** Adds the rows from one number to another, both included. */
export type Insert = (range: Range) => PromiseLike<unknown>

export interface Range {
  readonly from: number
  readonly to: number
}

const atOnce = 500_000

/**
 * Adds rows 1 to `rows` to a table, quickly: nothing of it survives a power cut, all indexes but
 * those of constraints are built after the rows, and rows may name others that do not exist.
 */
export async function fill(sql: Sql, table: string, rows: number, insert: Insert): Promise<void> {
  const references = await sql<{ name: string }[]>`
    select conname as name
    from pg_constraint
    where conrelid = ${table}::regclass and contype = 'f' and conparentid = 0`
  for (const { name } of references)
    await sql`alter table ${sql(table)} drop constraint ${sql(name)}`
  const indexes = await sql<{ name: string; definition: string }[]>`
    select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = ${table}::regclass
      and not exists (select from pg_constraint where conindid = i.indexrelid)`
  for (const { name } of indexes) await sql`drop index ${sql(name)}`
  for (let from = 1; from <= rows; from += atOnce) {
    const to = Math.min(rows, from + atOnce - 1)
    await insert({ from, to })
    console.log(`${table}: ${to.toLocaleString('en-US')} of ${rows.toLocaleString('en-US')} rows`)
  }
  for (const [index, { name, definition }] of indexes.entries()) {
    console.log(`${table}: index ${index + 1} of ${indexes.length}, ${name}`)
    // PostgreSQL describes the index of a partitioned table without those of its partitions.
    await sql.unsafe(definition.replace(' ON ONLY ', ' ON '))
  }
  await sql.unsafe(`vacuum (analyze) ${table}`)
}

/** Which account has a row: SQL of the row's number `n`. */
export type Holder = (accountId: string) => string

/** Nineteen of twenty rows are of one account, the others of another one. */
export const nearlyAll: Holder = (accountId) =>
  `case when n % 20 = 0 then '${neighbour}' else '${accountId}' end::uuid`
const neighbour = '00000000-0000-4000-8000-000000000001'

/**
 * A tenth of the rows, and the rare ones, are of one account, the others of `accounts` less one. A
 * hash mixes them, so that no value of a row depends on its account.
 */
export const aTenth =
  (accounts: number): Holder =>
  (accountId) =>
    `case when n <= ${rareRows} or hashint8(n) % 10 = 0 then '${accountId}'
      else '00000000-0000-4000-8000-' || lpad(to_hex(n * 7919 % ${accounts - 1}), 12, '0')
      end::uuid`

/**
 * What the inserts share. A row is older than those with higher numbers, by the same time. Its id
 * begins with its instant, as those of the gateway do.
 */
export async function addFunctions(
  sql: Sql,
  {
    rows,
    days,
    holder,
    nowMs = Date.now(),
  }: {
    readonly rows: number
    readonly days: number
    readonly holder: string
    /** The instant of the newest row. Tables whose ids agree have the same one. */
    readonly nowMs?: number
  },
): Promise<void> {
  // PostgreSQL puts their text in place of a call, because all of it is immutable.
  await sql.unsafe(`
    create or replace function bench_holder(n bigint) returns uuid language sql immutable as $$
      select ${holder}
    $$;
    create or replace function bench_ms(n bigint) returns bigint language sql immutable as $$
      select ${nowMs} - ((${rows} - n) * ${days} * 86400000 / ${rows})::bigint
    $$;
    create or replace function bench_at(n bigint) returns timestamptz language sql immutable as $$
      select to_timestamp(bench_ms(n) / 1000.0)
    $$;
    create or replace function bench_id(kind text, n bigint) returns uuid
    language sql immutable as $$
      select (lpad(to_hex(bench_ms(n)), 12, '0')
        || '7' || lpad(to_hex(n & 4095), 3, '0')
        || '8' || lpad(to_hex(hashtextextended(kind, n) & x'fffffffffffffff'::bigint),
          15, '0'))::uuid
    $$`)
}

/** The oldest rows are the only ones of their kind. */
export const rareRows = 3
