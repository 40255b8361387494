import { type HostnameRules, isHostname } from '../primitives/hostname.ts'
import { checkoutBase, type PageLinks } from '../primitives/page-links.ts'
import type {
  AssociationFile,
  DomainFinding,
  DomainOutcome,
  WalletProvider,
} from '../providers/ports/wallet.ts'
import { afterFailureMs, failuresUntilLost, retryMs, routineMs } from './domain.ts'

/**
 * The hostname of the checkout page at one acquirer. It belongs to the operator and serves every
 * account of that acquirer (docs/decisions/device-pay-at-checkout.md).
 */
export interface CheckoutDomain {
  readonly providerId: string
  readonly hostname: string
  /** The hash of the file that the acquirer requires, hex. */
  readonly contentDigest: string
  /** Since when the acquirer finds that file. Absent: it does not. */
  readonly verifiedAt?: Date
  readonly lastError?: DomainFinding
  readonly lastCheckedAt?: Date
  /** Consecutive checks that did not find the file. */
  readonly failures: number
  /** When a worker has the file checked next. */
  readonly checkAt: Date
}

/**
 * The hostname of a checkout page, if a wallet can know it. Undefined for an IP address and for
 * `localhost` alone.
 */
export function checkoutHostname(links: PageLinks, rules: HostnameRules): string | undefined {
  const hostname = URL.parse(checkoutBase(links))?.hostname ?? ''
  return isHostname(hostname, rules) ? hostname : undefined
}

/** Whether the acquirer has found the file that it requires now. */
export const isVerifiedWith = (domain: CheckoutDomain | undefined, digest: string): boolean =>
  domain?.verifiedAt !== undefined && domain.contentDigest === digest

/**
 * The domain after a check. As for the hostname of a merchant, a verification is lost after several
 * failed checks in a row. Until the file is found it is looked for again after seconds, then
 * minutes, because no person asks for it.
 */
export function afterCheck(
  domain: CheckoutDomain,
  outcome: DomainOutcome,
  at: Date,
): CheckoutDomain {
  const { providerId, hostname, contentDigest, verifiedAt } = domain
  const later = (ms: number) => new Date(at.getTime() + ms)
  const seen = { providerId, hostname, contentDigest, lastCheckedAt: at }
  switch (outcome.kind) {
    case 'registered':
      return { ...seen, verifiedAt: verifiedAt ?? at, failures: 0, checkAt: later(routineMs) }
    case 'refused': {
      const failures = domain.failures + 1
      const stands = verifiedAt !== undefined && failures < failuresUntilLost
      return {
        ...seen,
        ...(stands && { verifiedAt }),
        lastError: outcome.finding,
        failures,
        checkAt: later(stands ? afterFailureMs : retryMs(failures)),
      }
    }
    case 'unavailable': // There was no check, so it proves nothing about the file.
      return { ...domain, checkAt: later(verifiedAt ? afterFailureMs : untilReachedMs) }
  }
}

const untilReachedMs = 60_000

/** A card acquirer with Device Pay. */
export interface WalletOf {
  readonly providerId: string
  readonly wallet: WalletProvider
}

/** The file that the gateway publishes at a path: that of the first acquirer which has it there. */
export const publishedFile = (
  wallets: readonly WalletOf[],
  path: string,
): AssociationFile | undefined =>
  wallets.find(({ wallet }) => wallet.association.path === path)?.wallet.association

/**
 * The acquirers that find their file on the gateway's own hostname, because one path holds one
 * file.
 * @param wallets in the order in which the acquirers were added
 */
export const servedWallets = (wallets: readonly WalletOf[]): readonly WalletOf[] =>
  wallets.filter(
    ({ wallet: { association } }) =>
      publishedFile(wallets, association.path)?.content === association.content,
  )
