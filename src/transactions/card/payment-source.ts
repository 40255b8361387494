import type { Write } from '../../journal/change.ts'
import type { CardSource } from '../../providers/ports/card.ts'

/**
 * The checked source of a card sale's payment: what the acquirer charges, what responses may show,
 * and the rows that mark it as spent.
 */
export interface PaymentSource {
  readonly source: CardSource
  readonly brand: string
  /** Empty when only the acquirer knows it. */
  readonly lastFour: string
  /** The name on the card, for an order without a customer. */
  readonly holderName: string
  /** A device wallet's token. It works once, and its payer has seen the result. */
  readonly isWallet: boolean
  /** Rows that mark the source as spent, in the same commit as the sale. */
  readonly spending: (transactionId: string) => Write[]
}
