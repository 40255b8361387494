import type { Book, PlatformBook, Transfer } from '../ledger/posting.ts'
import { newId } from '../primitives/id.ts'
import type { Cents } from '../primitives/money.ts'
import type { PaymentMethod, Transaction, TransactionStatus } from './transaction.ts'

/** The ledger's side of a change: what must be posted because `after` follows `before`. Pure but for the ids it draws. */
export function postingsFor(before: TransactionStatus | undefined, after: Transaction): Transfer[] {
  if (after.status !== 'PAID' || before === 'PAID' || before === 'IN_PROTEST' || before === 'CHARGEDBACK') return []
  const book = settlesInto[after.method]
  const sale = transfer(after, clearingBook[after.method], book, after.amount, 'sale')
  return after.fee === 0 ? [sale] : [sale, transfer(after, book, 'fees', after.fee, 'sale-fee')]
}

/** PIX is settled as it is paid; a boleto and a card are paid days before their money comes. */
const settlesInto: Record<PaymentMethod, Book> = { PIX: 'available', BOLETO: 'pending', CREDIT_CARD: 'pending' }

export const clearingBook: Record<PaymentMethod, PlatformBook> = {
  PIX: 'clearing:pix',
  BOLETO: 'clearing:boleto',
  CREDIT_CARD: 'clearing:card',
}

export function transfer(of: Transaction, debit: Book, credit: Book, amount: Cents, effect: string): Transfer {
  return {
    accountId: of.accountId,
    id: newId(of.updatedAt.getTime()),
    debit,
    credit,
    amount,
    cause: { type: 'transaction', id: of.id, effect },
    postedAt: of.updatedAt,
  }
}
