import type { Account, Price } from '../accounts/account.ts'
import type { App } from '../app.ts'
import { type Cents, cents } from '../primitives/money.ts'
import { cashoutUsed } from './cashout-usage-store.ts'
import { limitPeriod } from './limit-period.ts'
import { cashoutPrice, checkOperation, checkPeriod, feeOn, mayCashOut } from './plan-cashout.ts'

/** The cost of a cashout now. Cents. */
export interface CashoutQuote {
  readonly price: Price
  readonly fee: Cents
  /** The total debit of the balance. */
  readonly total: Cents
}

/**
 * Returns the price of a cashout requested now, or throws what its creation would:
 * `cashout-disabled`, `provider-not-configured`, `cashout-limit-exceeded`, `price-not-set`. The
 * balance is not checked.
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
