import type { Queryable, Sql, Tx } from '../db/pool.ts'
import { shadowTables } from '../db/shadow-store.ts'

/** All queries of `read` see the database at one instant. They have no time limit. */
export const readInOneSnapshot = <Result>(
  sql: Sql,
  read: (tx: Tx) => Promise<Result>,
): Promise<Result> => readOnce(sql, { statementMs: 0 }, read)

/**
 * Queries of the accounts that posted since an instant. On a distributed database they see each
 * account at one instant. Each of them has the time limit of a day.
 */
export const readPosted = <Result>(
  sql: Sql,
  since: Date,
  read: (sql: Queryable) => Promise<Result>,
): Promise<Result> =>
  sql.shards === undefined
    ? sql.begin(read, { statementMs: dayStatementMs })
    : readOnce(sql, { since, statementMs: dayStatementMs }, read)

/**
 * The time limit of a statement that reads the transfers of a whole day, ms: longer than that of
 * requests. A worker runs it, and a connection that falls silent must not hold it.
 */
export const dayStatementMs = 60_000

const readOnce = <Result>(
  sql: Sql,
  { since, statementMs }: { readonly since?: Date; readonly statementMs: number },
  read: (tx: Tx) => Promise<Result>,
): Promise<Result> =>
  sql.begin(
    async (tx) => {
      await tx`set transaction isolation level repeatable read`
      if (sql.shards === undefined) await tx`set transaction read only`
      else await copyTables(tx, since)
      return read(tx)
    },
    { statementMs },
  )

/**
 * The rules compare rows across tables and accounts in ways that Citus cannot distribute. So they
 * read copies, under the same names, that end with the transaction
 * (docs/decisions/scale-out.md).
 */
async function copyTables(tx: Tx, since: Date | undefined): Promise<void> {
  const accounts = since
    ? (
        await tx<{ id: string }[]>`
        select account_id as id from balances where last_posted_at >= ${since}`
      ).map(({ id }) => id)
    : undefined
  await shadowTables(tx, tablesOfRules, async () => {
    for (const table of tablesOfRules)
      await tx`
        insert into ${tx(table)} select * from public.${tx(table)}
        ${accounts ? tx`where account_id = any(${accounts}::uuid[])` : tx``}`
  })
}

const tablesOfRules = [
  'balances',
  'ledger_transfers',
  'ledger_corrections',
  'transactions',
  'receivables',
  'refunds',
  'disputes',
  'cashouts',
] as const
