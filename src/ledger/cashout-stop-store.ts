import type { Queryable, Sql } from '../db/pool.ts'

/** Why no money may leave, and since when. */
export interface CashoutStop {
  readonly reason: string
  readonly since: Date
}

/** Asked before each cashout is sent: while it answers something, none is (reliability L6). */
export async function cashoutStop(sql: Queryable): Promise<CashoutStop | undefined> {
  const [row] = await sql<CashoutStop[]>`select reason, since from cashout_stops`
  return row
}

/** Stops every cashout, in every process, until `resumeCashouts`. The first reason stands. */
export async function stopCashouts(sql: Sql, reason: string): Promise<void> {
  await sql`insert into cashout_stops (reason) values (${reason}) on conflict do nothing`
}

/** Lets money leave again. False: nothing was stopped. */
export async function resumeCashouts(sql: Sql): Promise<boolean> {
  const rows = await sql`delete from cashout_stops returning reason`
  return rows.length > 0
}
