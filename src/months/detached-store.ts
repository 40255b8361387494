import { joined } from '../db/joined.ts'
import type { Queryable, Sql } from '../db/pool.ts'
import { fragment } from '../db/statement.ts'
import type { TableMonth } from './month.ts'

/** The name of a detached month in the schema `detached`, such as `events_2026_11`. */
export const partitionName = ({ table, month }: TableMonth): string =>
  `${table}_${month.slice(0, 'yyyy-mm'.length).replace('-', '_')}`

/** Whether this role may read and drop detached months. */
export async function ownsDetached(sql: Queryable): Promise<boolean> {
  const [row] = await sql<{ owns: boolean }[]>`
    select has_schema_privilege('detached', 'create') as owns`
  return row?.owns ?? false
}

/** The columns of a detached month in their order. Empty: there is no such month. */
export async function detachedColumns(
  sql: Queryable,
  month: TableMonth,
): Promise<readonly string[]> {
  const rows = await sql<{ name: string }[]>`
    select attname as name
    from pg_attribute
    where attrelid = to_regclass('detached.' || ${partitionName(month)})
      and attnum > 0 and not attisdropped
    order by attnum`
  return rows.map(({ name }) => name)
}

/**
 * The rows of a detached month as texts, a batch at a time, in the order of the primary key. The
 * text of a value does not depend on the settings of the session.
 */
export async function* detachedRows(
  sql: Sql,
  month: TableMonth,
  columns: readonly string[],
): AsyncGenerator<readonly (readonly (string | null)[])[]> {
  const table = sql`detached.${sql(partitionName(month))}`
  const key = await sql<{ name: string; type: string }[]>`
    select attname as name, format_type(atttypid, null) as type
    from pg_index
    join pg_attribute on attrelid = indrelid and attnum = any(indkey)
    where indrelid = to_regclass('detached.' || ${partitionName(month)}) and indisprimary
    order by array_position(indkey, attnum)`
  const names = joined(
    sql,
    key.map(({ name }) => sql`${sql(name)}`),
    sql`, `,
  )
  const texts = joined(
    sql,
    columns.map((name) => sql`${sql(name)}::text`),
    sql`, `,
  )
  const places = key.map(({ name }) => columns.indexOf(name))
  let after: readonly (string | null)[] | undefined
  for (;;) {
    const last = after
    const beyond = last
      ? sql`where (${names}) > (${joined(
          sql,
          key.map(({ type }, index) => sql`${last[index]}::text::${fragment([type], [])}`),
          sql`, `,
        )})`
      : sql``
    const rows = await sql.begin(async (tx) => {
      await tx`set local timezone = 'UTC'`
      await tx`set local datestyle = 'ISO'`
      await tx`set local extra_float_digits = 1`
      return tx<{ cells: (string | null)[] }[]>`
        select array[${texts}] as cells from ${table} ${beyond} order by ${names} limit ${atOnce}`
    })
    const batch = rows.map(({ cells }) => cells)
    if (batch.length > 0) yield batch
    if (batch.length < atOnce) return
    after = places.map((place) => batch.at(-1)?.[place] ?? null)
  }
}

const atOnce = 5_000

export const dropDetached = async (sql: Queryable, month: TableMonth): Promise<void> => {
  await sql`drop table detached.${sql(partitionName(month))}`
}
