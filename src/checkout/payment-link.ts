import type { PaymentMethod } from '../../contract/fields.ts'
import type { PaymentLinkStatus, UnusableReason } from '../../contract/payment-link.ts'
import { type Cents, cents } from '../primitives/money.ts'
import type { LinkUses } from '../transactions/link-use.ts'
import type { OrderFacts } from '../transactions/transaction.ts'

/** An offer that many payers can use (docs/design/checkout.md). */
export interface PaymentLink extends LinkOffer {
  readonly id: string
  readonly accountId: string
  /** Increased by one at each change. Starts at 1. */
  readonly version: number
  /** Its name in the address of the page, which cannot be guessed. */
  readonly slug: string
  readonly status: PaymentLinkStatus
  readonly createdAt: Date
  readonly updatedAt: Date
  /** When its last use was paid. */
  readonly completedAt?: Date
}

/** What a merchant chooses of a link. */
export interface LinkOffer {
  readonly title: string
  readonly description?: string
  readonly price: LinkPrice
  readonly items: OrderFacts['items']
  /** Absent: every method that the account offers. */
  readonly paymentMethods?: readonly PaymentMethod[]
  /** Absent: the maximum of the account. */
  readonly maxInstallments?: number
  readonly expiresAt?: Date
  /** Absent: no limit. */
  readonly maxUses?: number
  readonly redirectUrl?: string
  readonly postbackUrl?: string
  readonly metadata?: unknown
}

/** A fixed price, of which the payer may choose a number, or an amount that the payer chooses. */
export type LinkPrice =
  | { readonly kind: 'fixed'; readonly amount: Cents; readonly quantity?: Range }
  | ({ readonly kind: 'open' } & Range<Cents>)

interface Range<Value extends number = number> {
  readonly min: Value
  readonly max: Value
}

/** Whether a link can be paid, and the first reason why not. */
export type LinkUsability =
  | { readonly isUsable: true }
  | { readonly isUsable: false; readonly reason: UnusableReason }

/** The rule of it. The commit of an attempt checks the status and the uses once more. */
export function linkUsability(
  { status, expiresAt, maxUses }: Pick<PaymentLink, 'status' | 'expiresAt' | 'maxUses'>,
  { taken }: Pick<LinkUses, 'taken'>,
  now: Date,
): LinkUsability {
  if (status === 'INACTIVE') return { isUsable: false, reason: 'inactive' }
  if (expiresAt && now >= expiresAt) return { isUsable: false, reason: 'expired' }
  if (maxUses !== undefined && taken >= maxUses) return { isUsable: false, reason: 'used-up' }
  return { isUsable: true }
}

/** The least and the most that one use of a link can cost. */
export function amountsOf(price: LinkPrice): Range<Cents> {
  if (price.kind === 'open') return { min: price.min, max: price.max }
  const { amount, quantity = { min: 1, max: 1 } } = price
  return { min: cents(amount * quantity.min), max: cents(amount * quantity.max) }
}

/** What a payer chooses of a link. Only what its price leaves open counts. */
export interface LinkChoice {
  /** Cents. */
  readonly amount?: number
  readonly quantity?: number
}

/** What one use of a link costs and consists of. */
export interface LinkUse {
  readonly amount: Cents
  readonly items: OrderFacts['items']
}

/** The use that a payer chose. Returns the field of a choice that the link does not allow. */
export function useOf(
  { price, items, title }: Pick<PaymentLink, 'price' | 'items' | 'title'>,
  { amount, quantity }: LinkChoice,
): LinkUse | { readonly wrong: 'amount' | 'quantity' } {
  if (price.kind === 'open')
    return isWithin(price, amount) ? { amount: cents(amount), items } : { wrong: 'amount' }
  if (!price.quantity) return { amount: price.amount, items }
  const number = quantity ?? price.quantity.min
  if (!isWithin(price.quantity, number)) return { wrong: 'quantity' }
  const item = items[0] ?? { title, tangible: null, externalRef: null }
  return {
    amount: cents(price.amount * number),
    items: [{ ...item, unitPrice: price.amount, quantity: number }],
  }
}

const isWithin = ({ min, max }: Range, value: number | undefined): value is number =>
  value !== undefined && Number.isSafeInteger(value) && value >= min && value <= max
