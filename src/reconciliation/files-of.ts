import type { App } from '../app.ts'
import type { SettlementFiles } from '../providers/ports/settlement-file.ts'

/**
 * The source of a provider's daily files. `undefined`: the configured provider has none. Throws
 * `provider-unavailable` when the provider is not open.
 */
export function filesOf(
  { providers }: Pick<App, 'providers'>,
  providerId: string,
): SettlementFiles | undefined {
  switch (providers.kinds[providers.kindOf(providerId) ?? '']?.rail) {
    case 'card':
      return providers.card(providerId).files
    case 'pix':
      return providers.pix(providerId).files
    case 'boleto':
      return providers.boleto(providerId).files
    case 'payout':
      return providers.payout(providerId).files
    default:
      return undefined
  }
}
