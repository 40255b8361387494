import type { PlatformBook } from '../../contract/ledger.ts'
import type { MerchantBook } from '../../contract/wallet.ts'
import { type Cents, cents } from '../primitives/money.ts'
import type { Cause } from './effect.ts'

/**
 * A merchant's books. The platform owes the merchant `pending`, `available` and `blocked`, which
 * differ in when the money may be used. The merchant owes the platform `debt`. The next available
 * money pays it.
 */
export type { MerchantBook, PlatformBook }

export type Book = MerchantBook | PlatformBook

/** The balances of a merchant's books, in cents. None is ever negative. */
export type Balance = Readonly<Record<MerchantBook, Cents>>

/**
 * One transfer between two books. It is balanced by construction and never changes. A correction is
 * another transfer.
 */
export interface Transfer {
  readonly accountId: string
  readonly id: string
  /** The time at which the amount leaves a merchant's book, or enters a platform book. */
  readonly debit: Book
  readonly credit: Book
  readonly amount: Cents
  readonly cause: Cause
  /** The payment it is about, if any. */
  readonly transactionId?: string
  /** The receivable whose part of `pending` it moves. */
  readonly receivableId?: string
  /**
   * Business time. It is stored no earlier than the account's previous transfer, and never in a
   * closed day.
   */
  readonly postedAt: Date
}

/** The transfers of one change, in order. All are posted or none. */
export type Posting = readonly Transfer[]

export const emptyBalance: Balance = {
  pending: cents(0),
  available: cents(0),
  blocked: cents(0),
  debt: cents(0),
}

export const merchantBooks = Object.keys(emptyBalance) as readonly MerchantBook[]

/**
 * The change of a merchant's book by a transfer, in cents. A debit increases the debt and decreases
 * every other book.
 */
export function deltaOf(
  { debit, credit, amount }: Pick<Transfer, 'debit' | 'credit' | 'amount'>,
  book: Book,
): number {
  const delta = (credit === book ? amount : 0) - (debit === book ? amount : 0)
  return book === 'debt' ? 0 - delta : delta
}

/** The balance after a transfer. `undefined` when a book has too little. */
export function balanceAfter(
  balance: Balance,
  transfer: Pick<Transfer, 'debit' | 'credit' | 'amount'>,
): Balance | undefined {
  const after = merchantBooks.map(
    (book) => [book, balance[book] + deltaOf(transfer, book)] as const,
  )
  if (after.some(([, amount]) => amount < 0)) return undefined
  return Object.fromEntries(after.map(([book, amount]) => [book, cents(amount)])) as Record<
    MerchantBook,
    Cents
  >
}

/**
 * The postings that their accounts' balances do not cover, and the holds that were planned on an
 * older balance: they take pending money while available money is left. The first posting has
 * priority. A posting in the result is left out and takes nothing from later ones. Money that pays
 * a debt is not available to later ones either.
 */
export function uncovered(
  balances: ReadonlyMap<string, Balance>,
  postings: readonly Posting[],
): number[] {
  const current = new Map(balances)
  return postings.flatMap((posting, index) => {
    const tried = new Map<string, Balance>()
    for (const transfer of posting) {
      const { accountId } = transfer
      const after = balanceAfter(
        tried.get(accountId) ?? current.get(accountId) ?? emptyBalance,
        transfer,
      )
      if (!after) return [index]
      if (leavesAvailable(transfer, after)) return [index]
      tried.set(accountId, after)
    }
    for (const [accountId, after] of tried) current.set(accountId, debtPaid(after))
    return []
  })
}

/** A hold takes pending money only when no available money is left. */
const leavesAvailable = ({ debit, credit }: Transfer, after: Balance): boolean =>
  debit === 'pending' && credit === 'blocked' && after.available > 0

/** The balance after newly available money has paid the debt. */
function debtPaid(balance: Balance): Balance {
  const paid = Math.min(balance.available, balance.debt)
  return {
    ...balance,
    available: cents(balance.available - paid),
    debt: cents(balance.debt - paid),
  }
}
