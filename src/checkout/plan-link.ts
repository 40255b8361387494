import { maxAmountCents } from '../../contract/fields.ts'
import type {
  ChangePaymentLinkRequest,
  CreatePaymentLinkRequest,
  PaymentLinkStatus,
} from '../../contract/payment-link.ts'
import type { Account } from '../accounts/account.ts'
import { notBefore } from '../primitives/clock.ts'
import { defined } from '../primitives/defined.ts'
import { cents } from '../primitives/money.ts'
import { Rejection } from '../primitives/rejection.ts'
import { itemsOf } from '../transactions/order-facts.ts'
import { checkAmount } from '../transactions/plan-transaction.ts'
import { amountsOf, type LinkOffer, type PaymentLink } from './payment-link.ts'

/** The new id, address and instant of a link, created before the rules run. */
export interface NewLinkIdentity {
  readonly id: string
  readonly slug: string
  readonly at: Date
}

/** A link as its merchant asked for it. Throws a Rejection. Pure. */
export function planLink(
  account: Account,
  request: CreatePaymentLinkRequest,
  { id, slug, at }: NewLinkIdentity,
): PaymentLink {
  const offer = offerOf(request, at)
  checkPrice(account, offer)
  return {
    ...offer,
    id,
    accountId: account.id,
    version: 1,
    slug,
    status: 'ACTIVE',
    createdAt: at,
    updatedAt: at,
  }
}

/**
 * The next version of a link. A field that is absent stays, and null removes it. One of `amount`
 * and `openAmount` replaces the other. Throws a Rejection. Pure.
 */
export function planLinkChange(
  account: Account,
  { link, paid }: { readonly link: PaymentLink; readonly paid: number },
  change: ChangePaymentLinkRequest,
  now: Date,
): PaymentLink {
  const { status = link.status, ...changed } = change
  const { expiresAt: unchanged, ...before } = requestOf(link)
  const replaced = {
    ...(changed.amount != null && { openAmount: null }),
    ...(changed.openAmount != null && { amount: null, quantity: null }),
  }
  const request = withoutNulls({ ...before, ...replaced, ...changed })
  // An end that has passed may stay.
  const offer = offerOf(request as CreatePaymentLinkRequest, now)
  // The limits of the account may be others by now, and must not prevent that a link is closed.
  if (changed.amount ?? changed.openAmount ?? changed.quantity) checkPrice(account, offer)
  const expiresAt = changed.expiresAt === undefined ? unchanged : offer.expiresAt
  const isComplete = offer.maxUses !== undefined && paid >= offer.maxUses
  return {
    ...offer,
    ...defined({ expiresAt }),
    id: link.id,
    accountId: link.accountId,
    version: link.version + 1,
    slug: link.slug,
    status: status satisfies PaymentLinkStatus,
    createdAt: link.createdAt,
    updatedAt: notBefore(link.updatedAt, now),
    ...(isComplete && link.completedAt && { completedAt: link.completedAt }),
  }
}

/** The offer of a request that fits its schema. */
function offerOf(request: CreatePaymentLinkRequest, now: Date): LinkOffer {
  const issues = issuesOf(request, now)
  if (issues.length > 0) throw new Rejection('validation-failed', { issues })
  const { title, items, expiresAt } = request
  return {
    title: title.trim(),
    price: priceOf(request),
    items: itemsOf(items),
    ...defined({
      description: request.description,
      paymentMethods: request.paymentMethods && [...new Set(request.paymentMethods)],
      maxInstallments: request.maxInstallments,
      expiresAt: expiresAt === undefined ? undefined : new Date(expiresAt),
      maxUses: request.maxUses,
      redirectUrl: request.redirectUrl,
      postbackUrl: request.postbackUrl,
      metadata: request.metadata,
    }),
  }
}

/** Throws `amount-below-minimum`, `amount-above-maximum`. */
function checkPrice(account: Account, { price }: LinkOffer): void {
  const { min, max } = amountsOf(price)
  checkAmount(account, min)
  checkAmount(account, max)
}

function priceOf({ amount, openAmount, quantity }: CreatePaymentLinkRequest): LinkOffer['price'] {
  if (openAmount) {
    return { kind: 'open', min: cents(openAmount.min), max: cents(openAmount.max) }
  }
  return { kind: 'fixed', amount: cents(amount ?? 0), ...defined({ quantity }) }
}

interface Issue {
  readonly field: string
  readonly problem: string
}

function issuesOf(request: CreatePaymentLinkRequest, now: Date): Issue[] {
  const { amount, openAmount, quantity, items = [], expiresAt, metadata } = request
  const found: (Issue | false)[] = [
    amount === undefined && !openAmount && { field: 'amount', problem: 'required' },
    amount !== undefined && !!openAmount && { field: 'openAmount', problem: 'not-with amount' },
    !!openAmount && !!quantity && { field: 'quantity', problem: 'not-with openAmount' },
    !!openAmount && isBelow('openAmount', openAmount),
    !!quantity && isBelow('quantity', quantity),
    !!quantity && items.length > 1 && { field: 'items', problem: 'too-many 1' },
    !!quantity &&
      (amount ?? 0) * quantity.max > maxAmountCents && {
        field: 'quantity.max',
        problem: `too-large ${Math.floor(maxAmountCents / (amount ?? 1))}`,
      },
    expiresAt !== undefined && endIssue(expiresAt, now),
    sizeOf(items) + sizeOf(metadata) > maxFactsBytes && {
      field: sizeOf(items) > sizeOf(metadata) ? 'items' : 'metadata',
      problem: `too-big ${maxFactsBytes}`,
    },
  ]
  return found.filter((each) => each !== false)
}

/** Each payment of the link carries them, and what its payer enters (docs/design/rules.md#w1). */
export const maxFactsBytes = 8 * 1_024

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value ?? null))

const isBelow = (
  field: string,
  { min, max }: { readonly min: number; readonly max: number },
): Issue | false => max < min && { field: `${field}.max`, problem: `too-small ${min}` }

function endIssue(text: string, now: Date): Issue | false {
  const instant = new Date(text)
  if (Number.isNaN(instant.getTime())) return { field: 'expiresAt', problem: 'format' }
  return instant <= now && { field: 'expiresAt', problem: 'past' }
}

/** A link as a request, for the fields that a change leaves as they are. */
function requestOf(link: PaymentLink) {
  const { price, title, items, description, paymentMethods, maxInstallments, maxUses } = link
  const { redirectUrl, postbackUrl, metadata, expiresAt } = link
  return {
    title,
    items: items.map(withoutNulls),
    ...defined({ description, paymentMethods, maxInstallments, maxUses, expiresAt }),
    ...defined({ redirectUrl, postbackUrl, metadata }),
    ...(price.kind === 'open'
      ? { openAmount: { min: price.min, max: price.max } }
      : { amount: price.amount, ...defined({ quantity: price.quantity }) }),
  }
}

const withoutNulls = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
