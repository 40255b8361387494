import type { CaseObject } from '../../contract/reconciliation.ts'
import { askedKinds, type Difference } from '../cases/case.ts'
import { askCashoutsNow } from '../cashout/cashout-queue-store.ts'
import type { Queryable } from '../db/pool.ts'
import { askDeskNow } from '../disputes/dispute-poll-store.ts'
import { askRefundsNow } from '../refunds/refund-store.ts'
import { askAttemptsNow } from '../transactions/card/attempt-store.ts'
import { askChargesNow } from '../transactions/charge/sync-store.ts'

/**
 * A file reports as done what we hold as open. Makes the usual worker's query of the provider due
 * now. Only the provider's own response changes our state. Returns whether there is anything to
 * query.
 */
export async function askAgain(
  sql: Queryable,
  providerId: string,
  opened: readonly Difference[],
  now: Date,
): Promise<boolean> {
  const confirmed = opened.filter(({ kind }) => askedKinds.includes(kind))
  if (confirmed.length === 0) return false
  const places = (type: CaseObject) =>
    confirmed.flatMap(({ objectType, accountId, objectId: id }) =>
      objectType === type && accountId && id ? [{ accountId, id }] : [],
    )
  await askAttemptsNow(sql, places('transaction'), now)
  await askChargesNow(sql, places('transaction'), now)
  await askRefundsNow(sql, places('refund'), now)
  await askCashoutsNow(sql, places('cashout'), now)
  if (confirmed.some(({ kind }) => kind === 'dispute-unknown'))
    await askDeskNow(sql, providerId, now)
  return true
}
