import type { App } from '../../app.ts'
import {
  type CheckoutDomain,
  checkoutHostname,
  isVerifiedWith,
} from '../../device-pay/checkout-domain.ts'
import { checkoutDomain } from '../../device-pay/checkout-domain-store.ts'
import { digestFor } from '../../device-pay/device-pay-of.ts'
import { adviceOn } from '../../device-pay/finding-advice.ts'
import { walletsOf } from '../../device-pay/watch-checkout-domains.ts'
import { checkoutBase } from '../../primitives/page-links.ts'
import { allProviders } from '../../providers/provider-store.ts'
import { type Check, sameText } from './check.ts'
import { type Finding, finding } from './finding.ts'

type Deps = Pick<App, 'config' | 'sql' | 'providers' | 'links'>

/** Whether the checkout page can offer Device Pay, for each acquirer that has it. */
export const checkoutCheck = (deps: Deps): Check => ({
  name: { pt: 'Device Pay na página de checkout', en: 'Device Pay on the checkout page' },
  async run() {
    const { config, links } = deps
    const hostname = checkoutHostname(links, config.devicePay)
    const acquirers = await acquirersOf(deps, hostname)
    const [first] = acquirers
    // On a laptop `npm start` gives the page its hostname, and this process does not know it.
    if (!first || (hostname === undefined && config.mode === 'sandbox')) return { findings: [] }
    if (hostname === undefined)
      return { findings: [finding('checkout-without-hostname', { url: checkoutBase(links) })] }
    const found = acquirers.map((each) => acquirerFinding(hostname, each))
    return { findings: found.filter((each) => each !== undefined), facts: sameText(hostname) }
  },
})

/** An acquirer with Device Pay, and what it knows of the hostname of the checkout page. */
export interface WalletAcquirer {
  readonly id: string
  readonly name: string
  /** Where its file must be on the hostname. */
  readonly path: string
  /** The hash of this file, hex. */
  readonly digest: string
  /** The acquirer whose other file the gateway publishes at this path. */
  readonly hiddenBy?: string | undefined
  readonly domain: CheckoutDomain | undefined
}

async function acquirersOf(
  { sql, providers }: Deps,
  hostname: string | undefined,
): Promise<readonly WalletAcquirer[]> {
  const wallets = walletsOf(providers)
  const names = new Map((await allProviders(sql)).map(({ id, name }) => [id, name]))
  const nameOf = (id: string) => names.get(id) ?? id
  return await Promise.all(
    wallets.map(async ({ providerId: id, wallet }) => {
      const { path, content } = wallet.association
      const published = wallets.find((each) => each.wallet.association.path === path)
      const isHidden = published && published.wallet.association.content !== content
      return {
        ...{ id, name: nameOf(id), path, digest: digestFor(wallet) },
        hiddenBy: isHidden ? nameOf(published.providerId) : undefined,
        domain: hostname === undefined ? undefined : await checkoutDomain(sql, id, hostname),
      }
    }),
  )
}

/** Why this acquirer does not let the page offer Device Pay, or soon will not. */
export function acquirerFinding(
  hostname: string,
  { id, name, path, digest, hiddenBy, domain }: WalletAcquirer,
): Finding | undefined {
  if (hiddenBy !== undefined) return finding('checkout-file-of-another', { name, id, hiddenBy })
  const isVerified = isVerifiedWith(domain, digest)
  const url = `https://${hostname}${path}`
  if (domain?.contentDigest === digest && domain.lastError)
    return finding('checkout-file-not-found', {
      ...{ name, url, isVerified },
      advice: adviceOn(domain.lastError),
    })
  return isVerified ? undefined : finding('checkout-domain-unchecked', { name, hostname })
}
