import type { Queryable } from '../../db/pool.ts'
import type { RowId } from '../../db/work-queue-store.ts'
import { methodsWith } from '../methods/methods.ts'
import type { Transaction } from '../transaction.ts'
import { transactionQueue } from '../transaction-store.ts'

type Looked = Pick<Transaction, 'accountId' | 'id' | 'version'>

/**
 * Looks again later, or never. Bookkeeping: the payment itself does not change. What was not found
 * before is forgotten.
 */
export async function scheduleCheck(
  sql: Queryable,
  row: Looked,
  checkAt: Date | null,
): Promise<void> {
  await transactionQueue.schedule(sql, row, checkAt, sql`not_found_at = null`)
}

/**
 * Its bank says now that it has no such charge: looks again `gapMs` after it said so first. Answers
 * when that was.
 */
export async function noteNotFound(
  sql: Queryable,
  { accountId, id, version }: Looked,
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
 * Of these, charges that may still be paid, or were after all, and authorisations are asked about
 * now.
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
