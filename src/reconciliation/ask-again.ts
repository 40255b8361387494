import type { CaseObject } from '../../contract/reconciliation.ts'
import { askedKinds, type Difference } from '../cases/case.ts'
import { askCashoutsNow } from '../cashout/cashout-queue-store.ts'
import type { Queryable } from '../db/pool.ts'
import { askDeskNow } from '../disputes/dispute-poll-store.ts'
import { askRefundsNow } from '../refunds/refund-store.ts'
import { askAttemptsNow } from '../transactions/card/attempt-store.ts'
import { askChargesNow } from '../transactions/charge/sync-store.ts'

/**
 * What a file says has happened and we hold as open is asked of its provider now, by the workers that ask anyway: only
 * the provider's own answer changes anything. Answers whether there is anything to ask.
 */
export async function askAgain(
  sql: Queryable,
  providerId: string,
  opened: readonly Difference[],
  now: Date,
): Promise<boolean> {
  const asked = opened.filter(({ kind }) => askedKinds.includes(kind))
  if (asked.length === 0) return false
  const places = (type: CaseObject) =>
    asked.flatMap(({ objectType, accountId, objectId: id }) =>
      objectType === type && accountId && id ? [{ accountId, id }] : [],
    )
  await askAttemptsNow(sql, places('transaction'), now)
  await askChargesNow(sql, places('transaction'), now)
  await askRefundsNow(sql, places('refund'), now)
  await askCashoutsNow(sql, places('cashout'), now)
  if (asked.some(({ kind }) => kind === 'dispute-unknown')) await askDeskNow(sql, providerId, now)
  return true
}
