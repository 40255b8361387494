import type { Sql } from '../../db/pool.ts'
import type { Transaction } from '../transaction.ts'

/** Whether the amount of a late approval of the sale is on the book `orphan-funds`. */
export async function isOrphaned(
  sql: Sql,
  { accountId, id }: Pick<Transaction, 'accountId' | 'id'>,
): Promise<boolean> {
  const rows = await sql<{ effect: string }[]>`
    select effect from ledger_transfers
    where account_id = ${accountId} and transaction_id = ${id}
      and cause_type = 'transaction' and effect in ('late-approval', 'late-approval-void')`
  return rows.length === 1
}
