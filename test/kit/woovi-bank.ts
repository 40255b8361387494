import type { TestContext } from 'node:test'
import { Value } from 'typebox/value'
import { startWoovi } from '../../sandbox/woovi/start-woovi.ts'
import { wooviSettings } from '../../src/providers/woovi/settings.ts'
import { openWoovi } from '../../src/providers/woovi/woovi.ts'
import { openPayoutBank } from './payout-bank.ts'

/** The simulated Woovi and its adapter. */
export async function openWooviBank(t: TestContext) {
  const { payer: woovi, ...bank } = await openPayoutBank(t, {
    start: startWoovi,
    read: (credentials) => Value.Parse(wooviSettings, credentials),
    open: openWoovi,
  })
  return { ...bank, woovi }
}
