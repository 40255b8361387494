import type { Queryable } from './pool.ts'
import type { Fragment } from './statement.ts'

/**
 * A stored JSON text as a `json` that PostgreSQL can read. Rows from before `storableJson` may have
 * an escaped NUL or half of a surrogate pair: each is U+FFFD here. `column` is a `json` or a text.
 * The gateway writes a whole pair without escapes, so each escaped half is broken.
 */
export const readableJson = (sql: Queryable, column: Fragment): Fragment => sql`
  case
    when strpos(${column}::text, '\\u') = 0 then ${column}::json
    else regexp_replace(
      ${column}::text, ${brokenEscape}::text, ${replacedEscape}::text, 'g'::text
    )::json
  end`

/** As a regular expression of PostgreSQL. Its group has the escaped backslashes before it. */
const brokenEscape = String.raw`(?<!\\)((?:\\\\)*)\\u(?:0000|[dD][89a-fA-F][\da-fA-F]{2})`
const replacedEscape = '\\1\ufffd'
