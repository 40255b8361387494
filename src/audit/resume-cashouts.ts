import type { Sql } from '../db/pool.ts'
import { Rejection } from '../primitives/rejection.ts'
import type { Breach } from './books-check-store.ts'
import { cashoutStop, endStop, type Resumption } from './payout-freeze-store.ts'

/**
 * Lets money leave again, for a person who has seen every breach the stop names. Answers them; `undefined`: nothing was
 * stopped. Throws `cashout-stop-changed` when the stop is not what they saw.
 */
export async function resumeCashouts(sql: Sql, resumption: Resumption): Promise<readonly Breach[] | undefined> {
  const acknowledged = await endStop(sql, resumption)
  if (!acknowledged && (await cashoutStop(sql))) throw new Rejection('cashout-stop-changed')
  return acknowledged
}
