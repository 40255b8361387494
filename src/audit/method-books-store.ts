import type { PaymentMethod } from '../../contract/fields.ts'
import type { Queryable } from '../db/pool.ts'
import type { PlatformBook } from '../ledger/posting.ts'

/**
 * What the audit expects of the transfers of a payment method. The audit does not read the rules
 * that post: one error could then hide in both.
 */
interface MethodBooks {
  /** The book through which its money comes and goes back. */
  readonly clearingBook: PlatformBook
  /**
   * What a lost dispute is: a refund by the bank (MED) or a chargeback. Null: the method has no
   * disputes, and no transfer of one is right.
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
