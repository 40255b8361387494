import { cardBrand } from '../../brazil/card-brand.ts'
import type { Cents } from '../../primitives/money.ts'
import type { CardSale, CardSummary } from '../ports/card.ts'

/** What we asked for. A response that is about anything else proves nothing. */
export interface AskedSale {
  readonly attemptRef: string
  readonly amount: Cents
  readonly capture: boolean
  /**
   * What we know of a typed card. Absent for a wallet: only the acquirer knows the card behind it.
   */
  readonly card?: CardSummary
}

export const askedSale = ({ attemptRef, amount, capture, source }: CardSale): AskedSale => ({
  attemptRef,
  amount,
  capture,
  ...(source.kind === 'card' && { card: summaryOf(source.card.number) }),
})

const summaryOf = (number: string): CardSummary => ({
  brand: cardBrand(number) ?? '',
  lastFour: number.slice(-4),
})
