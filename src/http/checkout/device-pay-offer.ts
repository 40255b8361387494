import type { Account } from '../../accounts/account.ts'
import type { App } from '../../app.ts'
import { verifiedCheckout } from '../../device-pay/create-checkout-session.ts'
import { Rejection } from '../../primitives/rejection.ts'
import { methods } from '../../transactions/methods/methods.ts'
import type { BlankForm } from './form-views.ts'

/**
 * The form with Device Pay, if it takes cards, the account has Device Pay, and the hostname of the
 * page is verified. The browser decides whether it shows it.
 */
export async function withDevicePay(
  app: Pick<App, 'config' | 'sql' | 'providers' | 'links'>,
  account: Account,
  form: BlankForm,
): Promise<BlankForm> {
  const takesCards = form.methods.some((method) => !methods[method].isCharge)
  if (!takesCards || !account.settings.methods.DEVICE_PAY) return form
  const hostname = await verifiedCheckout(app, account).catch(withoutAcquirer)
  if (hostname === undefined) return form
  const { sandboxUrl } = app.links
  return {
    ...form,
    devicePay: {
      label: form.payee.shop,
      // The token pays in this account only (docs/decisions/wallet-token-binding.md).
      applicationData: Buffer.from(account.id).toString('base64'),
      // A device has the session of its wallet. In the sandbox the page loads the simulated one.
      ...(sandboxUrl !== undefined && { scriptUrl: `${sandboxUrl}/device-pay/session.js` }),
    },
  }
}

/** A process that cannot reach the acquirer now still takes the other methods. */
function withoutAcquirer(cause: unknown): undefined {
  if (cause instanceof Rejection && cause.code === 'provider-unavailable') return undefined
  throw cause
}
