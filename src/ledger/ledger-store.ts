import type { Sql } from '../db/pool.ts'
import type { RowWriter } from '../journal/change.ts'
import { indexesMissing } from '../journal/event-store.ts'
import { type Cents, cents } from '../primitives/money.ts'
import { balanceDeltas, type MerchantBook, type Transfer } from './posting.ts'

/** Posts transfers and moves the merchants' balances with them. A transfer whose effect was posted before loses. */
export const transfersWriter: RowWriter<Transfer> = {
  name: 'ledger-transfers',
  async write(tx, rows) {
    const deltas = balanceDeltas(rows)
    const accounts = deltas.map(({ accountId }) => accountId)
    const books = deltas.map(({ book }) => book)
    const [posted] = await Promise.all([
      tx<{ id: string }[]>`
        insert into ledger_transfers (account_id, id, debit_book, credit_book, amount, cause_type, cause_id, effect, posted_at)
        select * from unnest(
          ${rows.map((row) => row.accountId)}::uuid[], ${rows.map((row) => row.id)}::uuid[],
          ${rows.map((row) => row.debit)}::text[], ${rows.map((row) => row.credit)}::text[],
          ${rows.map((row) => row.amount)}::bigint[], ${rows.map((row) => row.cause.type)}::text[],
          ${rows.map((row) => row.cause.id)}::uuid[], ${rows.map((row) => row.cause.effect)}::text[],
          ${rows.map((row) => row.postedAt.toISOString())}::timestamptz[])
        on conflict do nothing
        returning id`,
      tx`
        insert into balances (account_id, book, amount)
        select account_id, book, 0 from unnest(${accounts}::uuid[], ${books}::text[]) as wanted (account_id, book)
        on conflict do nothing`,
      // Locked in one order, once the rows exist: a missing row locks nothing.
      tx`
        select from balances
        where (account_id, book) in (select * from unnest(${accounts}::uuid[], ${books}::text[]))
        order by account_id, book for update`,
      tx`
        update balances b set amount = b.amount + d.delta
        from unnest(${accounts}::uuid[], ${books}::text[], ${deltas.map(({ delta }) => delta)}::bigint[])
          as d (account_id, book, delta)
        where b.account_id = d.account_id and b.book = d.book`,
    ])
    return indexesMissing(rows, new Set(posted.map(({ id }) => id)), (row) => row.id)
  },
}

/** What the platform owes an account, by book. */
export async function balanceOf(app: { readonly sql: Sql }, accountId: string): Promise<Record<MerchantBook, Cents>> {
  const rows = await app.sql<{ book: MerchantBook; amount: number }[]>`
    select book, amount from balances where account_id = ${accountId}`
  const of = (book: MerchantBook) => cents(rows.find((row) => row.book === book)?.amount ?? 0)
  return { pending: of('pending'), available: of('available'), blocked: of('blocked') }
}
