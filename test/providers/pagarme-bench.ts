import { startPagarme } from '../../sandbox/pagarme/start-pagarme.ts'
import { openPagarme } from '../../src/providers/pagarme/pagarme.ts'
import { type PagarmeSettings, pagarmeSettings } from '../../src/providers/pagarme/settings.ts'
import { type Bench, openAcquirerBench } from './acquirer-bench.ts'

/** The simulated Pagar.me, and the adapter in front of it. */
export const openPagarmeBench = (
  options: { readonly wallet?: boolean; readonly home?: string } = {},
): Promise<Bench<PagarmeSettings>> =>
  openAcquirerBench(
    { provider: 'pagarme', schema: pagarmeSettings, open: openPagarme, start: startPagarme },
    options,
  )
