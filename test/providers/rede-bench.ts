import { type RedeOptions, startRede } from '../../sandbox/rede/start-rede.ts'
import { openRede } from '../../src/providers/rede/rede.ts'
import { type RedeSettings, redeSettings } from '../../src/providers/rede/settings.ts'
import { type Bench, openAcquirerBench } from './acquirer-bench.ts'

/** The simulated Rede, and the adapter in front of it. */
export const openRedeBench = ({
  mailbox = false,
  ...options
}: Pick<RedeOptions, 'mailbox'> & { readonly home?: string } = {}): Promise<Bench<RedeSettings>> =>
  openAcquirerBench(
    {
      provider: 'rede',
      schema: redeSettings,
      open: openRede,
      start: (world, at) => startRede(world, { ...at, mailbox }),
    },
    options,
  )
