import type { Queryable, Sql } from '../db/pool.ts'
import type { Statement } from '../db/statement.ts'
import { type Cents, cents } from '../primitives/money.ts'
import type { CauseType } from './effect.ts'
import type { Balance, Book, MerchantBook } from './posting.ts'

/** A stored transfer: its number within its account, and the balances after it. */
export interface Entry {
  readonly number: number
  readonly id: string
  readonly debit: Book
  readonly credit: Book
  readonly amount: Cents
  readonly cause: { readonly type: CauseType; readonly id: string; readonly effect: string }
  readonly transactionId: string | null
  /**
   * The receivable whose part of `pending` it moved. A sale's entry is for all its receivables and
   * names none.
   */
  readonly receivableId: string | null
  readonly postedAt: Date
  readonly after: Balance
}

/** The filters of a list. Both instants are included. */
export interface EntryFilter {
  /** Debited or credited. */
  readonly book?: MerchantBook
  readonly transactionId?: string
  readonly receivableId?: string
  readonly causeId?: string
  readonly from?: Date
  readonly to?: Date
}

export interface EntryPage {
  readonly limit: number
  readonly order: 'newest' | 'oldest'
  /** The last number of the previous page. */
  readonly after?: number
}

/**
 * One page of an account's transfers. Every page costs the same. Numbers and times of an account
 * increase together. So sorting by number also sorts by time, and an index by time serves any
 * period.
 */
export async function entryPage(
  sql: Sql,
  accountId: string,
  { book, transactionId, receivableId, causeId, from, to }: EntryFilter,
  { limit, order, after }: EntryPage,
): Promise<Entry[]> {
  const isNewestFirst = order === 'newest'
  const isAfter = isNewestFirst ? sql`<` : sql`>`
  const place = (number: number) => sql`(coalesce(
    (select posted_at from ledger_transfers where account_id = ${accountId} and number = ${number}),
    ${isNewestFirst ? sql`'infinity'` : sql`'-infinity'`}), ${number}::bigint)`
  const rows = await sql<EntryRow[]>`
    select ${entryColumns(sql)} from ledger_transfers
    where account_id = ${accountId}
      ${book === undefined ? sql`` : touches(sql, book)}
      ${transactionId === undefined ? sql`` : sql`and transaction_id = ${transactionId}`}
      ${receivableId === undefined ? sql`` : sql`and receivable_id = ${receivableId}`}
      ${causeId === undefined ? sql`` : sql`and cause_id = ${causeId}`}
      ${from ? sql`and posted_at >= ${from}` : sql``}
      ${to ? sql`and posted_at <= ${to}` : sql``}
      ${after === undefined ? sql`` : sql`and (posted_at, number) ${isAfter} ${place(after)}`}
    order by ${isNewestFirst ? sql`posted_at desc, number desc` : sql`posted_at, number`}
    limit ${limit}`
  return rows.map(entryFrom)
}

/** A book whose entries have an index. */
export type IndexedBook = MerchantBook | 'orphan-funds'

/** Written in full, because each is the condition of its own index. */
export function touches(sql: Sql, book: IndexedBook): Statement<object[]> {
  switch (book) {
    case 'pending':
      return sql`and 'pending' in (debit_book, credit_book)`
    case 'available':
      return sql`and 'available' in (debit_book, credit_book)`
    case 'blocked':
      return sql`and 'blocked' in (debit_book, credit_book)`
    case 'debt':
      return sql`and 'debt' in (debit_book, credit_book)`
    case 'orphan-funds':
      return sql`and 'orphan-funds' in (debit_book, credit_book)`
  }
}

export interface EntryRow {
  readonly number: number
  readonly id: string
  readonly debit: Book
  readonly credit: Book
  readonly amount: number
  readonly causeType: CauseType
  readonly causeId: string
  readonly effect: string
  readonly transactionId: string | null
  readonly receivableId: string | null
  readonly postedAt: Date
  readonly pending: number
  readonly available: number
  readonly blocked: number
  readonly debt: number
}

export const entryColumns = (
  sql: Queryable,
) => sql`number, id, debit_book as debit, credit_book as credit, amount,
  cause_type as "causeType", cause_id as "causeId", effect, transaction_id as "transactionId",
  receivable_id as "receivableId", posted_at as "postedAt",
  pending_after as pending, available_after as available, blocked_after as blocked,
  debt_after as debt`

export const entryFrom = ({
  causeType,
  causeId,
  effect,
  pending,
  available,
  blocked,
  debt,
  amount,
  ...row
}: EntryRow): Entry => ({
  ...row,
  amount: cents(amount),
  cause: { type: causeType, id: causeId, effect },
  after: {
    pending: cents(pending),
    available: cents(available),
    blocked: cents(blocked),
    debt: cents(debt),
  },
})
