import type { Queryable } from '../../db/pool.ts'
import type { RowId } from '../../db/work-queue-store.ts'
import { methodsWith } from '../methods/methods.ts'
import type { Transaction } from '../transaction.ts'
import { transactionQueue } from '../transaction-store.ts'

type VersionedId = Pick<Transaction, 'accountId' | 'id' | 'version'>

/**
 * Schedules the next check, or none. This is bookkeeping: the payment itself does not change. An
 * earlier "not found" no longer counts. `answeredAt`: the provider has reported the state of the
 * charge.
 */
export async function scheduleCheck(
  sql: Queryable,
  row: VersionedId,
  checkAt: Date | null,
  answeredAt?: Date,
): Promise<void> {
  const answered = answeredAt ? sql`, answered_at = ${answeredAt}` : sql``
  await transactionQueue.schedule(sql, row, checkAt, sql`not_found_at = null ${answered}`)
}

/** When the provider last reported the state of the charge. `undefined`: never. */
export async function lastAnswerAt(
  sql: Queryable,
  { accountId, id }: RowId,
): Promise<Date | undefined> {
  const [row] = await sql<{ answeredAt: Date | null }[]>`
    select answered_at as "answeredAt" from transactions
    where account_id = ${accountId} and id = ${id}`
  return row?.answeredAt ?? undefined
}

/**
 * Records that the bank does not find the charge, and schedules a query `gapMs` after the first
 * such response. Returns the instant of the first one.
 */
export async function noteNotFound(
  sql: Queryable,
  { accountId, id, version }: VersionedId,
  { now, gapMs }: { readonly now: Date; readonly gapMs: number },
): Promise<Date> {
  const [row] = await sql<{ since: Date }[]>`
    update transactions set not_found_at = coalesce(not_found_at, ${now}),
      check_at = coalesce(not_found_at, ${now}) + ${gapMs} * interval '1 millisecond'
    where account_id = ${accountId} and id = ${id} and version = ${version}
    returning not_found_at as since`
  return row?.since ?? now
}

/**
 * Makes these due now, if they are authorizations, or charges that may still be paid or may have
 * been paid late.
 */
export const queryChargesNow = (
  sql: Queryable,
  transactions: readonly RowId[],
  now: Date,
): Promise<void> =>
  transactionQueue.makeDue(sql, transactions, now, {
    condition: sql`(t.status = 'AUTHORIZED'
      or t.method = any(${methodsWith('isCharge')})
        and t.status in ('WAITING_PAYMENT', 'CANCELED'))`,
  })
