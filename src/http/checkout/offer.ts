import { methodOrder } from '../../../checkout/form/form-view.ts'
import type { PaymentMethod } from '../../../contract/fields.ts'
import type { Account } from '../../accounts/account.ts'
import type { CheckoutSession } from '../../checkout/checkout-session.ts'
import type { Cents } from '../../primitives/money.ts'
import { Rejection } from '../../primitives/rejection.ts'
import type { ProviderRegistry } from '../../providers/registry.ts'
import { methods } from '../../transactions/methods/methods.ts'
import { checkPlan, priceFor } from '../../transactions/plan-transaction.ts'
import type { OrderFacts } from '../../transactions/transaction.ts'

/** What a link or a session allows. */
export type Allowed = Pick<CheckoutSession, 'paymentMethods' | 'maxInstallments'>

/**
 * The methods of a form: those that are allowed, and that the account sells at this amount to this
 * payer. `payer`: what is known of them without the form.
 */
export const offeredMethods = (
  providers: ProviderRegistry,
  account: Account,
  {
    allowed: { paymentMethods },
    amount,
    payer,
  }: {
    readonly allowed: Allowed
    readonly amount: Cents
    readonly payer: OrderFacts['customer']
  },
): PaymentMethod[] =>
  methodOrder.filter(
    (method) =>
      (paymentMethods?.includes(method) ?? true) &&
      isSold(account, method, { amount, parts: 1 }) &&
      // A provider that another process has just removed rejects the payment itself.
      !unlessRejected(() => methods[method].lacksPayerFacts?.(providers, account, payer) ?? false),
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

/** Whether one of these methods needs the address of its payer. */
export const needsAddress = (
  providers: ProviderRegistry,
  account: Account,
  offered: readonly PaymentMethod[],
): boolean =>
  offered.some((method) =>
    // A provider that another process has just removed rejects the payment itself.
    unlessRejected(() => methods[method].needsPayerAddress?.(providers, account) ?? false),
  )

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

const isAllowed = (check: () => unknown): boolean =>
  unlessRejected(() => {
    check()
    return true
  })

/** False where `act` throws a Rejection. */
function unlessRejected(act: () => boolean): boolean {
  try {
    return act()
  } catch (cause) {
    if (cause instanceof Rejection) return false
    throw cause
  }
}
