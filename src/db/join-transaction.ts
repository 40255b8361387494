import type { Sql, Tx } from './pool.ts'
import type { Fragment } from './statement.ts'

/**
 * A pool whose statements and transactions are all part of `tx`: they are committed together with
 * the rest of `tx`, or not at all.
 */
export const joinTransaction = (sql: Sql, tx: Tx): Sql =>
  Object.assign(tx.bind(undefined) as Tx, {
    unsafe: tx.unsafe,
    execute: tx.execute,
    begin: <Result>(work: (inner: Tx) => Promise<Result>) => work(tx),
    atOnce: async (statements: readonly Fragment[]) => {
      await Promise.all(statements.map((each) => tx`${each}`))
    },
    sendsAtOnce: true, // They are part of `tx`, so none is committed alone.
    endLost: sql.endLost,
    connections: sql.connections,
    listen: sql.listen,
    end: sql.end,
  })
