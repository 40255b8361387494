import { type Account, feeOf, type Price } from '../accounts/account.ts'
import { nextBusinessDay } from '../brazil/bank-calendar.ts'
import { readDocument } from '../brazil/document.ts'
import { minInstallment } from '../brazil/installments.ts'
import { endOfLocalDay, localDate } from '../brazil/local-time.ts'
import { isState } from '../brazil/states.ts'
import { type Cents, cents } from '../primitives/money.ts'
import { Rejection } from '../primitives/rejection.ts'
import type { Order } from './order.ts'
import type { Address, PaymentMethod, Transaction } from './transaction.ts'

/** What a rule needs from the world, decided before it runs. */
export interface NewTransactionIdentity {
  readonly id: string
  readonly secureId: string
  readonly at: Date
}

/** Checks an order against the account's rules and drafts its transaction, or throws a Rejection. Pure. */
export function planTransaction(account: Account, order: Order, birth: NewTransactionIdentity): Transaction {
  const { method } = order.payment
  const installments = order.payment.method === 'CREDIT_CARD' ? order.payment.installments : 1
  const providerId = checkPlan(account, { amount: order.amount, method, installments })
  if (method === 'BOLETO') checkBoletoPayer(order)
  const price = priceFor(account, method, installments)
  const expiresAt = expiry(account, order, birth.at)
  return {
    id: birth.id,
    accountId: account.id,
    version: 1,
    status: 'WAITING_PAYMENT',
    method,
    amount: order.amount,
    refundedAmount: cents(0),
    installments,
    price,
    fee: feeOf(price, order.amount),
    terms: {
      settlementDays: account.settings.settlementDays[method],
      merchantDocument: account.document,
      refundedFees: account.settings.refundedFees ?? 'keep',
    },
    order: order.facts,
    secureId: birth.secureId,
    providerId,
    createdAt: birth.at,
    updatedAt: birth.at,
    ...(expiresAt && { expiresAt }),
  }
}

/** Whether the account may sell so, and through which provider, or a Rejection. */
export function checkPlan(
  account: Account,
  {
    amount,
    method,
    installments,
  }: { readonly amount: Cents; readonly method: PaymentMethod; readonly installments: number },
): string {
  const providerId = providerFor(account, method)
  checkAmount(account, amount)
  if (method === 'CREDIT_CARD') checkInstallments(account, amount, installments)
  return providerId
}

/** The due date of a boleto requested now: a business day (docs/design/brazil.md#bank-calendar). */
export function boletoDueDate(at: Date, expiresInDays: number | undefined): Temporal.PlainDate {
  const days = expiresInDays ?? defaultBoletoDays
  if (days > maxBoletoDays)
    throw new Rejection('due-date-invalid', { field: 'boleto.expiresInDays', params: { max: maxBoletoDays } })
  return nextBusinessDay(localDate(at).add({ days }))
}

export const defaultPixSeconds = 86_400 // API Pix: calendario.expiracao
const maxPixSeconds = 365 * 86_400
const defaultBoletoDays = 3
const maxBoletoDays = 365

function providerFor(account: Account, method: PaymentMethod): string {
  if (!account.settings.methods[method])
    throw new Rejection('method-not-enabled', { field: 'paymentMethod', params: { method } })
  const providerId = {
    PIX: account.providers.pix,
    BOLETO: account.providers.boleto,
    CREDIT_CARD: account.providers.card,
  }[method]
  if (!providerId) throw new Rejection('provider-not-configured', { field: 'paymentMethod', params: { method } })
  return providerId
}

function checkAmount({ settings }: Account, amount: Cents): void {
  const { minAmount, maxAmount } = settings.limits
  if (amount < minAmount) throw new Rejection('amount-below-minimum', { field: 'amount', params: { min: minAmount } })
  if (amount > maxAmount) throw new Rejection('amount-above-maximum', { field: 'amount', params: { max: maxAmount } })
}

function checkInstallments({ settings }: Account, amount: number, installments: number): void {
  const max = settings.limits.maxInstallments
  if (installments > max) throw new Rejection('installments-above-maximum', { field: 'installments', params: { max } })
  // A single payment has no installment to be too small.
  if (installments > 1 && Math.floor(amount / installments) < minInstallment) {
    throw new Rejection('installment-below-minimum', { field: 'installments', params: { min: minInstallment } })
  }
}

/** A boleto is registered with a valid CPF or CNPJ and a name. */
function checkBoletoPayer({ facts: { customer } }: Order): void {
  if (!customer?.document) throw new Rejection('document-required', { field: 'customer.document' })
  if (!readDocument(customer.document.number).ok)
    throw new Rejection('document-invalid', { field: 'customer.document.number' })
  if (!customer.name) throw new Rejection('customer-invalid', { field: 'customer.name' })
  const field = wrongAddressField(customer.address)
  if (field) throw new Rejection('customer-invalid', { field: `customer.address.${field}` })
}

/** An address goes to the bank when it has these four parts, and the bank then refuses the boleto if one is wrong. */
function wrongAddressField(address: Address | null): keyof Address | undefined {
  if (!address?.street || !address.city || !address.state || !address.zipCode) return undefined
  if (!isState(address.state)) return 'state'
  // A CEP of São Paulo that was kept as a number has lost its first zero.
  if (!/^\d{7,8}$/.test(address.zipCode.replace(/\D/g, ''))) return 'zipCode'
  return address.neighborhood ? undefined : 'neighborhood'
}

/** What a plan is charged. Throws `price-not-set`, `installments-above-maximum`. */
export function priceFor({ settings: { prices } }: Account, method: PaymentMethod, installments: number): Price {
  const given = method === 'CREDIT_CARD' ? prices.CREDIT_CARD[0] : prices[method]
  if (!given) throw new Rejection('price-not-set', { field: 'paymentMethod', params: { price: `prices.${method}` } })
  if (method !== 'CREDIT_CARD') return given
  const range = prices.CREDIT_CARD.find(({ upTo }) => installments <= upTo)
  if (!range)
    throw new Rejection('installments-above-maximum', {
      field: 'installments',
      params: { max: prices.CREDIT_CARD.at(-1)?.upTo ?? 1 },
    })
  return { fixed: range.fixed, basisPoints: range.basisPoints }
}

function expiry(account: Account, { payment }: Order, at: Date): Date | undefined {
  if (payment.method === 'PIX') {
    return new Date(at.getTime() + Math.min(payment.expiresInSeconds ?? defaultPixSeconds, maxPixSeconds) * 1_000)
  }
  if (payment.method !== 'BOLETO') return undefined
  const due = boletoDueDate(at, payment.expiresInDays)
  return endOfLocalDay(nextBusinessDay(due.add({ days: account.settings.boletoPayableDaysAfterDue })))
}
