import { checkSale, softDescriptorOf } from '../acquirer/card-fields.ts'
import { type Rejected, rejected } from '../acquirer/request-rejected.ts'
import { nameWithin } from '../acquirer/text-fields.ts'
import type { CardSale } from '../ports/card.ts'
import { encodeSource } from './sale-source.ts'
import type { CieloSettings } from './settings.ts'

/**
 * The body of `POST /1/sales/`, within Cielo's sizes and alphabets, or a rejection of data that no
 * acquirer accepts.
 */
export function encodeSale(
  order: CardSale,
  settings: Pick<CieloSettings, 'softDescriptor'>,
): { readonly kind: 'encoded'; readonly body: string } | Rejected {
  const { customer } = order
  const name = nameWithin(customer.name, 255, /[^\p{L}\p{M} .'-]/gu)
  const unfit = checkSale(order, 20)
  if (unfit) return unfit
  if (!name) return rejected('customer-invalid', 'name')
  const charged = encodeSource(order)
  if (charged.kind === 'rejected') return charged

  const softDescriptor = softDescriptorOf(order, settings)
  const body = {
    MerchantOrderId: order.attemptRef,
    Customer: { Name: name, ...identity(customer.document), ...email(customer.email) },
    Payment: {
      Type: 'CreditCard',
      Amount: order.amount,
      Currency: 'BRL',
      Country: 'BRA',
      Installments: order.installments,
      Interest: 'ByMerchant',
      Capture: order.capture,
      Authenticate: false,
      ...(softDescriptor && { SoftDescriptor: softDescriptor }),
      ...charged.nodes,
    },
  }
  return { kind: 'encoded', body: JSON.stringify(body) }
}

/** Any document but a CPF or a CNPJ in its bare form is left out: the field is optional. */
function identity(document: string | undefined) {
  if (document && /^[0-9]{11}$/.test(document)) return { Identity: document, IdentityType: 'CPF' }
  if (document && /^[0-9A-Z]{12}[0-9]{2}$/.test(document))
    return { Identity: document, IdentityType: 'CNPJ' }
  return {}
}

const email = (address: string | undefined) =>
  address && address.length <= 255 ? { Email: address } : {}
