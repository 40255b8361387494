import { AsyncLocalStorage } from 'node:async_hooks'
import type { PostgresDialect } from 'kysely'
import type { Sql, Tx } from '../db/pool.ts'

/**
 * The database as better-auth sees it: our pool, or the transaction in progress. What it writes
 * inside `within` commits together with the rest of that transaction.
 */
export interface AuthDatabase {
  dialect(): Promise<PostgresDialect>
  within<Result>(tx: Tx, work: () => Promise<Result>): Promise<Result>
}

export function authDatabase(sql: Sql): AuthDatabase {
  const transactions = new AsyncLocalStorage<Tx>()
  return {
    async dialect() {
      const kysely = await import('kysely')
      return new kysely.PostgresDialect({
        pool: {
          // Each statement takes a connection of our pool by itself: nothing is held here.
          async connect() {
            const queryable = transactions.getStore() ?? sql
            const query = (text: unknown, values: readonly unknown[] = []) =>
              queryable.execute(`${text}`, values)
            return { query: query as never, release: () => {} }
          },
          end: async () => {},
        },
      })
    },
    within: (tx, work) => transactions.run(tx, work),
  }
}
