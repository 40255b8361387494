import { type CieloOptions, startCielo } from '../../sandbox/cielo/start-cielo.ts'
import { openCielo } from '../../src/providers/cielo/cielo.ts'
import { type CieloSettings, cieloSettings } from '../../src/providers/cielo/settings.ts'
import { type Bench, openAcquirerBench } from './acquirer-bench.ts'

export type CieloBench = Bench<CieloSettings>

/** The simulated Cielo, and the adapter in front of it. */
export const openBench = (
  {
    wallet = false,
    ...options
  }: Partial<Omit<CieloOptions, 'wallet'>> & { readonly wallet?: boolean } = {},
  home?: string,
): Promise<CieloBench> =>
  openAcquirerBench(
    {
      provider: 'cielo',
      schema: cieloSettings,
      open: openCielo,
      start: (world, at) => startCielo(world, { ...at, ...options }),
    },
    { wallet, ...(home !== undefined && { home }) },
  )
