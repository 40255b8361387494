import type { Sql } from '../../db/pool.ts'
import { defined } from '../../primitives/defined.ts'
import type { Transaction } from '../transaction.ts'
import {
  type TransactionCursor,
  type TransactionFilter,
  transactionList,
  transactionsOf,
} from '../transaction-store.ts'
import { candidatesOf, hasTerms } from './search-term-store.ts'
import type { Search } from './search-terms.ts'

/** The filters of a list, and those that no index has in the order of the list. */
export interface SearchFilter extends TransactionFilter {
  readonly search?: Search
  /** Cents, both included. */
  readonly minAmount?: number
  readonly maxAmount?: number
}

export interface SearchPage {
  readonly rows: readonly Transaction[]
  /**
   * Where the search ended with less than a page, and the list goes on. Absent: the list has ended,
   * or the page is full.
   */
  readonly end?: TransactionCursor
}

/** Whether a filter needs a search. */
export const isSearch = ({ search, minAmount, maxAmount }: SearchFilter): boolean =>
  search !== undefined || minAmount !== undefined || maxAmount !== undefined

/**
 * One page of a search, the newest first. It looks at 1,000 payments of the list at most, so that
 * it costs the same in an account of any size. A page may therefore be short, or empty, with a
 * place from which the search goes on. Most pages are full after a first, short look.
 */
export async function searchTransactions(
  sql: Sql,
  accountId: string,
  filter: SearchFilter,
  { limit, after }: { readonly limit: number; readonly after?: TransactionCursor },
): Promise<SearchPage> {
  const firstLook = Math.min(looksAt, 2 * limit)
  const rows: Transaction[] = []
  let end = after
  for (const size of [firstLook, looksAt - firstLook]) {
    if (size === 0) break
    const look = await lookFrom(sql, accountId, filter, {
      ...{ size, limit: limit - rows.length },
      ...(end && { after: end }),
    })
    rows.push(...look.rows)
    end = look.end
    if (!end || rows.length === limit) return { rows }
  }
  return { rows, ...(end && { end }) }
}

interface Look {
  readonly rows: readonly Transaction[]
  /** The last payment that it looked at. Absent: the list ends here. */
  readonly end?: TransactionCursor
}

/** The first `limit` matches among the next `size` payments of the list. */
async function lookFrom(
  sql: Sql,
  accountId: string,
  { search, minAmount, maxAmount, ...indexed }: SearchFilter,
  {
    size,
    limit,
    after,
  }: { readonly size: number; readonly limit: number; readonly after?: TransactionCursor },
): Promise<Look> {
  const { from, to } = indexed
  const place = { limit: size, ...(after && { after }) }
  const { found, exact } = search
    ? await candidatesOf(sql, accountId, search, {
        ...place,
        ...(from && { from }),
        ...(to && { to }),
      })
    : { found: await transactionList.places(sql, accountId, indexed, place), exact: [] }
  const [, ...others] = search?.terms ?? []
  const rows = await transactionsOf(sql, accountId, {
    ids: found.map(({ id }) => id),
    exact,
    filter: { ...indexed, ...defined({ minAmount, maxAmount }) },
    terms: hasTerms(sql, others),
    limit,
  })
  const end = found.length === size ? found.at(-1) : undefined
  return { rows, ...(end && { end }) }
}

/** Every page of a search. */
export async function* everyMatch(
  sql: Sql,
  accountId: string,
  filter: SearchFilter,
): AsyncGenerator<readonly Transaction[]> {
  for (let after: TransactionCursor | undefined; ; ) {
    const { rows, end } = await searchTransactions(sql, accountId, filter, {
      limit: looksAt,
      ...(after && { after }),
    })
    yield rows
    after = end ?? (rows.length === looksAt ? rows.at(-1) : undefined)
    if (!after) return
  }
}

const looksAt = 1_000
