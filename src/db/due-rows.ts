import type { Queryable } from './pool.ts'
import type { Fragment } from './statement.ts'

/** The rows of a table of accounts that are due work. */
export interface DueRows {
  /** What follows `from`: the table and the condition. */
  readonly rows: Fragment
  /** The column of an index that a condition alone may not use. Left out: it uses its own. */
  readonly order?: Fragment
}

/** SQL that is true while there is such a row. */
export const isAny = (sql: Queryable, { rows, order }: DueRows): Fragment =>
  order
    ? sql`(select true from ${rows} order by ${order} limit 1) is not null`
    : sql`exists (select true from ${rows})`
