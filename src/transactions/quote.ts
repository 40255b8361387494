import { type Account, feeOf, type Price } from '../accounts/account.ts'
import { splitInstallments } from '../brazil/installments.ts'
import type { Cents } from '../primitives/money.ts'
import { planReceivables, type ReceivablePart } from '../settlement/receivable.ts'
import { methods } from './methods/methods.ts'
import { checkPlan, priceFor } from './plan-transaction.ts'
import type { PaymentMethod } from './transaction.ts'

/** The fee and the receivables that a sale would have. */
export interface Quote {
  readonly amount: Cents
  readonly method: PaymentMethod
  readonly price: Price
  readonly fee: Cents
  /** The amount of each installment of the payer. */
  readonly installmentAmounts: readonly Cents[]
  readonly receivables: readonly ReceivablePart[]
}

/**
 * Returns the prices and dates of a sale paid at `at`. Throws the Rejection that its order would
 * get. Pure.
 */
export function quoteSale(
  account: Account,
  {
    amount,
    method,
    installments,
  }: { readonly amount: Cents; readonly method: PaymentMethod; readonly installments: number },
  at: Date,
): Quote {
  const { hasInstallments } = methods[method]
  const parts = hasInstallments ? installments : 1
  checkPlan(account, { amount, method, installments: parts })
  const price = priceFor(account, method, parts)
  const fee = feeOf(price, amount)
  const days = account.settings.settlementDays[method]
  return {
    amount,
    method,
    price,
    fee,
    installmentAmounts: splitInstallments(amount, parts),
    receivables: planReceivables({
      hasInstallments,
      amount,
      fee,
      installments: parts,
      days,
      paidAt: at,
    }),
  }
}
