import { type Rejected, rejected } from '../acquirer/request-rejected.ts'
import { digitsOf, nameWithin } from '../acquirer/text-fields.ts'
import type { CardAddress, CardCustomer } from '../ports/card.ts'
import type { PagarmeSettings } from './settings.ts'

/** The customer of an order, in the form that Pagar.me publishes. */
export interface EncodedCustomer {
  readonly name: string
  readonly email?: string
  readonly document?: string
  readonly phones?: object
  readonly address?: object
}

/** The compulsory fields of a contract, by their names in the request of the merchant. */
export const compulsory = {
  gateway: [],
  psp: ['email', 'document', 'phone', 'address'],
} as const satisfies Record<
  NonNullable<PagarmeSettings['contract']>,
  readonly (keyof CardCustomer)[]
>

/**
 * Encodes a customer. A field that Pagar.me would refuse is left out, unless the contract requires
 * it: then the sale is rejected (docs/design/providers/pagarme.md#contracts).
 */
export function encodeCustomer(
  customer: CardCustomer,
  contract: keyof typeof compulsory,
): { readonly kind: 'customer'; readonly fields: EncodedCustomer } | Rejected {
  const name = nameWithin(customer.name, 64, /[^\p{L}\p{M} .'-]/gu)
  if (!name) return rejected('customer-invalid', 'name')
  const { email, phone, address } = customer
  const parts = {
    email: email && email.length <= 64 ? { email } : undefined,
    document: documentOf(customer.document ?? ''),
    phone: phonesOf(phone ?? ''),
    address: address && { address: addressOf(address) },
  }
  const missing = compulsory[contract].find((field) => parts[field] === undefined)
  if (missing)
    return {
      ...rejected('customer-invalid', `customer.${missing}`),
      message: `A adquirente exige ${required[missing]} do cliente. Envie customer.${missing}.`,
    }
  return {
    kind: 'customer',
    fields: { name, ...parts.email, ...parts.document, ...parts.phone, ...parts.address },
  }
}

const required = {
  email: 'e-mail de até 64 caracteres',
  document: 'CPF ou CNPJ',
  phone: 'telefone com DDD',
  address: 'endereço com rua, cidade, estado e CEP',
} as const

/** Any document but a CPF or a CNPJ in its bare form is left out. */
function documentOf(document: string) {
  if (/^[0-9]{11}$/.test(document)) return { type: 'individual', document, document_type: 'CPF' }
  if (/^[0-9A-Z]{12}[0-9]{2}$/.test(document))
    return { type: 'company', document, document_type: 'CNPJ' }
  return undefined
}

/** A Brazilian number: area code and eight or nine digits, with or without 55 before them. */
function phonesOf(phone: string) {
  const [, area, number] = /^(?:55)?([1-9]{2})([0-9]{8,9})$/.exec(digitsOf(phone)) ?? []
  return number === undefined
    ? undefined
    : { phones: { mobile_phone: { country_code: '55', area_code: area, number } } }
}

/** Line 1 is number, street and district, in this order. Orders are Brazilian. */
const addressOf = (address: CardAddress) => ({
  line_1: [address.streetNumber, address.street, address.neighborhood].filter(Boolean).join(', '),
  ...(address.complement && { line_2: address.complement }),
  zip_code: digitsOf(address.zipCode),
  city: address.city,
  state: address.state.toUpperCase(),
  country: 'BR',
})
