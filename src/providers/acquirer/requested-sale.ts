import { cardBrand } from '../../brazil/card-brand.ts'
import type { Cents } from '../../primitives/money.ts'
import type { CardSale, CardSummary } from '../ports/card.ts'

/** The sale that we requested. A response about any other sale proves nothing. */
export interface RequestedSale {
  readonly attemptRef: string
  readonly amount: Cents
  readonly capture: boolean
  /**
   * The known facts of a typed card. Absent for a wallet: only the acquirer knows the card behind
   * it.
   */
  readonly card?: CardSummary
}

export const requestedSale = ({
  attemptRef,
  amount,
  capture,
  source,
}: CardSale): RequestedSale => ({
  attemptRef,
  amount,
  capture,
  ...(source.kind === 'card' && { card: summaryOf(source.card.number) }),
})

const summaryOf = (number: string): CardSummary => ({
  brand: cardBrand(number) ?? '',
  lastFour: number.slice(-4),
})
