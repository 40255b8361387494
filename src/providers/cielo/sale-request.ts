import assert from 'node:assert/strict'
import { cardBrand } from '../../brazil/card-brand.ts'
import type { CardSale } from '../card.ts'
import { cieloBrands } from './brands.ts'
import { type Rejected, rejected } from './rejections.ts'
import type { CieloSettings } from './settings.ts'

/** The body of `POST /1/sales/`, within Cielo's sizes and alphabets, or what no acquirer would take. */
export function encodeSale(
  order: CardSale,
  settings: Pick<CieloSettings, 'softDescriptor'>,
): { readonly kind: 'encoded'; readonly body: string } | Rejected {
  assert(/^[0-9A-Za-z]{1,20}$/.test(order.attemptRef), 'attemptRef: letters and digits, at most 20')
  assert(Number.isSafeInteger(order.amount), 'amount: whole cents')
  const { card, customer } = order
  const name = nameWithin(customer.name, 255, /[^\p{L}\p{M} .'-]/gu)
  const holder = nameWithin(withoutAccents(card.holderName), 25, /[^0-9A-Za-z .'-]/g)
  const brand = cieloBrands.get(cardBrand(card.number) ?? '')
  if (order.amount <= 0) return rejected('amount-invalid', 'amount')
  if (!Number.isInteger(order.installments) || order.installments < 1)
    return rejected('installments-invalid', 'installments')
  if (!name) return rejected('customer-invalid', 'name')
  if (!holder || digitsOf(card.holderName).includes(card.number)) return rejected('card-invalid', 'holder')
  if (!/^[0-9]{13,19}$/.test(card.number)) return rejected('card-invalid', 'number')
  if (!brand) return rejected('card-invalid', 'brand')
  if (!isExpiry(card)) return rejected('card-invalid', 'expiry')
  if (card.cvv !== undefined && !/^[0-9]{3,4}$/.test(card.cvv)) return rejected('card-invalid', 'cvv')

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
      CreditCard: {
        CardNumber: card.number,
        Holder: holder,
        ExpirationDate: `${String(card.expirationMonth).padStart(2, '0')}/${card.expirationYear}`,
        ...(card.cvv !== undefined && { SecurityCode: card.cvv }),
        SaveCard: false,
        Brand: brand,
      },
    },
  }
  return { kind: 'encoded', body: JSON.stringify(body) }
}

function isExpiry({ expirationMonth: month, expirationYear: year }: CardSale['card']): boolean {
  return Number.isInteger(month) && month >= 1 && month <= 12 && Number.isInteger(year) && year >= 2000 && year <= 9999
}

/** Anything but a CPF or a CNPJ in its bare form is left out: the field is optional. */
function identity(document: string | undefined) {
  if (document && /^[0-9]{11}$/.test(document)) return { Identity: document, IdentityType: 'CPF' }
  if (document && /^[0-9A-Z]{12}[0-9]{2}$/.test(document)) return { Identity: document, IdentityType: 'CNPJ' }
  return {}
}

const email = (address: string | undefined) => (address && address.length <= 255 ? { Email: address } : {})

const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '')

const digitsOf = (text: string): string => text.replace(/[^0-9]/g, '')

/** What is not for a name becomes a space. Empty when no letter is left. */
function nameWithin(text: string, length: number, foreign: RegExp): string {
  const name = text.normalize('NFC').replace(foreign, ' ').replace(/ +/g, ' ').trim()
  return /\p{L}/u.test(name) ? name.slice(0, length).trim() : ''
}

const lettersAndDigits = (text: string, length: number): string =>
  withoutAccents(text)
    .replace(/[^0-9A-Za-z]/g, '')
    .slice(0, length)
