import type { DisputeKind } from '../../contract/dispute.ts'
import { operatorScope } from '../audit-log/audit-entry.ts'
import type { Sql } from '../db/pool.ts'
import { mostCounted } from '../db/queue-load.ts'
import { needsAnswer } from '../disputes/dispute-store.ts'
import type { Days } from './totals-store.ts'

/* The numbers of the operator's overview. Each read stops at a limit. */

/** Counts that stop at `mostCounted`. */
export interface OperatorCounts {
  readonly active: number
  readonly suspended: number
  readonly openCases: number
  /** Changes that wait for a second person of the operator. */
  readonly approvals: number
  /** Cashouts that wait for a person. */
  readonly cashouts: number
  /** Closed days whose transfers no longer have their digest. */
  readonly changedDays: number
}

export async function operatorCounts(sql: Sql): Promise<OperatorCounts> {
  const [row] = await sql<OperatorCounts[]>`
    select
      (select count(*)::int from (
        select true from accounts where status = 'active' limit ${mostCounted}) as a) as active,
      (select count(*)::int from (
        select true from accounts where status = 'suspended' limit ${mostCounted}) as s
      ) as suspended,
      (select count(*)::int from (
        select true from reconciliation_cases
        where status = 'OPEN' limit ${mostCounted}) as c) as "openCases",
      (select count(*)::int from (
        select true from approvals
        where account_id = ${operatorScope} and status = 'PENDING'
        limit ${mostCounted}) as p) as approvals,
      (select count(*)::int from (
        select true from cashouts
        where status = 'PENDING' and facts -> 'approval' ->> 'state' = 'waiting'
        limit ${mostCounted}) as w) as cashouts,
      (select count(*)::int from ledger_day_checks where not is_same) as "changedDays"`
  if (!row) throw new Error('a query without a row')
  return row
}

export interface DueDispute {
  readonly id: string
  readonly accountId: string
  readonly kind: DisputeKind
  readonly amount: number
  readonly answerBy: Date | null
}

/** The disputes of all accounts that wait for an answer and take it, by deadline. */
export const disputesDue = (sql: Sql, now: Date, limit: number) => sql<DueDispute[]>`
  select id, account_id as "accountId", kind, amount, answer_by as "answerBy"
  from disputes
  where ${needsAnswer(sql, now)}
  order by coalesce(answer_by, 'infinity'::timestamptz), id
  limit ${limit}`

export interface DaySales {
  readonly day: string
  readonly count: number
  readonly amount: number
}

/**
 * The sales of all accounts by day, the newest first. It reads `mostRows` rows: beyond them the
 * oldest days are left out, and the newest day alone may be a part.
 */
export async function salesOfAll(
  sql: Sql,
  { first, last }: Days,
  mostRows = 50_000,
): Promise<{
  readonly days: readonly DaySales[]
  /** The oldest day that is summed. */
  readonly from: string
  readonly isComplete: boolean
}> {
  const rows = await sql<(DaySales & { rows: number })[]>`
    with sales as (
      select day, count, amount
      from transfer_days
      where cause_type = 'transaction' and effect = 'sale'
        and day between ${first}::date and ${last}::date
      order by day desc
      limit ${mostRows + 1})
    select day, sum(count)::bigint as count, sum(amount)::bigint as amount, count(*)::int as rows
    from sales
    group by day
    order by day desc`
  const read = rows.reduce((sum, each) => sum + each.rows, 0)
  const isComplete = read <= mostRows
  // The oldest day that was read was cut.
  const whole = isComplete || rows.length < 2 ? rows : rows.slice(0, -1)
  return {
    days: whole.map(({ day, count, amount }) => ({ day, count, amount })),
    from: isComplete ? first : (whole.at(-1)?.day ?? first),
    isComplete,
  }
}
