import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import Fastify from 'fastify'
import type { Fault } from '../../sandbox/faults.ts'
import { openWorld } from '../../sandbox/open-world.ts'
import type { Simulator, World } from '../../sandbox/world.ts'
import { systemClock } from '../../src/primitives/clock.ts'
import { newId } from '../../src/primitives/id.ts'
import { cents } from '../../src/primitives/money.ts'
import type { Payout, PayoutToKey, PixPayer } from '../../src/providers/ports/payout.ts'
import { timeLimit } from './time-limit.ts'

/**
 * A simulated bank that sends, and the adapter that talks to it, over real TLS, on a clock the
 * test moves.
 */
export async function openPayoutBank<Settings>(
  t: TestContext,
  {
    start,
    read,
    open,
  }: {
    readonly start: (world: World, at: { host: string; port: number }) => Promise<Simulator>
    readonly read: (credentials: unknown) => Settings
    readonly open: (settings: Settings) => PixPayer & { close(): Promise<void> }
  },
) {
  const home = mkdtempSync(join(tmpdir(), 'guiche-payer-'))
  const clock = systemClock()
  const world = openWorld({ home, now: clock.now })
  const bank = await start(world, { host: '127.0.0.1', port: 0 })
  const settings = read(bank.credentials)
  const payer = open(settings)
  const control = Fastify()
  bank.addRoutes?.(control)
  t.after(async () => {
    await payer.close()
    await bank.stop()
    await control.close()
    world.db.close()
    rmSync(home, { recursive: true })
  })
  return {
    world,
    settings,
    payer,
    /** Long enough for a call that gets a response. */
    signal: timeLimit,
    /** Sends a payout; `signal` ends the wait for the bank's response. */
    send: (payout: Payout, signal = timeLimit()) => payer.send(payout, signal),
    find: (payoutId: string, signal = timeLimit()) => payer.find(payoutId, signal),
    async pass(seconds: number): Promise<void> {
      clock.setOffsetMs(clock.offsetMs() + seconds * 1000)
      while ((await bank.runDue()) > 0);
    },
    fault: (operation: string, fault: Fault, times = 1) =>
      world.faults.add({ provider: bank.name, operation, fault, times }),
    /** The requests to the bank: operation and outcome of each. */
    requests: (): readonly string[] =>
      world.calls.after(0).map(({ operation, outcome }) => `${operation} ${outcome}`),
    /** The receiver returns a payment, or a part of it. */
    giveBack: (payload: { readonly endToEndId: string; readonly amount: number }) =>
      control.inject({ method: 'POST', url: `/${bank.name}/returns`, payload }),
    rules: (rules: object) =>
      control.inject({ method: 'PUT', url: `/${bank.name}`, payload: rules }),
  }
}

/** R$ 10.00 to a key of an arbitrary person; a test may override each field. */
export const somePayout = (given: Partial<PayoutToKey> = {}): PayoutToKey => ({
  payoutId: newId(0).replaceAll('-', ''),
  amount: cents(10_00),
  key: { type: 'EMAIL', value: 'fulano@exemplo.com.br' },
  ...given,
})

/** For a call that meets a fault: long enough to reach the bank, also where it never responds. */
export const timeoutFor = (fault: string): AbortSignal =>
  hangs.has(fault) ? AbortSignal.timeout(3_000) : timeLimit()

const hangs: ReadonlySet<string> = new Set([
  ...['timeout-before', 'timeout-after', 'visible-late', 'slow-body'],
])
