import type { App } from '../app.ts'
import type { DisputePort } from '../providers/ports/dispute.ts'

/**
 * The port by which a provider reports claims. `undefined`: the configured provider has none.
 * Throws `provider-unavailable` when the provider is not open.
 */
export function disputePortOf(
  { providers }: Pick<App, 'providers'>,
  providerId: string,
): DisputePort | undefined {
  switch (providers.kinds[providers.kindOf(providerId) ?? '']?.rail) {
    case 'card':
      return providers.card(providerId).disputes
    case 'pix':
      return providers.pix(providerId).disputes
    default:
      return undefined
  }
}
