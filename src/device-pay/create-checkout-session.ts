import type { Account } from '../accounts/account.ts'
import type { App } from '../app.ts'
import { checkoutHostname, isVerifiedWith, servedWallets } from './checkout-domain.ts'
import { checkCheckoutDomainSoon, checkoutDomain } from './checkout-domain-store.ts'
import {
  budgetMs,
  checkValidationUrl,
  enabledFor,
  type SessionRequest,
  unavailable,
} from './create-session.ts'
import { openWalletSession } from './open-wallet-session.ts'
import { walletDomainOfCheckout, walletsOf } from './watch-checkout-domains.ts'

/**
 * A merchant session for one payment on the checkout page of this gateway. The hostname is the
 * operator's, so the account needs no domain of its own
 * (docs/decisions/device-pay-at-checkout.md). Throws as `createSession`.
 */
export async function createCheckoutSession(
  app: Pick<App, 'config' | 'log' | 'sql' | 'clock' | 'providers' | 'links'>,
  account: Account,
  { validationUrl, pageHost }: Omit<SessionRequest, 'hostname'>,
): Promise<string> {
  const budget = AbortSignal.timeout(budgetMs)
  const hostname = await verifiedCheckout(app, account)
  const devicePay = enabledFor(app, account)
  if (hostname === undefined || !devicePay) throw unavailable()
  if (pageHost !== undefined && pageHost !== hostname) throw unavailable()
  checkValidationUrl(validationUrl, devicePay)
  return openWalletSession(app, account, {
    domain: walletDomainOfCheckout(hostname),
    wallet: devicePay.wallet,
    budget,
    onRefused: () => checkCheckoutDomainSoon(app, devicePay.providerId, hostname),
  })
}

/**
 * The hostname of the checkout page, if it can show the button for this account now. Only a
 * verified hostname may (docs/design/interface.md#domain-status).
 */
export async function verifiedCheckout(
  app: Pick<App, 'config' | 'sql' | 'providers' | 'links'>,
  account: Account,
): Promise<string | undefined> {
  const devicePay = enabledFor(app, account)
  const hostname = checkoutHostname(app.links, app.config.devicePay)
  if (!devicePay || hostname === undefined) return undefined
  // No worker checks the file of an acquirer whose path now has the file of another one.
  const served = servedWallets(walletsOf(app.providers))
  if (!served.some(({ providerId }) => providerId === devicePay.providerId)) return undefined
  const domain = await checkoutDomain(app.sql, devicePay.providerId, hostname)
  return isVerifiedWith(domain, devicePay.digest) ? hostname : undefined
}
