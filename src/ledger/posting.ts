import type { Cents } from '../primitives/money.ts'

/** A merchant's books: what the platform owes it, by when it may be used. */
export type MerchantBook = 'pending' | 'available' | 'blocked'

/** The platform's books: one clearing book a rail, what it earned, and money nobody could be found for. */
export type PlatformBook = 'clearing:pix' | 'clearing:boleto' | 'clearing:card' | 'fees' | 'orphan-funds'

export type Book = MerchantBook | PlatformBook

/** One transfer between two books: balanced by construction, never changed afterwards. */
export interface Transfer {
  readonly accountId: string
  readonly id: string
  /** Where the amount leaves a merchant's book, or enters a platform one. */
  readonly debit: Book
  readonly credit: Book
  readonly amount: Cents
  /** What made it necessary. One effect per cause, for ever (reliability L2). */
  readonly cause: { readonly type: 'transaction'; readonly id: string; readonly effect: string }
  readonly postedAt: Date
}

export const merchantBooks: readonly MerchantBook[] = ['pending', 'available', 'blocked']

/** What a set of transfers adds to each merchant book, in cents; platform books are sums and have no row. */
export function balanceDeltas(
  transfers: readonly Transfer[],
): { accountId: string; book: MerchantBook; delta: number }[] {
  const deltas = new Map<string, { accountId: string; book: MerchantBook; delta: number }>()
  const add = (accountId: string, book: Book, delta: number) => {
    if (!isMerchantBook(book)) return
    const key = `${accountId} ${book}`
    const before = deltas.get(key)?.delta ?? 0
    deltas.set(key, { accountId, book, delta: before + delta })
  }
  for (const { accountId, debit, credit, amount } of transfers) {
    add(accountId, debit, -amount)
    add(accountId, credit, amount)
  }
  return [...deltas.values()].sort((one, other) =>
    one.accountId === other.accountId ? compare(one.book, other.book) : compare(one.accountId, other.accountId),
  )
}

const isMerchantBook = (book: Book): book is MerchantBook => (merchantBooks as readonly Book[]).includes(book)
const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
