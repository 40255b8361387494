import type { Queryable } from './pool.ts'
import type { Fragment } from './statement.ts'

/**
 * Some rows of an account by their ids, for the `from` of a statement, under another name. Each id
 * is looked up by itself. With `id = any(...)` beside an order and a limit, PostgreSQL may read
 * every row of an account instead: it does not know a large account among many small ones. Citus
 * refuses such a look-up in a join.
 */
export function rowsByIds(
  sql: Queryable,
  table: string,
  {
    as,
    accountId,
    ids,
  }: { readonly as: string; readonly accountId: string; readonly ids: readonly string[] },
): Fragment {
  if (sql.shards !== undefined)
    return sql`(
      select * from ${sql(table)} where account_id = ${accountId} and id = any(${[...ids]}::uuid[])
    ) as ${sql(as)}`
  return sql`
    unnest(${[...ids]}::uuid[]) as wanted (wanted_id)
    cross join lateral (
      select * from ${sql(table)} where account_id = ${accountId} and id = wanted_id limit 1
    ) as ${sql(as)}`
}
