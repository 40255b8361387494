import type { App } from '../app.ts'
import type { DisputePort } from '../providers/ports/dispute.ts'

/**
 * Where a provider tells of claims. `undefined`: it does not, as configured. Throws `provider-unavailable` when it is
 * not open.
 */
export function disputePortOf({ providers }: Pick<App, 'providers'>, providerId: string): DisputePort | undefined {
  switch (providers.kinds[providers.kindOf(providerId) ?? '']?.rail) {
    case 'card':
      return providers.card(providerId).disputes
    case 'pix':
      return providers.pix(providerId).disputes
    default:
      return undefined
  }
}
