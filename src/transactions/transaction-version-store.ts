import type { Sql } from '../db/pool.ts'
import type { Transaction } from './transaction.ts'

/** The present versions of payments of any accounts, in one query. */
export const versionsOf = (
  sql: Sql,
  payments: readonly Pick<Transaction, 'accountId' | 'id'>[],
): Promise<Pick<Transaction, 'accountId' | 'id' | 'version'>[]> => sql`
  select t.account_id as "accountId", t.id, t.version
  from unnest(
    ${payments.map(({ accountId }) => accountId)}::uuid[],
    ${payments.map(({ id }) => id)}::uuid[]) as watched (account_id, id)
  join transactions t on t.account_id = watched.account_id and t.id = watched.id`
