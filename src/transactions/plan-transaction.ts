import { type Account, feeOf, type Price } from '../accounts/account.ts'
import { railOf } from '../accounts/account-rules.ts'
import { minInstallment } from '../brazil/installments.ts'
import { type Cents, cents } from '../primitives/money.ts'
import { Rejection } from '../primitives/rejection.ts'
import { methods } from './methods/methods.ts'
import type { Order } from './order.ts'
import type { PaymentMethod, Transaction } from './transaction.ts'

/** The new ids and the instant of a transaction, created before the rules run. */
export interface NewTransactionIdentity {
  readonly id: string
  readonly secureId: string
  readonly at: Date
}

/**
 * Checks an order against the account's rules and drafts its transaction, or throws a Rejection.
 * Pure.
 */
export function planTransaction(
  account: Account,
  order: Order,
  { id, secureId, at }: NewTransactionIdentity,
): Transaction {
  const { method } = order.payment
  const rules = methods[method]
  const installments = 'installments' in order.payment ? order.payment.installments : 1
  const providerId = checkPlan(account, { amount: order.amount, method, installments })
  rules.checkOrder?.(order, at)
  const price = priceFor(account, method, installments)
  const expiresAt = rules.expiresAt(account, order, at)
  return {
    id,
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
    secureId,
    providerId,
    ...(order.checkout && { checkout: order.checkout }),
    createdAt: at,
    updatedAt: at,
    ...(expiresAt && { expiresAt }),
  }
}

/** Returns the provider of such a sale. Throws a Rejection if the account may not sell it. */
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
  if (methods[method].hasInstallments) checkInstallments(account, amount, installments)
  return providerId
}

function providerFor(account: Account, method: PaymentMethod): string {
  if (!account.settings.methods[method])
    throw new Rejection('method-not-enabled', { field: 'paymentMethod', params: { method } })
  const providerId = account.providers[railOf[method]]
  if (!providerId)
    throw new Rejection('provider-not-configured', { field: 'paymentMethod', params: { method } })
  return providerId
}

/** Throws `amount-below-minimum`, `amount-above-maximum`. */
export function checkAmount({ settings }: Account, amount: Cents): void {
  const { minAmount, maxAmount } = settings.limits
  if (amount < minAmount)
    throw new Rejection('amount-below-minimum', { field: 'amount', params: { min: minAmount } })
  if (amount > maxAmount)
    throw new Rejection('amount-above-maximum', { field: 'amount', params: { max: maxAmount } })
}

function checkInstallments({ settings }: Account, amount: number, installments: number): void {
  const max = settings.limits.maxInstallments
  if (installments > max)
    throw new Rejection('installments-above-maximum', { field: 'installments', params: { max } })
  // A payment in one installment may be smaller.
  if (installments > 1 && Math.floor(amount / installments) < minInstallment) {
    throw new Rejection('installment-below-minimum', {
      field: 'installments',
      params: { min: minInstallment },
    })
  }
}

/** The price of a plan. Throws `price-not-set`, `installments-above-maximum`. */
export function priceFor(
  { settings: { prices } }: Account,
  method: PaymentMethod,
  installments: number,
): Price {
  const price = methods[method].price(prices, installments)
  if (!price)
    throw new Rejection('price-not-set', {
      field: 'paymentMethod',
      params: { price: `prices.${method}` },
    })
  return price
}
