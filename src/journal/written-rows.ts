import type { Queryable, Tx } from '../db/pool.ts'
import type { Fragment } from '../db/statement.ts'
import type { RowWriter } from './change.ts'
import { lostRows } from './lost-rows.ts'

/**
 * Both ways of writing rows by one statement: `with … written as (insert … returning … as key)`. It
 * returns a key for each row that it wrote, and a row whose key is missing has lost. Rows are
 * written in the order of their keys, so that every commit locks them in one order.
 *
 * @param clauses the clauses after WITH, the last of which is `written (key)`
 */
export const writtenRows = <Row>(
  clauses: (sql: Queryable, rows: readonly Row[]) => Fragment,
  keyOf: (row: Row) => string,
): Pick<RowWriter<Row>, 'write' | 'writeAll'> =>
  writtenAsGiven((sql, rows) => clauses(sql, inKeyOrder(rows, keyOf)), keyOf)

/** The same for rows that are written in the order of the batch. */
export const writtenAsGiven = <Row>(
  clauses: (sql: Queryable, rows: readonly Row[]) => Fragment,
  keyOf: (row: Row) => string,
): Pick<RowWriter<Row>, 'write' | 'writeAll'> => ({
  async write(tx: Tx, rows: readonly Row[]) {
    const written = await tx<{ key: string }[]>`with ${clauses(tx, rows)} select key from written`
    return lostRows(
      rows,
      written.map(({ key }) => key),
      keyOf,
    )
  },
  writeAll: (sql, rows) => [
    sql`
      with ${clauses(sql, rows)}
      select require_rows(count(*), ${rows.length}) from written`,
  ],
})

/** For rows with an id, which is the key. */
export const writtenById = <Row extends { readonly id: string }>(
  clauses: (sql: Queryable, rows: readonly Row[]) => Fragment,
) => writtenRows(clauses, ({ id }: Row) => id)

/** The rows in the order in which every commit locks those of one table. */
export const inIdOrder = <Row extends { readonly id: string }>(rows: readonly Row[]) =>
  inKeyOrder(rows, ({ id }) => id)

const inKeyOrder = <Row>(rows: readonly Row[], keyOf: (row: Row) => string): readonly Row[] => {
  if (rows.length < 2) return rows
  return rows
    .map((row) => ({ row, key: keyOf(row) }))
    .sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)))
    .map(({ row }) => row)
}
