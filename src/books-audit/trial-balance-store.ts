import type { Queryable, Sql } from '../db/pool.ts'
import { merchantBooks } from '../ledger/posting.ts'
import type { Totals } from './digest-store.ts'
import { dayStatementMs } from './snapshot-store.ts'

/** The debits and credits of each book since the beginning, compared with the stored balances. */
export interface TrialBalance {
  readonly books: readonly BookTotal[]
  /** Sums of all balances, by merchant book. */
  readonly balances: Readonly<Record<string, number>>
  /**
   * The excess of debits over credits, and of each merchant book over the sum of its balances. Only
   * values other than 0.
   */
  readonly differences: Readonly<Record<string, number>>
  /** True when there are no differences. */
  readonly isBalanced: boolean
}

export interface BookTotal {
  readonly book: string
  readonly debits: number
  readonly credits: number
}

/**
 * Reads closed days by their totals, and later transfers one by one, so the cost is that of a day.
 * All reads share one snapshot.
 * @param statementMs the time limit, 0: none
 */
export async function trialBalance(
  sql: Sql,
  { statementMs = dayStatementMs }: { readonly statementMs?: number } = {},
): Promise<TrialBalance> {
  const [row] = await sql.begin((tx) => readTotals(tx), { statementMs })
  return balanced(row?.closed ?? {}, row?.open ?? {}, row?.balances ?? {})
}

const readTotals = (sql: Queryable) => sql<
  { closed: Totals | null; open: Totals | null; balances: Record<string, number> }[]
>`
  with last as (
    select max(until_at) as until_at from ledger_digests
  ), open as (
    select side.book, sum(side.debit)::bigint as debits, sum(side.credit)::bigint as credits
    from last cross join balances b
    cross join lateral (
      select * from ledger_transfers t
      where t.account_id = b.account_id
        and t.posted_at >= coalesce(last.until_at, '-infinity')) as t
    cross join lateral (
      values (t.debit_book, t.amount, 0), (t.credit_book, 0, t.amount)
    ) as side (book, debit, credit)
    where b.last_posted_at >= coalesce(last.until_at, '-infinity')
    group by side.book
  )
  select
    (select totals from ledger_digests order by date desc limit 1) as closed,
    (select jsonb_object_agg(book, jsonb_build_array(debits, credits)) from open) as open,
    (
      select jsonb_build_object(
        'pending', coalesce(sum(pending), 0), 'available', coalesce(sum(available), 0),
        'blocked', coalesce(sum(blocked), 0), 'debt', coalesce(sum(debt), 0))
      from balances
    ) as balances`

function balanced(
  closed: Totals,
  open: Totals,
  balances: Readonly<Record<string, number>>,
): TrialBalance {
  const names = [...new Set([...merchantBooks, ...Object.keys(closed), ...Object.keys(open)])]
  const books = names.map((book) => ({
    book,
    debits: (closed[book]?.[0] ?? 0) + (open[book]?.[0] ?? 0),
    credits: (closed[book]?.[1] ?? 0) + (open[book]?.[1] ?? 0),
  }))
  const difference = books.reduce((sum, { debits, credits }) => sum + debits - credits, 0)
  const held = (book: string) => {
    const { debits = 0, credits = 0 } = books.find((each) => each.book === book) ?? {}
    return book === 'debt' ? debits - credits : credits - debits
  }
  const differences = Object.fromEntries(
    [
      ['debits', difference] as const,
      ...merchantBooks.map((book) => [book, held(book) - (balances[book] ?? 0)] as const),
    ].filter(([, amount]) => amount !== 0),
  )
  return { books, balances, differences, isBalanced: Object.keys(differences).length === 0 }
}
