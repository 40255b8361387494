import type { TimedSql } from '../db/business-time.ts'
import type { DueRows } from '../db/due-rows.ts'
import type { Sql } from '../db/pool.ts'
import type { CashoutSchedule, SchedulePlan } from './cashout-schedule.ts'

export async function scheduleOf(
  sql: Sql,
  accountId: string,
): Promise<CashoutSchedule | undefined> {
  const [row] = await sql<
    Row[]
  >`select ${columns(sql)} from cashout_schedules where account_id = ${accountId}`
  return row && scheduleFrom(row)
}

/**
 * Stores this version of the account's schedule. Returns `undefined` when the version before it is
 * not the stored one: it was changed meanwhile.
 */
export async function putSchedule(
  { sql, clock }: TimedSql,
  { accountId, version, plan, nextAt }: CashoutSchedule,
): Promise<CashoutSchedule | undefined> {
  const [row] = await sql<Row[]>`
    insert into cashout_schedules as s (account_id, version, plan, next_at, updated_at)
    values (${accountId}, ${version}, ${JSON.stringify(plan)}::text::json, ${nextAt ?? null},
      ${clock.now()})
    on conflict (account_id) do update
      set version = excluded.version, plan = excluded.plan, next_at = excluded.next_at,
        updated_at = excluded.updated_at
      where s.version = excluded.version - 1
    returning ${columns(sql)}`
  return row && scheduleFrom(row)
}

export const dueSchedules = ({ sql, clock }: TimedSql): DueRows => ({
  rows: sql`cashout_schedules where next_at <= ${clock.now()}`,
  order: sql`next_at`,
})

/**
 * Claims the schedules that are due. `runAt` is the time that was due. No other worker claims them
 * until the lease ends.
 */
export async function claimDueSchedules(
  { sql, clock }: TimedSql,
  leaseMs: number,
  limit: number,
): Promise<(CashoutSchedule & { readonly runAt: Date })[]> {
  const isDue = sql`next_at <= ${clock.now()}
    and not exists (select true from cashout_stops where resumed_at is null)
    and (lease_ends_at is null or lease_ends_at <= now())`
  const due = await sql<{ accountId: string }[]>`
    select account_id as "accountId" from cashout_schedules
    where ${isDue}
    order by next_at
    limit ${limit}`
  const claimed: (CashoutSchedule & { readonly runAt: Date })[] = []
  for (const { accountId } of due) {
    const rows = await sql<(Row & { runAt: Date })[]>`
      update cashout_schedules
      set lease_ends_at = now() + ${leaseMs} * interval '1 millisecond'
      where account_id = ${accountId} and ${isDue}
      returning ${columns(sql)}, next_at as "runAt"`
    claimed.push(...rows.map(({ runAt, ...row }) => ({ ...scheduleFrom(row), runAt })))
  }
  return claimed
}

/**
 * Records that the schedule ran. The next time is `nextAt`. Changes nothing when the merchant has
 * replaced the schedule meanwhile.
 */
export async function finishRun(
  sql: Sql,
  { accountId, version }: CashoutSchedule,
  nextAt: Date,
): Promise<void> {
  await sql`
    update cashout_schedules set next_at = ${nextAt}, lease_ends_at = null
    where account_id = ${accountId} and version = ${version}`
}

interface Row {
  readonly accountId: string
  readonly version: number
  readonly plan: SchedulePlan
  readonly nextAt: Date | null
}

const columns = (sql: Sql) => sql`account_id as "accountId", version, plan, next_at as "nextAt"`

const scheduleFrom = ({ nextAt, ...row }: Row): CashoutSchedule => ({
  ...row,
  ...(nextAt && { nextAt }),
})
