import type { PlatformBook } from '../../contract/ledger.ts'
import type { MerchantBook } from '../../contract/wallet.ts'
import { type Cents, cents } from '../primitives/money.ts'
import type { Cause } from './effect.ts'

/**
 * A merchant's books. `pending`, `available` and `blocked` are what the platform owes it, by when it may be used; `debt`
 * is what it owes the platform, and is paid by whatever becomes available next.
 */
export type { MerchantBook, PlatformBook }

export type Book = MerchantBook | PlatformBook

/** What a merchant's books hold, in cents. None is ever negative. */
export type Balance = Readonly<Record<MerchantBook, Cents>>

/** One transfer between two books: balanced by construction, never changed afterwards. A correction is another one. */
export interface Transfer {
  readonly accountId: string
  readonly id: string
  /** Where the amount leaves a merchant's book, or enters a platform one. */
  readonly debit: Book
  readonly credit: Book
  readonly amount: Cents
  readonly cause: Cause
  /** The payment it is about, if any. */
  readonly transactionId?: string
  /** The receivable whose part of `pending` it moves. */
  readonly receivableId?: string
  /** Business time. Stored no earlier than the account's transfer before it, nor in a day that is closed. */
  readonly postedAt: Date
}

/** The transfers of one change, in order: all are posted or none. */
export type Posting = readonly Transfer[]

export const emptyBalance: Balance = { pending: cents(0), available: cents(0), blocked: cents(0), debt: cents(0) }

export const merchantBooks = Object.keys(emptyBalance) as readonly MerchantBook[]

/** What a transfer adds to a merchant's book, in cents. Debt grows by what the other books lose by. */
export function deltaOf({ debit, credit, amount }: Pick<Transfer, 'debit' | 'credit' | 'amount'>, book: Book): number {
  const delta = (credit === book ? amount : 0) - (debit === book ? amount : 0)
  return book === 'debt' ? 0 - delta : delta
}

/** The balance after a transfer; `undefined` when a book does not hold enough. */
export function balanceAfter(
  balance: Balance,
  transfer: Pick<Transfer, 'debit' | 'credit' | 'amount'>,
): Balance | undefined {
  const after = merchantBooks.map((book) => [book, balance[book] + deltaOf(transfer, book)] as const)
  if (after.some(([, amount]) => amount < 0)) return undefined
  return Object.fromEntries(after.map(([book, amount]) => [book, cents(amount)])) as Record<MerchantBook, Cents>
}

/**
 * Which postings their accounts' balances do not cover: first come, first served. One that is not covered is left out and
 * takes nothing from those behind it; nor do those find available what a debt has a claim to.
 */
export function uncovered(balances: ReadonlyMap<string, Balance>, postings: readonly Posting[]): number[] {
  const current = new Map(balances)
  return postings.flatMap((posting, index) => {
    const tried = new Map<string, Balance>()
    for (const transfer of posting) {
      const { accountId } = transfer
      const after = balanceAfter(tried.get(accountId) ?? current.get(accountId) ?? emptyBalance, transfer)
      if (!after) return [index]
      tried.set(accountId, after)
    }
    for (const [accountId, after] of tried) current.set(accountId, debtPaid(after))
    return []
  })
}

/** The balance once what became available has paid what was owed. */
function debtPaid(balance: Balance): Balance {
  const paid = Math.min(balance.available, balance.debt)
  return { ...balance, available: cents(balance.available - paid), debt: cents(balance.debt - paid) }
}
