import { Type } from 'typebox'
import { CardInput } from '../../../../contract/create-transaction.ts'
import { defined } from '../../../primitives/defined.ts'
import type { CardData } from '../../../providers/ports/card.ts'
import { type Fields, nonEmpty, nonNull } from '../../request/normalize.ts'
import { validate } from '../../request/validation.ts'

/** One of the two forms of `card`, normalized. Shared with the route that creates tokens. */
export function readCard(card: Fields): CardData {
  const { cvv, ...rest } = validate(cardField, { card: normalizeCard(card) }).card
  return { ...rest, ...(cvv !== undefined && { cvv }) }
}

const cardField = Type.Object({ card: CardInput })
/**
 * Card data in the form of the schema: months and years may be text, the number may have spaces or
 * hyphens.
 */
function normalizeCard(card: Fields): Fields {
  return defined({
    number:
      typeof card.number === 'string' ? card.number.replace(/[\s-]/g, '') : nonNull(card.number),
    holderName: nonEmpty(card.holderName),
    expirationMonth: wholeNumber(card.expirationMonth),
    expirationYear: fullYear(wholeNumber(card.expirationYear)),
    // A code that starts with 0, sent as a number, is one digit short. It is rejected for that.
    cvv: typeof card.cvv === 'number' ? String(card.cvv) : nonEmpty(card.cvv),
  })
}

const wholeNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^\s*\d{1,4}\s*$/.test(value) ? Number(value) : nonEmpty(value)

const fullYear = (year: unknown): unknown =>
  typeof year === 'number' && year >= 0 && year < 100 ? 2_000 + year : year
