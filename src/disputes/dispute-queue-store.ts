import { leaseEnd, type TimedSql } from '../db/business-time.ts'
import type { Sql } from '../db/pool.ts'
import type { Dispute } from './dispute.ts'
import { columns, disputeFrom, type Row } from './dispute-store.ts'

/** A dispute claimed by a worker, and how often it was processed since it changed. */
export interface DisputeWork {
  readonly dispute: Dispute
  readonly queries: number
}

/** Accounts that have a due dispute. The claim below stays within one account. */
export async function accountsWithDisputesDue({ sql, clock }: TimedSql, limit: number): Promise<string[]> {
  const rows = await sql<{ accountId: string }[]>`
    select distinct account_id as "accountId" from disputes where due_at <= ${clock.now()} limit ${limit}`
  return rows.map(({ accountId }) => accountId)
}

/**
 * Claims one account's due disputes for `leaseMs`. If the worker dies, they are due again when the
 * lease ends.
 */
export async function claimDueDisputes(
  { sql, clock }: TimedSql,
  accountId: string,
  leaseMs: number,
  limit: number,
): Promise<DisputeWork[]> {
  const rows = await sql<(Row & { readonly queries: number })[]>`
    with due as (
      select id from disputes where account_id = ${accountId} and due_at <= ${clock.now()}
      order by due_at limit ${limit} for update skip locked
    )
    update disputes d set due_at = ${leaseEnd(sql, clock, leaseMs)}, queries = queries + 1
    from due where d.account_id = ${accountId} and d.id = due.id
    returning ${columns(sql)}, queries`
  return rows.map(({ queries, ...row }) => ({ dispute: disputeFrom(row), queries }))
}

/** Schedules the next check, or none. This is bookkeeping: the dispute itself does not change. */
export async function scheduleDispute(
  sql: Sql,
  { accountId, id, version }: Dispute,
  dueAt: Date | null,
): Promise<void> {
  await sql`
    update disputes set due_at = ${dueAt} where account_id = ${accountId} and id = ${id} and version = ${version}`
}

/**
 * Accounts with a short dispute that can collect: an open one with money to block, or a lost one,
 * which may create a debt.
 */
export async function accountsWithShortfall(sql: Sql, limit: number): Promise<string[]> {
  const rows = await sql<{ accountId: string }[]>`
    select distinct account_id as "accountId" from disputes d join balances b using (account_id)
    where d.short and (d.status = 'LOST' or b.available > 0 or b.pending > 0) limit ${limit}`
  return rows.map(({ accountId }) => accountId)
}

/** An account's short disputes, lost ones first, then the oldest. */
export async function disputesWithShortfall(sql: Sql, accountId: string, limit: number): Promise<Dispute[]> {
  const rows = await sql<Row[]>`
    select ${columns(sql)} from disputes d where account_id = ${accountId} and short
    order by status <> 'LOST', opened_at, id limit ${limit}`
  return rows.map(disputeFrom)
}
