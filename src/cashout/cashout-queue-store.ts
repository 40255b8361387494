import { leaseEnd, type TimedSql } from '../db/business-time.ts'
import type { Queryable, Sql, Tx } from '../db/pool.ts'
import type { Cashout } from './cashout.ts'
import { cashoutFrom, columns, type Row } from './cashout-store.ts'

/**
 * A cashout claimed by a worker, and how often the bank was queried since its status last changed.
 */
export interface CashoutWork {
  readonly cashout: Cashout
  readonly queries: number
}

/** Finds the cashout that a bank's notice refers to, in any account. */
export async function cashoutByReference(
  sql: Sql,
  providerId: string,
  reference: string,
): Promise<CashoutWork | undefined> {
  const [row] = await sql<WorkRow[]>`
    select ${columns(sql)}, queries from cashout_references r
    join cashouts c on c.account_id = r.account_id and c.id = r.cashout_id
    where r.provider_id = ${providerId} and r.reference = ${reference}`
  return row && workFrom(row)
}

/** Accounts that have a due cashout. The claim below stays within one account. */
export async function accountsWithCashoutsDue({ sql, clock }: TimedSql, limit: number): Promise<string[]> {
  const rows = await sql<{ accountId: string }[]>`
    select distinct account_id as "accountId" from cashouts where ${isDue(sql, clock.now())} limit ${limit}`
  return rows.map(({ accountId }) => accountId)
}

/**
 * Claims one account's due cashouts for `leaseMs`. If the worker dies, they are due again when the
 * lease ends.
 */
export async function claimDueCashouts(
  { sql, clock }: TimedSql,
  accountId: string,
  leaseMs: number,
  limit: number,
): Promise<CashoutWork[]> {
  const rows = await sql<WorkRow[]>`
    with due as (
      select id from cashouts where account_id = ${accountId} and ${isDue(sql, clock.now())}
      order by check_at limit ${limit} for update skip locked
    )
    update cashouts c set check_at = ${leaseEnd(sql, clock, leaseMs)}, queries = queries + 1
    from due where c.account_id = ${accountId} and c.id = due.id
    returning ${columns(sql)}, queries`
  return rows.map(workFrom)
}

/**
 * While cashouts are stopped (docs/design/rules.md#l6), or the account is suspended, no cashout is
 * sent. The bank is still queried about cashouts that were sent. A waiting cashout keeps its due
 * time, and is due as soon as the stop is over or the account is active.
 */
const isDue = (sql: Sql, now: Date) => sql`
  check_at <= ${now} and (status <> 'PENDING'
    or not exists (select from cashout_stops where resumed_at is null)
      and not exists (select from accounts a where a.id = cashouts.account_id and a.status = 'suspended'))`

/** Schedules the next check, or none. This is bookkeeping: the cashout itself does not change. */
export async function scheduleCashoutCheck(
  sql: Sql,
  { accountId, id, version }: Cashout,
  checkAt: Date | null,
): Promise<void> {
  await sql`
    update cashouts set check_at = ${checkAt}
    where account_id = ${accountId} and id = ${id} and version = ${version}`
}

/**
 * Makes every open cashout of a bank due now, because the bank responds again after an outage
 * (docs/design/rules.md#u5).
 */
export async function makeCashoutsDue({ sql, clock }: TimedSql, providerId: string, limit: number): Promise<void> {
  const now = clock.now()
  await sql`
    update cashouts set check_at = ${now}
    where (account_id, id) in (
      select account_id, id from cashouts where status = 'PROCESSING' and provider_id = ${providerId} and check_at > ${now}
      order by check_at limit ${limit} for update skip locked)`
}

/**
 * Runs when the account is active again. Open cashouts are due now: the bank is queried, and a
 * cashout that the bank does not know is sent.
 */
export async function makeHeldCashoutsDue(
  tx: Tx,
  accountId: string,
  { now, later }: { readonly now: Date; readonly later: Date },
): Promise<void> {
  await tx`
    update cashouts set check_at = ${now}
    where (account_id, id) in (
      select account_id, id from cashouts
      where account_id = ${accountId} and status = 'PROCESSING' and (check_at is null or check_at > ${later})
      for update skip locked)`
}

/** Makes these cashouts due now, if they are open or may have been returned. */
export async function askCashoutsNow(
  sql: Queryable,
  cashouts: readonly { readonly accountId: string; readonly id: string }[],
  now: Date,
): Promise<void> {
  if (cashouts.length === 0) return
  await sql`
    update cashouts c set check_at = ${now}
    from unnest(${cashouts.map(({ accountId }) => accountId)}::uuid[], ${cashouts.map(({ id }) => id)}::uuid[])
      as o (account_id, id)
    where c.account_id = o.account_id and c.id = o.id and c.status in ('PROCESSING', 'COMPLETED')`
}

interface WorkRow extends Row {
  readonly queries: number
}

const workFrom = ({ queries, ...row }: WorkRow): CashoutWork => ({ cashout: cashoutFrom(row), queries })
