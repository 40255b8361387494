import type { Queryable } from './pool.ts'
import type { Fragment } from './statement.ts'

/** `a, b`, or `a and b`. */
export const joined = (
  sql: Queryable,
  [first = sql``, ...rest]: readonly Fragment[],
  between: Fragment,
): Fragment => rest.reduce((before, each) => sql`${before}${between}${each}`, first)
