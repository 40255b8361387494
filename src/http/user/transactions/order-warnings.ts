import { readPostalCode } from '../../../brazil/postal-code.ts'
import { formatReais } from '../../../brazil/reais.ts'
import { isState } from '../../../brazil/states.ts'
import { cents } from '../../../primitives/money.ts'
import { addressWarnings } from '../../request/address-warnings.ts'
import { type Fields, nonEmpty, objectOrRaw, upper } from '../../request/normalize.ts'
import type { AddressRules, Warning } from '../../request/warnings.ts'
import { orderMethodOf } from './order-methods.ts'

/**
 * Parts of an order that the interface accepts but a live provider may reject, or that look like
 * mistakes.
 */
export function orderWarnings(sent: unknown, rules: AddressRules): Warning[] {
  const body = objectOrRaw(sent)
  if (!body) return []
  const customer = objectOrRaw(body.customer)
  const shipping = objectOrRaw(body.shipping)
  return [
    ...emailWarnings(customer),
    ...postalWarnings(objectOrRaw(customer?.address), 'customer.address'),
    ...postalWarnings(objectOrRaw(shipping?.address), 'shipping.address'),
    ...(orderMethodOf(upper(body.paymentMethod))?.warnings?.(body) ?? []),
    ...addressWarnings(body, { called: ['postbackUrl'] }, rules),
    ...itemsWarnings(body),
  ]
}

function emailWarnings(customer: Fields | undefined): Warning[] {
  const email = nonEmpty(customer?.email)
  const isForm =
    typeof email !== 'string' || /^[^\s@]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+$/.test(email.trim())
  return isForm ? [] : [{ code: 'email-invalid', field: 'customer.email' }]
}

/** Outside Brazil postal codes and states have other forms. */
function postalWarnings(address: Fields | undefined, at: string): Warning[] {
  const country = upper(address?.country)
  if (!address || (country !== undefined && country !== 'BR')) return []
  const { zipCode, state } = address
  const isBadCode =
    typeof zipCode === 'string' && zipCode !== '' && readPostalCode(zipCode) === undefined
  const isBadState = typeof state === 'string' && state !== '' && !isState(state)
  return [
    ...(isBadCode ? [{ code: 'zip-code-invalid', field: `${at}.zipCode` } as const] : []),
    ...(isBadState ? [{ code: 'state-invalid', field: `${at}.state` } as const] : []),
  ]
}

/**
 * Only where every item has a price and a quantity: discounts and fees are often left out of the
 * items.
 */
function itemsWarnings({ items, amount, shipping }: Fields): Warning[] {
  if (!Array.isArray(items) || items.length === 0 || !isCents(amount)) return []
  const fee = nonEmpty(objectOrRaw(shipping)?.fee) ?? 0
  let sum = isCents(fee) ? fee : Number.NaN
  for (const item of items) {
    const { unitPrice, quantity } = objectOrRaw(item) ?? {}
    sum += isCents(unitPrice) && isCents(quantity) ? unitPrice * quantity : Number.NaN
  }
  const isOther = Number.isSafeInteger(sum) && sum !== amount && sum - Number(fee) !== amount
  return isOther
    ? [{ code: 'items-total-differs', field: 'items', meant: formatReais(cents(sum)) }]
    : []
}

const isCents = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0
