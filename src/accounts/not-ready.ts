import type { AccountWire } from '../../contract/account.ts'
import { type PaymentMethod, paymentMethods } from '../../contract/fields.ts'
import type { Account } from './account.ts'
import { type AccountRules, railOf } from './account-rules.ts'
import { cashoutSettingsOf, missingSettings } from './cashout-settings.ts'

/** What an account cannot do yet, and the fields an operator sets so that it can. */
type NotReady = AccountWire['notReady'][number]

/** The missing settings of each method and of cashouts. Pure. */
export function notReady(account: Account, rules: AccountRules): readonly NotReady[] {
  return [...paymentMethods.map(sale), cashout()].filter(({ set }) => set.length > 0)

  function sale(what: PaymentMethod): NotReady {
    const { methods, prices } = account.settings
    // One price, or a list with one for each range of installments.
    const hasPrice = [prices[what] ?? []].flat().length > 0
    return {
      what,
      set: [
        ...(account.providers[railOf[what]] ? [] : [`providers.${railOf[what]}`]),
        ...(methods[what] ? [] : [`methods.${what}`]),
        ...(hasPrice ? [] : [`prices.${what}`]),
      ],
    }
  }

  function cashout(): NotReady {
    const settings = cashoutSettingsOf(account)
    return {
      what: 'CASHOUT',
      set: [
        ...(account.providers.payout ? [] : ['providers.payout']),
        // Cashouts that are on stay on, even if a new account would need an approval rule.
        ...(settings.enabled ? [] : [...missingSettings(settings, rules), 'cashout.enabled']),
        ...(account.settings.prices.CASHOUT ? [] : ['prices.CASHOUT']),
      ],
    }
  }
}
