import type { Account, Price } from '../accounts/account.ts'
import type { App } from '../app.ts'
import { type Cents, cents } from '../primitives/money.ts'
import { cashoutUsed } from './cashout-usage-store.ts'
import { limitPeriod } from './limit-period.ts'
import { cashoutPrice, checkOperation, checkPeriod, feeOn, mayCashOut } from './plan-cashout.ts'

/** What a cashout would cost now. Cents. */
export interface CashoutQuote {
  readonly price: Price
  readonly fee: Cents
  /** What would leave the balance. */
  readonly total: Cents
}

/**
 * The price a cashout asked for now would get, or the Rejection it would: `cashout-disabled`, `provider-not-configured`,
 * `cashout-limit-exceeded`, `price-not-set`. Whether the balance covers it is not asked.
 */
export async function quoteCashout(
  app: Pick<App, 'sql' | 'clock'>,
  account: Account,
  amount: Cents,
): Promise<CashoutQuote> {
  const { settings } = mayCashOut(account)
  checkOperation(settings, amount)
  const period = limitPeriod(app.clock.now())
  checkPeriod(settings, { amount, period, used: await cashoutUsed(app.sql, account.id, period) })
  const price = cashoutPrice(account)
  const fee = feeOn(price, amount)
  return { price, fee, total: cents(amount + fee) }
}
