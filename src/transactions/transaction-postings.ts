import type { Effect } from '../ledger/effect.ts'
import type { Book, Posting, Transfer } from '../ledger/posting.ts'
import { newId } from '../primitives/id.ts'
import { type Cents, cents } from '../primitives/money.ts'
import { planReceivables, type Receivable } from '../settlement/receivable.ts'
import { methods } from './methods/methods.ts'
import type { Transaction, TransactionStatus } from './transaction.ts'

/**
 * The ledger's side of a change: what must be posted because `after` follows `before`. Pure but for
 * the ids it draws.
 */
export function postingsFor(before: TransactionStatus | undefined, after: Transaction): Posting {
  if (!isSold(before, after)) return []
  const book: Book = partsOf(after).length === 0 ? 'available' : 'pending'
  const sale = transfer(after, methods[after.method].clearingBook, book, after.amount, 'sale')
  return after.fee === 0 ? [sale] : [sale, transfer(after, book, 'fees', after.fee, 'sale-fee')]
}

/** The receivables that are born with the same change: none when the money is available at once. */
export function receivablesFor(
  before: TransactionStatus | undefined,
  after: Transaction,
): Receivable[] {
  if (!isSold(before, after)) return []
  const parts = partsOf(after)
  return parts.map(({ number, dueOn, gross, fee }) => ({
    accountId: after.accountId,
    id: newId(after.updatedAt.getTime()),
    version: 1,
    transactionId: after.id,
    method: after.method,
    number,
    parts: parts.length,
    gross,
    fee,
    taken: cents(0),
    dueOn,
    status: 'SCHEDULED',
    unit: {
      merchantDocument: after.terms.merchantDocument,
      providerId: after.providerId,
      ...(after.card && { arrangement: `${after.card.brand}_CREDIT` }),
    },
    createdAt: after.updatedAt,
  }))
}

/** When and how a sale's money comes, counted from its payment; before that, from its creation. */
export const partsOf = (transaction: Transaction) =>
  planReceivables({
    hasInstallments: methods[transaction.method].hasInstallments,
    amount: transaction.amount,
    fee: transaction.fee,
    installments: transaction.installments,
    days: settlementDaysOf(transaction),
    paidAt: transaction.paidAt ?? transaction.createdAt,
  })

/**
 * How long after its payment the money comes: business days, of a sale in installments calendar
 * days. 0: at once.
 */
export const settlementDaysOf = ({ terms }: Transaction): number => terms.settlementDays

export function transfer(
  of: Transaction,
  debit: Book,
  credit: Book,
  amount: Cents,
  effect: Effect<'transaction'>,
): Transfer {
  return {
    accountId: of.accountId,
    id: newId(of.updatedAt.getTime()),
    debit,
    credit,
    amount,
    cause: { type: 'transaction', id: of.id, effect },
    transactionId: of.id,
    postedAt: of.updatedAt,
  }
}

/** Paid for the first time: a dispute that is won makes it PAID again, and is no new sale. */
const isSold = (before: TransactionStatus | undefined, { status }: Transaction): boolean =>
  status === 'PAID' && before !== 'PAID' && before !== 'IN_PROTEST' && before !== 'CHARGEDBACK'
