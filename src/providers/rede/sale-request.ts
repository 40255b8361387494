import assert from 'node:assert/strict'
import { type Rejected, rejected } from '../acquirer/request-rejected.ts'
import { digitsOf, lettersAndDigits, nameWithin, withoutAccents } from '../acquirer/text-fields.ts'
import type { CardSale } from '../ports/card.ts'
import type { RedeSettings } from './settings.ts'

/**
 * The body of `POST transactions` (docs/design/providers/rede.md#sale-request-fields), or a
 * rejection of data that no acquirer accepts.
 */
export function encodeSale(
  { attemptRef, amount, installments, capture, source, ...order }: CardSale,
  settings: Pick<RedeSettings, 'softDescriptor'>,
): { readonly kind: 'encoded'; readonly body: string } | Rejected {
  assert(/^[0-9A-Za-z]{1,50}$/.test(attemptRef), 'attemptRef: letters and digits, at most 50')
  assert(Number.isSafeInteger(amount), 'amount: whole cents')
  if (source.kind !== 'card') return rejected('wallet-not-supported', 'wallet')
  const { card } = source
  const holder = nameWithin(withoutAccents(card.holderName), 30, /[^0-9A-Za-z .'-]/g)
  if (amount <= 0) return rejected('amount-invalid', 'amount')
  if (!Number.isInteger(installments) || installments < 1) return rejected('installments-invalid', 'installments')
  if (!holder || digitsOf(card.holderName).includes(card.number)) return rejected('card-invalid', 'holder')
  if (!/^[0-9]{13,19}$/.test(card.number)) return rejected('card-invalid', 'number')
  if (!isWithin(card.expirationMonth, 1, 12)) return rejected('card-invalid', 'expiry')
  if (!isWithin(card.expirationYear, 2000, 2099)) return rejected('card-invalid', 'expiry')
  if (card.cvv !== undefined && !/^[0-9]{3,4}$/.test(card.cvv)) return rejected('card-invalid', 'cvv')
  const softDescriptor = lettersAndDigits(order.softDescriptor ?? '', 13) || settings.softDescriptor
  const body = {
    capture,
    kind: 'credit',
    reference: attemptRef,
    amount,
    ...(installments > 1 && { installments }), // A single payment has none.
    cardHolderName: holder,
    cardNumber: card.number,
    expirationMonth: card.expirationMonth,
    expirationYear: card.expirationYear,
    ...(card.cvv !== undefined && { securityCode: card.cvv }),
    ...(softDescriptor && { softDescriptor }),
    subscription: false,
  }
  return { kind: 'encoded', body: JSON.stringify(body) }
}

const isWithin = (value: number, from: number, to: number): boolean =>
  Number.isInteger(value) && value >= from && value <= to
