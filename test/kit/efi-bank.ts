import type { TestContext } from 'node:test'
import { Value } from 'typebox/value'
import { startEfi } from '../../sandbox/efi/start-efi.ts'
import { openEfi } from '../../src/providers/efi/efi.ts'
import { efiSettings } from '../../src/providers/efi/settings.ts'
import { openPayoutBank } from './payout-bank.ts'

/** The simulated Efí and its adapter. */
export async function openEfiBank(t: TestContext) {
  const { payer: efi, ...bank } = await openPayoutBank(t, {
    start: startEfi,
    read: (credentials) => Value.Parse(efiSettings, credentials),
    open: openEfi,
  })
  return { ...bank, efi }
}
