import type { PaymentMethod } from '../../contract/fields.ts'
import type { Queryable } from '../db/pool.ts'
import type { PlatformBook } from '../ledger/posting.ts'

/**
 * The books that the audit expects in the transfers of a payment method. The audit does not read
 * the rules that post, because one error would then be in both.
 */
interface MethodBooks {
  /** The book from which its money comes, and to which a refund returns it. */
  readonly clearingBook: PlatformBook
  /**
   * The effect of a lost dispute: a refund by the bank (MED) or a chargeback. Null: the method has
   * no disputes, and a transfer of a dispute is an error.
   */
  readonly loss: 'refund' | 'chargeback' | null
}

const methodBooks: Readonly<Record<PaymentMethod, MethodBooks>> = {
  PIX: { clearingBook: 'clearing:pix', loss: 'refund' },
  BOLETO: { clearingBook: 'clearing:boleto', loss: null },
  CREDIT_CARD: { clearingBook: 'clearing:card', loss: 'chargeback' },
}

/** The same as rows `m` of `method`, `clearing_book`, and `loss`. */
export function methodBookRows(sql: Queryable) {
  const books = Object.values(methodBooks)
  return sql`unnest(${Object.keys(methodBooks)}::text[],
    ${books.map(({ clearingBook }) => clearingBook)}::text[],
    ${books.map(({ loss }) => loss)}::text[]) as m (method, clearing_book, loss)`
}
