import assert from 'node:assert/strict'
import { type Rejected, rejected } from '../acquirer/request-rejected.ts'
import { lettersAndDigits, nameWithin } from '../acquirer/text-fields.ts'
import type { CardSale } from '../ports/card.ts'
import { encodeCharged } from './charged.ts'
import type { CieloSettings } from './settings.ts'

/** The body of `POST /1/sales/`, within Cielo's sizes and alphabets, or what no acquirer would take. */
export function encodeSale(
  order: CardSale,
  settings: Pick<CieloSettings, 'softDescriptor'>,
): { readonly kind: 'encoded'; readonly body: string } | Rejected {
  assert(/^[0-9A-Za-z]{1,20}$/.test(order.attemptRef), 'attemptRef: letters and digits, at most 20')
  assert(Number.isSafeInteger(order.amount), 'amount: whole cents')
  const { customer } = order
  const name = nameWithin(customer.name, 255, /[^\p{L}\p{M} .'-]/gu)
  if (order.amount <= 0) return rejected('amount-invalid', 'amount')
  if (!Number.isInteger(order.installments) || order.installments < 1)
    return rejected('installments-invalid', 'installments')
  if (!name) return rejected('customer-invalid', 'name')
  const charged = encodeCharged(order)
  if (charged.kind === 'rejected') return charged

  const softDescriptor = lettersAndDigits(order.softDescriptor ?? '', 13) || settings.softDescriptor
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

/** Anything but a CPF or a CNPJ in its bare form is left out: the field is optional. */
function identity(document: string | undefined) {
  if (document && /^[0-9]{11}$/.test(document)) return { Identity: document, IdentityType: 'CPF' }
  if (document && /^[0-9A-Z]{12}[0-9]{2}$/.test(document)) return { Identity: document, IdentityType: 'CNPJ' }
  return {}
}

const email = (address: string | undefined) => (address && address.length <= 255 ? { Email: address } : {})
