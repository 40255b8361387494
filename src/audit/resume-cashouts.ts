import type { Sql } from '../db/pool.ts'
import { Rejection } from '../primitives/rejection.ts'
import type { Breach } from './books-check-store.ts'
import { cashoutStop, endStop, type Resumption } from './payout-freeze-store.ts'

/**
 * Resumes cashouts for a person who has seen every violation of the stop. Returns the violations.
 * `undefined`: cashouts were not stopped. Throws `cashout-stop-changed` when the stop differs from
 * the one they saw.
 */
export async function resumeCashouts(
  sql: Sql,
  resumption: Resumption,
): Promise<readonly Breach[] | undefined> {
  const acknowledged = await endStop(sql, resumption)
  if (!acknowledged && (await cashoutStop(sql))) throw new Rejection('cashout-stop-changed')
  return acknowledged
}
