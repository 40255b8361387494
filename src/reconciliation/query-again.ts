import type { CaseObject } from '../../contract/reconciliation.ts'
import { type Difference, queriedKinds } from '../cases/case.ts'
import { queryCashoutsNow } from '../cashout/cashout-queue-store.ts'
import type { Queryable } from '../db/pool.ts'
import { pollDisputesNow } from '../disputes/dispute-poll-store.ts'
import { queryRefundsNow } from '../refunds/refund-store.ts'
import { queryAttemptsNow } from '../transactions/card/attempt-store.ts'
import { queryChargesNow } from '../transactions/charge/sync-store.ts'

/**
 * Makes the worker's usual query of the provider due now for each object that a file reports as
 * done and our books have as open. Only the provider's response to that query changes our state.
 * Returns whether there is anything to query.
 */
export async function queryAgain(
  sql: Queryable,
  providerId: string,
  opened: readonly Difference[],
  now: Date,
): Promise<boolean> {
  const confirmed = opened.filter(({ kind }) => queriedKinds.includes(kind))
  if (confirmed.length === 0) return false
  const objectIds = (type: CaseObject) =>
    confirmed.flatMap(({ objectType, accountId, objectId: id }) =>
      objectType === type && accountId && id ? [{ accountId, id }] : [],
    )
  await queryAttemptsNow(sql, objectIds('transaction'), now)
  await queryChargesNow(sql, objectIds('transaction'), now)
  await queryRefundsNow(sql, objectIds('refund'), now)
  await queryCashoutsNow(sql, objectIds('cashout'), now)
  if (confirmed.some(({ kind }) => kind === 'dispute-unknown'))
    await pollDisputesNow(sql, providerId, now)
  return true
}
