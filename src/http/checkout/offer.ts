import { methodOrder } from '../../../checkout/form/form-view.ts'
import type { PaymentMethod } from '../../../contract/fields.ts'
import type { Account } from '../../accounts/account.ts'
import type { CheckoutSession } from '../../checkout/checkout-session.ts'
import type { Cents } from '../../primitives/money.ts'
import { Rejection } from '../../primitives/rejection.ts'
import { methods } from '../../transactions/methods/methods.ts'
import { checkPlan, priceFor } from '../../transactions/plan-transaction.ts'

/** What a link or a session allows. */
export type Allowed = Pick<CheckoutSession, 'paymentMethods' | 'maxInstallments'>

/** The methods of a form: those that are allowed, and that the account sells at this amount. */
export const offeredMethods = (
  account: Account,
  { paymentMethods }: Allowed,
  amount: Cents,
): PaymentMethod[] =>
  methodOrder.filter(
    (method) =>
      (paymentMethods?.includes(method) ?? true) && isSold(account, method, { amount, parts: 1 }),
  )

/** The most installments with a price, of those that are allowed. One is always possible. */
export function mostInstallments(account: Account, { maxInstallments }: Allowed): number {
  const { limits } = account.settings
  const most = Math.min(limits.maxInstallments, maxInstallments ?? limits.maxInstallments)
  const withInstallments = methodOrder.filter((method) => methods[method].hasInstallments)
  for (let parts = most; parts > 1; parts--)
    if (withInstallments.some((method) => hasPrice(account, method, parts))) return parts
  return 1
}

function isSold(
  account: Account,
  method: PaymentMethod,
  { amount, parts }: { readonly amount: Cents; readonly parts: number },
): boolean {
  return (
    isAllowed(() => checkPlan(account, { amount, method, installments: parts })) &&
    hasPrice(account, method, parts)
  )
}

const hasPrice = (account: Account, method: PaymentMethod, parts: number): boolean =>
  isAllowed(() => priceFor(account, method, parts))

function isAllowed(check: () => unknown): boolean {
  try {
    check()
    return true
  } catch (cause) {
    if (cause instanceof Rejection) return false
    throw cause
  }
}
