import { columnar } from '../db/columnar.ts'
import type { Sql } from '../db/pool.ts'
import type { RowWriter } from '../journal/change.ts'
import { lostById } from '../journal/lost-rows.ts'
import type { Correction } from './correction.ts'

/** The reason and the person of a transfer of cause `correction`. Loses when its id was used. */
export const correctionsWriter: RowWriter<Correction> = {
  name: 'ledger-corrections',
  async write(tx, rows) {
    const { columns, arrays } = columnar(rows, {
      account_id: 'uuid',
      id: 'uuid',
      debit_book: ['text', (row) => row.debit],
      credit_book: ['text', (row) => row.credit],
      amount: 'bigint',
      reason: 'text',
      corrected_by: 'text',
      corrected_at: 'timestamptz',
    })
    const written = await tx<{ id: string }[]>`
      insert into ledger_corrections (${columns})
      select * from unnest(${arrays})
      on conflict do nothing
      returning id`
    return lostById(rows, written)
  },
}

export async function correctionById(
  sql: Sql,
  accountId: string,
  id: string,
): Promise<Correction | undefined> {
  const [row] = await sql<Correction[]>`
    select ${columns(sql)} from ledger_corrections where account_id = ${accountId} and id = ${id}`
  return row
}

/** The corrections of one account or of all, the newest first. */
export const newestCorrections = (
  sql: Sql,
  accountId: string | undefined,
  limit: number,
): Promise<Correction[]> =>
  sql<Correction[]>`
    select ${columns(sql)} from ledger_corrections
    ${accountId === undefined ? sql`` : sql`where account_id = ${accountId}`}
    order by corrected_at desc, id desc limit ${limit}`

const columns = (sql: Sql) => sql`
  account_id as "accountId", id, debit_book as debit, credit_book as credit, amount, reason,
  corrected_by as "correctedBy", corrected_at as "correctedAt"`
