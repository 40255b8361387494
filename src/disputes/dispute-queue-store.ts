import type { DueRows } from '../db/due-rows.ts'
import type { Sql } from '../db/pool.ts'
import { workQueue } from '../db/work-queue-store.ts'
import type { Dispute } from './dispute.ts'
import { columns, disputeFrom, type Row } from './dispute-store.ts'

/** A dispute claimed by a worker, and how often it was processed since it changed. */
export interface DisputeWork {
  readonly dispute: Dispute
  readonly queries: number
}

/** Disputes with an answer to send, or a deadline to remind of. */
export const disputeQueue = workQueue<Row & { readonly queries: number }, DisputeWork>({
  table: 'disputes',
  transaction: 'transaction_id',
  as: 'd',
  due: 'due_at',
  counter: 'queries',
  columns: (sql) => sql`${columns(sql)}, queries`,
  itemFrom: ({ queries, ...row }) => ({ dispute: disputeFrom(row), queries }),
  stuck: {
    isStuck: (sql) => sql`decided_at is null and queries >= 5`,
    columns: (sql) => sql`
      updated_at as since, queries as attempts, transaction_id as "transactionId",
      provider_id as "providerId", case_id as reference, amount`,
  },
})

/** Schedules the next check, or none. This is bookkeeping: the dispute itself does not change. */
export async function scheduleDispute(
  sql: Sql,
  dispute: Dispute,
  dueAt: Date | null,
): Promise<void> {
  await disputeQueue.schedule(sql, dispute, dueAt)
}

export const shortDisputes = ({ sql }: { readonly sql: Sql }): DueRows => ({
  rows: sql`disputes where short`,
})

/**
 * Accounts with a short dispute that can collect: an open one with money to block or a payment that
 * is not in protest yet, or a lost one, which may create a debt.
 */
export async function accountsWithShortfall(sql: Sql, limit: number): Promise<string[]> {
  const rows = await sql<{ accountId: string }[]>`
    select distinct d.account_id as "accountId"
    from disputes d
    join balances b on b.account_id = d.account_id
    join transactions t on t.account_id = d.account_id and t.id = d.transaction_id
    where d.short
      and (d.status = 'LOST' or b.available > 0 or b.pending > 0 or t.status = 'PAID')
    limit ${limit}`
  return rows.map(({ accountId }) => accountId)
}

/** An account's short disputes, lost ones first, then the oldest. */
export async function disputesWithShortfall(
  sql: Sql,
  accountId: string,
  limit: number,
): Promise<Dispute[]> {
  const rows = await sql<Row[]>`
    select ${columns(sql)} from disputes d where account_id = ${accountId} and short
    order by status <> 'LOST', opened_at, id limit ${limit}`
  return rows.map(disputeFrom)
}
