import type { Queryable, Sql } from './pool.ts'
import type { Fragment } from './statement.ts'
import { unionAll } from './union-all.ts'

/** A table whose rows of one account are listed, the newest first. */
export interface ListedTable<Filter, Cursor extends RowCursor, Row extends object, Item> {
  readonly table: string
  /** The name of the table in `columns`. */
  readonly as: string
  /** The column that the list is sorted by. Rows of the same instant are sorted by id. */
  readonly sortedBy: 'created_at' | 'opened_at'
  /** The value of that column in a cursor. */
  instantOf(cursor: Cursor): Date
  /**
   * The conditions of a filter, each starting with `and`. Each of them is a range of one index, so
   * rows in between are not read. No row is in two ranges. A filter of nothing is one empty range.
   */
  ranges(sql: Queryable, filter: Filter): readonly Fragment[]
  columns(sql: Queryable): Fragment
  itemFrom(row: Row): Item
}

/** The last row of the page before. */
interface RowCursor {
  readonly id: string
}

/** The size of a page and its start. */
interface Page<Cursor> {
  readonly limit: number
  readonly after?: Cursor
  /** For clients that count pages. The database reads as many rows more. */
  readonly offset?: number
}

/** The place of a row in a list. */
interface Place extends RowCursor {
  readonly createdAt: Date
}

export interface NewestFirst<Filter, Cursor, Item> {
  /**
   * One page of an account. With a cursor its cost does not depend on its position, nor on the
   * number of rows that the filter leaves out.
   */
  page(sql: Sql, accountId: string, filter: Filter, page: Page<Cursor>): Promise<Item[]>
  /** The places of the rows of a page. */
  places(sql: Sql, accountId: string, filter: Filter, page: Page<Cursor>): Promise<readonly Place[]>
  /** The number of matches, counted up to `atMost`: for page numbers, not for accounting. */
  count(sql: Sql, accountId: string, filter: Filter, atMost: number): Promise<number>
}

export function newestFirst<Filter, Cursor extends RowCursor, Row extends object, Item>(
  list: ListedTable<Filter, Cursor, Row, Item>,
): NewestFirst<Filter, Cursor, Item> {
  const { table, as, sortedBy } = list

  /** All matches; for a page, each range with the order and the limit of the page. */
  function matches(sql: Sql, accountId: string, filter: Filter, page?: Page<Cursor>) {
    const { limit = 0, after, offset = 0 } = page ?? {}
    const beyond = after
      ? sql`and (${sql(sortedBy)}, id) < (${list.instantOf(after)}, ${after.id}::uuid)`
      : sql``
    const inOrder = page
      ? sql`order by ${sql(sortedBy)} desc, id desc limit ${limit + offset}`
      : sql``
    const parts = list.ranges(sql, filter).map(
      (range) => sql`
        select * from ${sql(table)} where account_id = ${accountId} ${range} ${beyond} ${inOrder}`,
    )
    return unionAll(sql, parts)
  }

  return {
    async page(sql, accountId, filter, page) {
      const rows = await sql<Row[]>`
        select ${list.columns(sql)} from (${matches(sql, accountId, filter, page)}) as ${sql(as)}
        order by ${sql(sortedBy)} desc, id desc
        limit ${page.limit} offset ${page.offset ?? 0}`
      return rows.map((row) => list.itemFrom(row))
    },

    places: (sql, accountId, filter, page) => sql<Place[]>`
      select ${sql(sortedBy)} as "createdAt", id
      from (${matches(sql, accountId, filter, page)}) as ${sql(as)}
      order by ${sql(sortedBy)} desc, id desc
      limit ${page.limit}`,

    async count(sql, accountId, filter, atMost) {
      const [row] = await sql<{ count: number }[]>`
        select count(*) from (
          select from (${matches(sql, accountId, filter)}) as matching limit ${atMost}) as counted`
      return row?.count ?? 0
    },
  }
}

/** A condition on the time of creation. Both instants are included. */
export const createdBetween = (
  sql: Queryable,
  { from, to }: { readonly from?: Date; readonly to?: Date },
): Fragment => sql`
  ${from ? sql`and created_at >= ${from}` : sql``}
  ${to ? sql`and created_at <= ${to}` : sql``}`
