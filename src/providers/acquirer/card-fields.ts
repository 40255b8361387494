import assert from 'node:assert/strict'
import type { CardData, CardSale } from '../ports/card.ts'
import { type Rejected, rejected } from './request-rejected.ts'
import { digitsOf, lettersAndDigits } from './text-fields.ts'

// Checks that every acquirer makes. `undefined`: no field is wrong. A wrong field is rejected here
// because an acquirer would reject it too, often with a code that does not name the field.

/** `refLength`: the longest order id that the acquirer accepts. */
export function checkSale(
  { attemptRef, amount, installments }: CardSale,
  refLength: number,
): Rejected | undefined {
  assert(
    /^[0-9A-Za-z]+$/.test(attemptRef) && attemptRef.length <= refLength,
    'attemptRef: letters and digits only',
  )
  assert(Number.isSafeInteger(amount), 'amount: whole cents')
  if (amount <= 0) return rejected('amount-invalid', 'amount')
  if (!Number.isInteger(installments) || installments < 1)
    return rejected('installments-invalid', 'installments')
  return undefined
}

/** `holder`: the name in the alphabet of the acquirer. */
export const checkCard = (card: CardData, holder: string): Rejected | undefined =>
  checkHolder(card, holder) ?? checkNumber(card) ?? checkExpiry(card) ?? checkCvv(card)

/** A name that holds the card number would carry it into the logs of the acquirer. */
export const checkHolder = (
  { holderName, number }: CardData,
  holder: string,
): Rejected | undefined =>
  !holder || digitsOf(holderName).includes(number) ? rejected('card-invalid', 'holder') : undefined

export const checkNumber = ({ number }: Pick<CardData, 'number'>): Rejected | undefined =>
  isCardNumber(number) ? undefined : rejected('card-invalid', 'number')

export const checkExpiry = (card: Expiry): Rejected | undefined =>
  isExpiry(card) ? undefined : rejected('card-invalid', 'expiry')

export const checkCvv = ({ cvv }: Pick<CardData, 'cvv'>): Rejected | undefined =>
  cvv !== undefined && !/^[0-9]{3,4}$/.test(cvv) ? rejected('card-invalid', 'cvv') : undefined

type Expiry = Pick<CardData, 'expirationMonth' | 'expirationYear'>

export const isCardNumber = (number: string): boolean => /^[0-9]{13,19}$/.test(number)

export const isExpiry = ({ expirationMonth, expirationYear }: Expiry): boolean =>
  isWithin(expirationMonth, 1, 12) && isWithin(expirationYear, 2000, 2099)

const isWithin = (value: number, from: number, to: number): boolean =>
  Number.isInteger(value) && value >= from && value <= to

/** The name on the card statement: the sale's, else the one in the settings. */
export const softDescriptorOf = (
  sale: Pick<CardSale, 'softDescriptor'>,
  settings: { readonly softDescriptor?: string },
): string | undefined => lettersAndDigits(sale.softDescriptor ?? '', 13) || settings.softDescriptor
