import type { Sql, Tx } from '../db/pool.ts'

/** Everything `read` asks sees the database as it was at one moment, however long it takes. */
export const readInOneSnapshot = <Result>(sql: Sql, read: (tx: Tx) => Promise<Result>): Promise<Result> =>
  sql.begin(
    async (tx) => {
      await tx`set transaction isolation level repeatable read, read only`
      return read(tx)
    },
    { statementMs: 0 },
  )
