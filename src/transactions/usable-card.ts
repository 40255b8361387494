import { readCardNumber } from '../brazil/card-brand.ts'
import { isCardExpired } from '../brazil/card-expiry.ts'
import { Rejection } from '../primitives/rejection.ts'
import type { CardData } from '../providers/ports/card.ts'

/**
 * The network of a card that can be sent to an acquirer.
 * @throws Rejection `card-invalid`, `card-brand-not-supported`, `card-expired`
 */
export function networkOfUsableCard(
  { number, expirationMonth, expirationYear }: CardData,
  at: Date,
) {
  const reading = readCardNumber(number)
  if (!reading.ok)
    throw new Rejection(reading.problem === 'brand' ? 'card-brand-not-supported' : 'card-invalid', {
      field: 'card.number',
    })
  if (isCardExpired({ month: expirationMonth, year: expirationYear }, at)) {
    throw new Rejection('card-expired', { field: 'card.expirationYear' })
  }
  return reading.brand
}
