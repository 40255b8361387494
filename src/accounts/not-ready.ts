import type { AccountWire } from '../../contract/account.ts'
import { type PaymentMethod, paymentMethods } from '../../contract/fields.ts'
import type { Account } from './account.ts'
import { type AccountRules, railOf } from './account-rules.ts'
import { cashoutSettingsOf, stillToSet } from './cashout-settings.ts'

/** What an account cannot do yet, and the fields an operator sets so that it can. */
type NotReady = AccountWire['notReady'][number]

/** Everything that is still to be set, by what it is for. Pure. */
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
        // Turned on without an approval it stays as its operator left it.
        ...(settings.enabled ? [] : [...stillToSet(settings, rules), 'cashout.enabled']),
        ...(account.settings.prices.CASHOUT ? [] : ['prices.CASHOUT']),
      ],
    }
  }
}
