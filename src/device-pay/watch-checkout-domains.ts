import type { App } from '../app.ts'
import type { ProviderRegistry } from '../providers/registry.ts'
import {
  afterCheck,
  type CheckoutDomain,
  checkoutHostname,
  servedWallets,
  type WalletOf,
} from './checkout-domain.ts'
import { claimCheckoutDomains, saveCheckoutDomain } from './checkout-domain-store.ts'
import { digestFor } from './device-pay-of.ts'
import { adviceOn } from './finding-advice.ts'
import { checkMs } from './validate-domain.ts'

/** The card acquirers with Device Pay, in the order in which they were added. */
export const walletsOf = (
  providers: Pick<ProviderRegistry, 'ids' | 'kindOf' | 'kinds' | 'card'>,
): readonly WalletOf[] =>
  providers.ids().flatMap((providerId) => {
    if (providers.kinds[providers.kindOf(providerId) ?? '']?.rail !== 'card') return []
    const { wallet } = providers.card(providerId)
    return wallet ? [{ providerId, wallet }] : []
  })

/**
 * Registers the hostname of the checkout page with each acquirer whose file the gateway publishes,
 * and has the file checked once a day. No merchant and no operator asks for it
 * (docs/decisions/device-pay-at-checkout.md). Returns the number of checks.
 */
export async function watchCheckoutDomains(
  app: Pick<App, 'config' | 'log' | 'sql' | 'clock' | 'links' | 'providers'>,
): Promise<number> {
  const hostname = checkoutHostname(app.links, app.config.devicePay)
  const served = servedWallets(walletsOf(app.providers))
  if (hostname === undefined || served.length === 0) return 0
  const wanted = served.map(({ providerId, wallet }) => ({ providerId, digest: digestFor(wallet) }))
  const due = await claimCheckoutDomains(app, hostname, wanted, checkMs + 5_000)
  await Promise.all(
    due.map(async (domain) => {
      const found = served.find(({ providerId }) => providerId === domain.providerId)
      if (found) await check(app, domain, found)
    }),
  )
  return due.length
}

async function check(
  app: Pick<App, 'log' | 'sql' | 'clock'>,
  domain: CheckoutDomain,
  { wallet, providerId }: WalletOf,
): Promise<void> {
  const { hostname } = domain
  const outcome = await wallet.registerDomain(
    walletDomainOfCheckout(hostname),
    AbortSignal.timeout(checkMs),
  )
  await saveCheckoutDomain(app.sql, afterCheck(domain, outcome, app.clock.now()))
  const at = { providerId, hostname }
  if (outcome.kind === 'refused')
    app.log.warn(
      { ...at, finding: outcome.finding.stage, fix: adviceOn(outcome.finding).en },
      'the checkout page has no Device Pay: its file was not found',
    )
  else if (outcome.kind === 'unavailable')
    app.log.warn({ ...at, err: String(outcome.cause) }, 'the checkout hostname was not checked')
  else if (!domain.verifiedAt) app.log.info(at, 'the checkout page has Device Pay')
}

/** How a wallet identifies the checkout page: one merchant for the pages of all accounts. */
export const walletDomainOfCheckout = (hostname: string) => ({
  hostname,
  merchantRef: 'guiche-checkout',
  merchantName: hostname.slice(0, 64),
})
