import type { Sql, Tx } from '../db/pool.ts'

/** All queries of `read` see the database at one instant. They have no time limit. */
export const readInOneSnapshot = <Result>(
  sql: Sql,
  read: (tx: Tx) => Promise<Result>,
): Promise<Result> =>
  sql.begin(
    async (tx) => {
      await tx`set transaction isolation level repeatable read, read only`
      return read(tx)
    },
    { statementMs: 0 },
  )
