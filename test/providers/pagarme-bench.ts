import { startPagarme } from '../../sandbox/pagarme/start-pagarme.ts'
import type { World } from '../../sandbox/world.ts'
import { openPagarme } from '../../src/providers/pagarme/pagarme.ts'
import { type PagarmeSettings, pagarmeSettings } from '../../src/providers/pagarme/settings.ts'
import { type Bench, openAcquirerBench, type Place } from './acquirer-bench.ts'

/** The simulated Pagar.me, and the adapter in front of its account with that contract. */
export const openPagarmeBench = ({
  contract = 'gateway',
  sendsTokens = true,
  ...options
}: {
  readonly contract?: 'gateway' | 'psp'
  /** False: the orders of PSP have the card itself. */
  readonly sendsTokens?: boolean
  readonly wallet?: boolean
  readonly home?: string
} = {}): Promise<Bench<PagarmeSettings>> =>
  openAcquirerBench(
    {
      provider: 'pagarme',
      schema: pagarmeSettings,
      open: openPagarme,
      start: contract === 'gateway' ? startPagarme : startWithPsp(sendsTokens),
    },
    options,
  )

const startWithPsp = (sendsTokens: boolean) => async (world: World, at: Place) => {
  const simulator = await startPagarme(world, at)
  const { publicKey, ...rest } = simulator.otherCredentials?.['pagarme-psp'] ?? {}
  return { ...simulator, credentials: { ...rest, ...(sendsTokens && { publicKey }) } }
}
