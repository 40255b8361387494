import type { Queryable } from './pool.ts'
import type { Fragment } from './statement.ts'

/**
 * SQL that names the accounts of `rows` for a table, starting with `and`, on a database that is
 * distributed by account. A join with the rows does not tell Citus on which server they are. Where
 * nothing is distributed it is empty, because PostgreSQL finds the rows by their keys.
 */
export const ofAccounts = (
  sql: Queryable,
  table: string,
  rows: readonly { readonly accountId: string }[],
): Fragment => {
  if (sql.shards === undefined) return sql``
  const accounts = [...new Set(rows.map(({ accountId }) => accountId))]
  return sql`and ${sql(table)}.account_id = any(${accounts}::uuid[])`
}
