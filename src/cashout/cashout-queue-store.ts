import type { TimedSql } from '../db/business-time.ts'
import type { Queryable, Sql } from '../db/pool.ts'
import { type RowId, workQueue } from '../db/work-queue-store.ts'
import { ownerLeaseMs } from '../providers/polling/retry-schedule.ts'
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
  const [found] = await sql<{ accountId: string; cashoutId: string }[]>`
    select account_id as "accountId", cashout_id as "cashoutId" from cashout_references
    where provider_id = ${providerId} and reference = ${reference}`
  if (!found) return undefined
  const [row] = await sql<WorkRow[]>`
    select ${columns(sql)}, queries from cashouts c
    where c.account_id = ${found.accountId} and c.id = ${found.cashoutId}`
  return row && workFrom(row)
}

/** Cashouts to send, and those whose bank is queried for their result. */
export const cashoutQueue = workQueue<WorkRow, CashoutWork>({
  table: 'cashouts',
  as: 'c',
  due: 'check_at',
  counter: 'queries',
  columns: (sql) => sql`${columns(sql)}, queries`,
  itemFrom: workFrom,
  isReady: maySend,
  stuck: {
    isStuck: (sql, now) =>
      sql`status = 'PROCESSING' and sent_at <= ${new Date(now.getTime() - halfHourMs)}`,
    columns: (sql) => sql`
      sent_at as since, queries as attempts, provider_id as "providerId",
      replace(id::text, '-', '') as reference, amount`,
  },
})

const halfHourMs = 30 * 60_000

/**
 * While cashouts are stopped (docs/design/rules.md#l6), or the account is suspended, no cashout is
 * sent. The bank is still queried about cashouts that were sent. A waiting cashout keeps its due
 * time, and is due as soon as the stop is over or the account is active.
 */
function maySend(sql: Queryable) {
  return sql`
  (status <> 'PENDING'
    or not exists (select true from cashout_stops where resumed_at is null)
      and not exists (
        select true from accounts a where a.id = c.account_id and a.status = 'suspended'))`
}

/** Schedules the next check, or none. This is bookkeeping: the cashout itself does not change. */
export async function scheduleCashoutCheck(
  sql: Sql,
  cashout: Cashout,
  checkAt: Date | null,
): Promise<void> {
  await cashoutQueue.schedule(sql, cashout, checkAt)
}

/**
 * Makes the open cashouts of a bank due now, because the bank responds again after an outage
 * (docs/design/rules.md#u5). A cashout that is due within a lease stays unchanged, because a worker
 * may be sending it now. It becomes due by itself.
 */
export const makeCashoutsDue = (db: TimedSql, providerId: string, limit: number): Promise<void> => {
  const later = new Date(db.clock.now().getTime() + ownerLeaseMs)
  return cashoutQueue.makeWaitingDue(
    db,
    db.sql`provider_id = ${providerId} and status = 'PROCESSING' and check_at > ${later}`,
    limit,
  )
}

/** Makes these cashouts due now, if they are open or may have been returned. */
export const queryCashoutsNow = (
  sql: Queryable,
  cashouts: readonly RowId[],
  now: Date,
): Promise<void> =>
  cashoutQueue.makeDue(sql, cashouts, now, {
    condition: sql`c.status in ('PROCESSING', 'COMPLETED')`,
  })

interface WorkRow extends Row {
  readonly queries: number
}

function workFrom({ queries, ...row }: WorkRow): CashoutWork {
  return { cashout: cashoutFrom(row), queries }
}
