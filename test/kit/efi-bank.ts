import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import Fastify from 'fastify'
import { Value } from 'typebox/value'
import { startEfi } from '../../sandbox/efi/start-efi.ts'
import type { Fault } from '../../sandbox/faults.ts'
import { openWorld } from '../../sandbox/open-world.ts'
import { systemClock } from '../../src/primitives/clock.ts'
import { newId } from '../../src/primitives/id.ts'
import { cents } from '../../src/primitives/money.ts'
import { openEfi } from '../../src/providers/efi/efi.ts'
import { efiSettings } from '../../src/providers/efi/settings.ts'
import type { Payout, PayoutToKey } from '../../src/providers/ports/payout.ts'
import { timeLimit } from './time-limit.ts'

/**
 * The simulated bank that sends, and the adapter that talks to it, over real TLS, on a clock the
 * test moves.
 */
export async function openEfiBank(t: TestContext) {
  const home = mkdtempSync(join(tmpdir(), 'guiche-efi-'))
  const clock = systemClock()
  const world = openWorld({ home, now: clock.now })
  const bank = await startEfi(world, { host: '127.0.0.1', port: 0 })
  const settings = Value.Parse(efiSettings, bank.credentials)
  const efi = openEfi(settings)
  const control = Fastify()
  bank.addRoutes?.(control)
  t.after(async () => {
    await efi.close()
    await bank.stop()
    await control.close()
    world.db.close()
    rmSync(home, { recursive: true })
  })
  return {
    world,
    settings,
    efi,
    /** Long enough for a call that gets a response. */
    signal: timeLimit,
    /** Sends a payout; `signal` ends the wait for the bank's response. */
    send: (payout: Payout, signal = timeLimit()) => efi.send(payout, signal),
    find: (payoutId: string, signal = timeLimit()) => efi.find(payoutId, signal),
    async pass(seconds: number): Promise<void> {
      clock.setOffsetMs(clock.offsetMs() + seconds * 1000)
      while ((await bank.runDue()) > 0);
    },
    fault: (operation: string, fault: Fault, times = 1) =>
      world.faults.add({ provider: 'efi', operation, fault, times }),
    /** The requests to the bank: operation and outcome of each. */
    requests: (): readonly string[] =>
      world.calls.after(0).map(({ operation, outcome }) => `${operation} ${outcome}`),
    rules: (rules: object) => control.inject({ method: 'PUT', url: '/efi', payload: rules }),
  }
}

/** R$ 10.00 to a key of an arbitrary person; a test may override each field. */
export const somePayout = (given: Partial<PayoutToKey> = {}): PayoutToKey => ({
  payoutId: newId(0).replaceAll('-', ''),
  amount: cents(10_00),
  key: { type: 'EMAIL', value: 'fulano@exemplo.com.br' },
  ...given,
})
