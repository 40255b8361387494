import type { DomainWire } from '../../contract/device-pay.ts'
import type { WalletProvider } from '../providers/ports/wallet.ts'
import type { Domain } from './domain.ts'
import { adviceOn } from './finding-advice.ts'

/**
 * A domain as every response shows it (docs/design/interface.md#device-pay-domain). `wallet`: that
 * of the current acquirer, whose file must be published.
 */
export function renderDomain(domain: Domain, wallet: WalletProvider | undefined): DomainWire {
  const { id, hostname, status, verifiedAt, createdAt, registration } = domain
  const error = registration?.lastError
  return {
    id,
    domain: hostname,
    status,
    verifiedAt: status === 'VERIFIED' && verifiedAt ? verifiedAt.toISOString() : null,
    verificationFile: wallet
      ? { path: fileUrl(hostname, wallet), content: wallet.association.content }
      : null,
    lastCheckedAt: registration?.lastCheckedAt?.toISOString() ?? null,
    lastError: error ? { stage: error.stage, seen: error.seen, fix: adviceOn(error).pt } : null,
    createdAt: createdAt.toISOString(),
  }
}

/** The address where the file must be. */
export const fileUrl = (
  hostname: string,
  { association }: Pick<WalletProvider, 'association'>,
): string => `https://${hostname}${association.path}`
