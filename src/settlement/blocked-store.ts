import type { Sql } from '../db/pool.ts'
import { type Cents, cents } from '../primitives/money.ts'

/** A refund, dispute or cashout that blocks a part of `blocked`. */
export interface BlockedPart {
  readonly type: 'refund' | 'dispute' | 'cashout'
  readonly id: string
  /** The payment it is about. A cashout has none. */
  readonly transactionId: string | null
  readonly amount: Cents
}

/**
 * The parts of an account's blocked money, the oldest first. Their sum is the blocked balance.
 * `after`: the last id of the previous page.
 */
export async function blockedParts(
  sql: Sql,
  accountId: string,
  { limit, after }: { readonly limit: number; readonly after?: string },
): Promise<BlockedPart[]> {
  const rows = await sql<(Omit<BlockedPart, 'amount'> & { readonly amount: number })[]>`
    select type, id, transaction_id as "transactionId", amount from (
      select 'refund' as type, id, transaction_id,
        (
          select sum((hold ->> 'amount')::bigint) from json_array_elements(holds) as hold
        )::bigint as amount
      from refunds where account_id = ${accountId} and status = 'PROCESSING'
      union all
      select 'dispute', id, transaction_id, held
      from disputes
      where account_id = ${accountId} and held > 0
      union all
      select 'cashout', id, null, amount + fee from cashouts
      where account_id = ${accountId} and status in ('PENDING', 'PROCESSING')
    ) as part
    where ${after === undefined ? sql`true` : sql`id > ${after}::uuid`}
    order by id limit ${limit}`
  return rows.map((row) => ({ ...row, amount: cents(row.amount) }))
}
