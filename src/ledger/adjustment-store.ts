import type { Sql } from '../db/pool.ts'
import type { RowWriter } from '../journal/change.ts'
import { indexesMissing } from '../journal/event-store.ts'
import type { Correction } from './adjustment.ts'

/** Why a transfer of cause `correction` was posted, and by whom. Loses when its id was used. */
export const correctionsWriter: RowWriter<Correction> = {
  name: 'ledger-corrections',
  async write(tx, rows) {
    const written = await tx<{ id: string }[]>`
      insert into ledger_corrections (account_id, id, debit_book, credit_book, amount, reason, corrected_by, corrected_at)
      select * from unnest(
        ${rows.map((row) => row.accountId)}::uuid[], ${rows.map((row) => row.id)}::uuid[],
        ${rows.map((row) => row.debit)}::text[], ${rows.map((row) => row.credit)}::text[],
        ${rows.map((row) => row.amount)}::bigint[], ${rows.map((row) => row.reason)}::text[],
        ${rows.map((row) => row.correctedBy)}::text[],
        ${rows.map((row) => row.correctedAt.toISOString())}::timestamptz[])
      on conflict do nothing
      returning id`
    return indexesMissing(rows, new Set(written.map(({ id }) => id)), ({ id }) => id)
  },
}

export async function correctionById(sql: Sql, accountId: string, id: string): Promise<Correction | undefined> {
  const [row] = await sql<Correction[]>`
    select ${columns(sql)} from ledger_corrections where account_id = ${accountId} and id = ${id}`
  return row
}

/** Of every account or of one, the newest first. */
export const newestCorrections = (sql: Sql, accountId: string | undefined, limit: number): Promise<Correction[]> =>
  sql<Correction[]>`
    select ${columns(sql)} from ledger_corrections
    ${accountId === undefined ? sql`` : sql`where account_id = ${accountId}`}
    order by corrected_at desc, id desc limit ${limit}`

const columns = (sql: Sql) => sql`
  account_id as "accountId", id, debit_book as debit, credit_book as credit, amount, reason, corrected_by as "correctedBy",
  corrected_at as "correctedAt"`
