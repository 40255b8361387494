import type { Queryable, Sql } from '../db/pool.ts'
import {
  type Entry,
  type EntryRow,
  entryColumns,
  entryFrom,
  type IndexedBook,
  touches,
} from './entry-store.ts'
import { type Balance, type Book, merchantBooks } from './posting.ts'

/** A transfer with its account. */
export interface AccountEntry extends Entry {
  readonly accountId: string
}

/** A place in the transfers of all accounts: by account, then by number. */
export interface EntryPlace {
  readonly accountId: string
  readonly number: number
}

export interface AllEntriesFilter {
  readonly accountId?: string
  readonly book?: Book
  readonly from?: Date
  readonly to?: Date
}

/**
 * The entries that were found, and where the next page begins. A rare book may leave a page short
 * although there are more: then `next` is where the search stopped.
 */
export interface FoundEntries {
  readonly entries: readonly AccountEntry[]
  readonly next: EntryPlace | null
}

/** A page reads at most this many transfers. */
export const mostRead = 2_000

/**
 * One page of the transfers of all accounts, or of one. The books that every posting
 * touches have no index, because every posting would pay for it: a page reads a bounded part in the
 * order of accounts.
 */
export async function allEntries(
  sql: Sql,
  { accountId, book, from, to }: AllEntriesFilter,
  { limit, after }: { readonly limit: number; readonly after?: EntryPlace },
): Promise<FoundEntries> {
  const rows = await sql<(EntryRow & { accountId: string; isLast: boolean })[]>`
    with read as materialized (
      select t.*
      from balances b
      cross join lateral (
        select * from ledger_transfers t
        where t.account_id = b.account_id
          ${from ? sql`and posted_at >= ${from}` : sql``}
          ${to ? sql`and posted_at <= ${to}` : sql``}
          ${isIndexed(book) ? touches(sql, book) : sql``}
          ${after ? afterPlace(sql, after) : sql``}
        order by posted_at, number
        limit ${mostRead}) as t
      where true
        ${accountId === undefined ? sql`` : sql`and b.account_id = ${accountId}`}
        ${from ? sql`and b.last_posted_at >= ${from}` : sql``}
        ${after ? sql`and b.account_id >= ${after.accountId}::uuid` : sql``}
      order by b.account_id, t.posted_at, t.number
      limit ${mostRead}),
    hits as (
      select * from read
      where ${book === undefined ? sql`true` : sql`${book} in (debit_book, credit_book)`}
      limit ${limit + 1}),
    last as (
      select * from read offset ${mostRead - 1} limit 1)
    select account_id as "accountId", ${entryColumns(sql)}, false as "isLast" from hits
    union all
    select account_id as "accountId", ${entryColumns(sql)}, true as "isLast" from last`
  const hits = rows.filter(({ isLast }) => !isLast)
  const entries = hits.slice(0, limit).map(accountEntryFrom)
  const stopped = hits.length > limit ? entries.at(-1) : rows.find(({ isLast }) => isLast)
  return {
    entries,
    next: stopped ? { accountId: stopped.accountId, number: stopped.number } : null,
  }
}

const accountEntryFrom = ({
  accountId,
  isLast: _,
  ...row
}: EntryRow & { accountId: string; isLast: boolean }): AccountEntry => ({
  ...entryFrom(row),
  accountId,
})

const isIndexed = (book: Book | undefined): book is IndexedBook =>
  book === 'orphan-funds' || merchantBooks.some((each) => each === book)

/** The bounds depend on the account alone, so that the index begins at them. */
function afterPlace(sql: Queryable, { accountId, number }: EntryPlace) {
  return sql`
    and (posted_at, number) > (
      case when b.account_id = ${accountId}::uuid
        then coalesce(
          (select posted_at from ledger_transfers
            where account_id = ${accountId} and number = ${number}),
          '-infinity')
        else '-infinity' end,
      case when b.account_id = ${accountId}::uuid then ${number}::bigint else 0 end)`
}

export interface AccountBalance extends Balance {
  readonly accountId: string
  readonly entries: number
  readonly lastPostedAt: Date | null
}

/** What each account has, by account. */
export const balancePage = (
  sql: Sql,
  { limit, after }: { readonly limit: number; readonly after?: string },
) => sql<AccountBalance[]>`
  select account_id as "accountId", pending, available, blocked, debt,
    last_number as entries, last_posted_at as "lastPostedAt"
  from balances
  where ${after === undefined ? sql`true` : sql`account_id > ${after}`}
  order by account_id
  limit ${limit}`
