import { fieldsOf, isText } from '../kit/fields.ts'
import type { Refusal } from './order-store.ts'

/** The contract of an account decides what an order must have. */
export type Contract = 'gateway' | 'psp'

/**
 * Why an account with the contract PSP refuses the payment of a readable order: the first missing
 * part of its customer or of its billing address (docs/design/providers/pagarme.md#contracts).
 */
export function refusalOf(contract: Contract, body: unknown): Refusal | null {
  if (contract === 'gateway') return null
  const { customer, payments } = fieldsOf(body)
  const { email, document, type, address, phones } = fieldsOf(customer)
  if (!Object.values(fieldsOf(phones)).some(isPhone))
    return { code: '412', message: 'At least one customer phone is required.' }
  const [payment] = Array.isArray(payments) ? payments : []
  const { card } = fieldsOf(fieldsOf(payment).credit_card)
  if (!isAddress(fieldsOf(card).billing_address)) return missing('billing')
  if (!isText(email, 64)) return missing('email')
  if (!isText(document, 50) || type === undefined) return missing('document')
  return isAddress(address) ? null : missing('address')
}

/** The issuer's refusal that a security code starting with 6 gets from an account with PSP. */
export const cvvDecline = (contract: Contract, cvv: unknown): string | undefined =>
  contract === 'psp' && String(cvv).startsWith('6') ? '05' : undefined

const missing = (part: string): Refusal => ({
  code: '400',
  message: `validation_error | ${part} | "value" is required`,
})

function isPhone(phone: unknown): boolean {
  const { country_code: country, area_code: area, number } = fieldsOf(phone)
  return country === '55' && isText(area, 2) && /^[0-9]{8,9}$/.test(String(number))
}

function isAddress(address: unknown): boolean {
  const { line_1: line, zip_code: zip, city, state, country } = fieldsOf(address)
  const isZip = typeof zip === 'string' && /^[0-9]{8}$/.test(zip)
  return isText(line, 256) && isZip && isText(city, 64) && isText(state, 2) && country === 'BR'
}
