import type { Effect } from '../ledger/effect.ts'
import type { Book, Posting, Transfer } from '../ledger/posting.ts'
import { newId } from '../primitives/id.ts'
import { type Cents, cents } from '../primitives/money.ts'
import { planReceivables, type Receivable } from '../settlement/receivable.ts'
import { methods } from './methods/methods.ts'
import type { Transaction, TransactionStatus } from './transaction.ts'

/**
 * The postings of a change from `before` to `after`. Pure except for the new ids.
 */
export function postingsFor(before: TransactionStatus | undefined, after: Transaction): Posting {
  if (!isSold(before, after)) return []
  const book: Book = partsOf(after).length === 0 ? 'available' : 'pending'
  const sale = transfer(after, methods[after.method].clearingBook, book, after.amount, 'sale')
  return after.fee === 0 ? [sale] : [sale, transfer(after, book, 'fees', after.fee, 'sale-fee')]
}

/** The receivables that the same change creates. None when the money is available at once. */
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

/**
 * The parts and dates of a sale's money, counted from its payment, or before the payment from its
 * creation.
 */
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
 * The days from the payment until the money is available: business days, or calendar days for a
 * sale in installments. 0: at once.
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

/** Whether it is paid for the first time. A won dispute makes it PAID again and is no new sale. */
const isSold = (before: TransactionStatus | undefined, { status }: Transaction): boolean =>
  status === 'PAID' && before !== 'PAID' && before !== 'IN_PROTEST' && before !== 'CHARGEDBACK'
