import type { Queryable } from '../db/pool.ts'
import type { Fragment } from '../db/statement.ts'
import { type MonthlyTable, monthlyTables, type TableMonth } from './month.ts'

/** A partition that exists. */
export interface StoredMonth extends TableMonth {
  /** Whether it was taken out of its table. */
  readonly isDetached: boolean
}

/** The partitions of every monthly table, detached ones included. */
export const storedMonths = (sql: Queryable) => sql<StoredMonth[]>`
  select m."table", m.month, m."isDetached" from (${partitions(sql)}) as m
  where m.month is not null
  order by m."table", m.month`

/** The size of a partition with its indexes. A null month: rows of months without a partition. */
export interface MonthSize {
  readonly table: MonthlyTable
  readonly month: string | null
  readonly isDetached: boolean
  readonly bytes: number
  /** By the last statistics. */
  readonly rows: number
}

export const monthSizes = (sql: Queryable) => sql<MonthSize[]>`
  select m."table", m.month, m."isDetached", m.rows, pg_total_relation_size(m.oid) as bytes
  from (${partitions(sql)}) as m
  order by m."table", m.month nulls first`

/**
 * SQL of one object for the metrics: for each table the months that exist after the current one,
 * those that wait for their export, and the bytes of rows without a month.
 */
export const monthNumbers = (sql: Queryable, now: Date): Fragment => sql`
  select json_object_agg("table", numbers)
  from (
    select m."table", json_build_object(
      'ahead', count(*) filter (where not m."isDetached" and m.month > ${now.toISOString()}),
      'detached', count(*) filter (where m."isDetached"),
      'otherBytes', coalesce(sum(pg_relation_size(m.oid)) filter (where m.month is null), 0)
    ) as numbers
    from (${partitions(sql)}) as m
    group by m."table") as t`

/** A partition is called as its table and its month: `events_2026_11`, or `events_other`. */
const partitions = (sql: Queryable): Fragment => sql`
  select
    regexp_replace(relname, '_(other|[0-9]{4}_[0-9]{2})$', '') as "table",
    replace(substring(relname from '[0-9]{4}_[0-9]{2}$'), '_', '-') || '-01' as month,
    nspname = 'detached' as "isDetached",
    greatest(reltuples, 0)::int8 as rows,
    pg_class.oid
  from pg_class
  join pg_namespace on pg_namespace.oid = relnamespace
  where nspname in ('months', 'detached') and relkind = 'r'
    and regexp_replace(relname, '_(other|[0-9]{4}_[0-9]{2})$', '')
      = any(${Object.keys(monthlyTables)}::text[])`

/** False: the partition exists, or rows of the month are already in the one of other months. */
export async function addMonth(sql: Queryable, { table, month }: TableMonth): Promise<boolean> {
  const [row] = await sql<{ added: boolean }[]>`select add_month(${table}, ${month}::date) as added`
  return row?.added ?? false
}

/** False: there is no such partition. */
export async function detachMonth(sql: Queryable, { table, month }: TableMonth): Promise<boolean> {
  const [row] = await sql<
    { detached: boolean }[]
  >`select detach_month(${table}, ${month}::date) as detached`
  return row?.detached ?? false
}
