import type { TObject } from 'typebox'
import type { ProviderService } from '../../../contract/provider.ts'

export type Rail = 'card' | 'pix' | 'boleto' | 'payout'

/** The settings that add a service. */
const serviceOfSetting: Readonly<Record<string, ProviderService>> = {
  wallet: 'device-pay',
  chargeback: 'disputes',
  chargebacks: 'disputes',
  infractions: 'disputes',
  edi: 'files',
  ediFolder: 'files',
  files: 'files',
  statement: 'files',
  returnFolder: 'files',
}

/** What a kind of provider does: its rail, and what its settings add. */
export const servicesOf = ({
  rail,
  schema,
}: {
  readonly rail: Rail
  readonly schema: TObject
}): ProviderService[] => [
  ...new Set<ProviderService>([
    rail === 'payout' ? 'cashout' : rail,
    ...Object.keys(schema.properties).flatMap((name) => serviceOfSetting[name] ?? []),
  ]),
]
