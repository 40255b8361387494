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
 * Adds rows 1 to `rows` to a table, quickly: nothing of it survives a power cut, and all indexes
 * but those of constraints are built after the rows.
 */
export async function fill(sql: Sql, table: string, rows: number, insert: Insert): Promise<void> {
  const indexes = await sql<{ name: string; definition: string }[]>`
    select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = ${table}::regclass
      and not exists (select from pg_constraint where conindid = i.indexrelid)`
  for (const { name } of indexes) await sql`drop index ${sql(name)}`
  for (let from = 1; from <= rows; from += atOnce)
    await insert({ from, to: Math.min(rows, from + atOnce - 1) })
  // PostgreSQL describes the index of a partitioned table without those of its partitions.
  for (const { definition } of indexes) await sql.unsafe(definition.replace(' ON ONLY ', ' ON '))
  await sql.unsafe(`vacuum (analyze) ${table}`)
}

/**
 * What the inserts share. A row is older than those with higher numbers, by the same time. Its id
 * begins with its instant, as those of the gateway do.
 */
export async function addFunctions(sql: Sql, rows: number, days: number): Promise<void> {
  await sql.unsafe(`
    create function bench_at(n bigint) returns timestamptz language sql immutable as $$
      select date_trunc('milliseconds',
        timestamptz '${new Date().toISOString()}'
          - (${rows} - n) * (interval '${days} days' / ${rows}))
    $$;
    create function bench_id(kind text, n bigint) returns uuid language sql immutable as $$
      select (lpad(to_hex((extract(epoch from bench_at(n)) * 1000)::bigint), 12, '0')
        || '7' || substr(md5(kind || n), 1, 3) || '8' || substr(md5(kind || n), 4, 15))::uuid
    $$`)
}

/** The oldest rows are the only ones of their kind. */
export const rareRows = 3
