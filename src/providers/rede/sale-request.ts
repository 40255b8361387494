import { checkCard, checkSale, softDescriptorOf } from '../acquirer/card-fields.ts'
import { type Rejected, rejected } from '../acquirer/request-rejected.ts'
import { nameWithin, withoutAccents } from '../acquirer/text-fields.ts'
import type { CardSale } from '../ports/card.ts'
import type { RedeSettings } from './settings.ts'

/**
 * The body of `POST transactions` (docs/design/providers/rede.md#sale-request-fields), or a
 * rejection of data that no acquirer accepts.
 */
export function encodeSale(
  order: CardSale,
  settings: Pick<RedeSettings, 'softDescriptor'>,
): { readonly kind: 'encoded'; readonly body: string } | Rejected {
  const { attemptRef, amount, installments, capture, source } = order
  if (source.kind !== 'card') return rejected('wallet-not-supported', 'wallet')
  const { card } = source
  const holder = nameWithin(withoutAccents(card.holderName), 30, /[^0-9A-Za-z .'-]/g)
  const unfit = checkSale(order, 16) ?? checkCard(card, holder)
  if (unfit) return unfit
  const softDescriptor = softDescriptorOf(order, settings)
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
