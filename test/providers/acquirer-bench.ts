import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { openWorld } from '../../sandbox/open-world.ts'
import { startWallet, type Wallet } from '../../sandbox/wallet/start-wallet.ts'
import type { Simulator, World } from '../../sandbox/world.ts'
import { randomBase62 } from '../../src/primitives/id.ts'
import { cents } from '../../src/primitives/money.ts'
import type { CardAcquirer, CardSale } from '../../src/providers/ports/card.ts'
import { timeLimit } from '../kit/time-limit.ts'

/** An acquirer of ours: its simulator and the adapter that speaks to it. */
export interface Pair<Schema extends TSchema> {
  /** As in the call log and in faults. */
  readonly provider: string
  readonly schema: Schema
  readonly open: (settings: Static<Schema>) => Adapter
  readonly start: (world: World, at: Place) => Promise<Simulator>
}

export type Adapter = CardAcquirer & { close(): Promise<void> }

export interface Place {
  readonly host: string
  readonly port: number
  readonly noticeUrl: () => string
  readonly wallet?: Wallet
}

/**
 * Numbers whose last digit decides, at every simulator and in Cielo's test environment
 * (docs/design/providers/cielo.md#sandbox-triggers).
 */
export const cards = {
  approved: '4024007153760011',
  refused: '4024007153760052',
  expired: '4024007153760003',
  blocked: '4024007153760045',
  timeout: '4024007153760086',
  cancelled: '4024007153760037',
  problem: '4024007153760078',
} as const

export function sale(
  change: Partial<Omit<CardSale, 'amount'>> & {
    amount?: number
    number?: string
    holder?: string
  } = {},
): CardSale {
  const { amount = 2500, number = cards.approved, holder = 'Ana Teste', ...rest } = change
  return {
    attemptRef: randomBase62(16),
    amount: cents(amount),
    installments: 1,
    capture: true,
    customer: {
      ...{ name: 'Ana Teste', document: '11144477735', email: 'ana@exemplo.com.br' },
      ...{ phone: '(11) 98765-4321', ip: '203.0.113.9' },
      address: {
        ...{ street: 'Rua das Flores', streetNumber: '100', neighborhood: 'Centro' },
        ...{ city: 'São Paulo', state: 'SP', zipCode: '01310-100' },
      },
    },
    source: {
      kind: 'card',
      card: { number, holderName: holder, expirationMonth: 12, expirationYear: 2031, cvv: '123' },
    },
    ...rest,
  }
}

/** A signal for calls that must get a response. */
export const longSignal = (): AbortSignal => timeLimit()

export interface Bench<Settings = unknown> {
  readonly name: string
  readonly provider: string
  readonly settings: Settings
  readonly world: World
  readonly acquirer: Adapter
  /** Another adapter in front of the same simulator. */
  another(change?: object): Adapter
  readonly notices: readonly Notice[]
  /** The responses to the next notices. */
  answerNotices(status: number): void
  /** Moves business time and does what is due then. */
  advance(ms: number): Promise<void>
  /** Starts a call without a response, and aborts it after the simulator has processed it. */
  giveUp<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T>
  runDue(): Promise<number>
  stop(): Promise<void>
}

export interface Notice {
  readonly headers: Record<string, string | undefined>
  readonly body: unknown
  /** How many calls the simulator had logged by then. */
  readonly atCall: number
}

/**
 * A simulated acquirer with a clock of its own, the adapter in front of it, and an address that
 * takes its notices.
 */
export async function openAcquirerBench<Schema extends TSchema>(
  { provider, schema, open, start }: Pair<Schema>,
  {
    wallet: hasWallet = false,
    home = temporaryHome(),
  }: { readonly wallet?: boolean; readonly home?: string } = {},
): Promise<Bench<Static<Schema>>> {
  let now = Date.parse('2026-03-02T13:15:30Z')
  const world = openWorld({ home, now: () => new Date(now) })
  const mailbox = await openMailbox(() => world.calls.after(0).length)
  const wallet = hasWallet ? await startWallet(world, { host: '127.0.0.1', port: 0 }) : undefined
  const at = { host: '127.0.0.1', port: 0, noticeUrl: () => mailbox.url }
  const simulator = await start(world, { ...at, ...(wallet && { wallet }) })
  const settings = settingsFor(schema, simulator.credentials)
  const acquirer = open(settings)
  return {
    name: 'simulator',
    provider,
    settings,
    world,
    acquirer,
    another: (change = {}) => open(settingsFor(schema, { ...simulator.credentials, ...change })),
    notices: mailbox.notices,
    answerNotices: mailbox.answerWith,
    runDue: simulator.runDue,
    async advance(ms) {
      now += ms
      await simulator.runDue()
    },
    async giveUp(call) {
      const shortSignal = new AbortController()
      const before = world.calls.after(0).length
      const answer = call(shortSignal.signal)
      while (world.calls.after(0).length === before)
        await new Promise((resolve) => setImmediate(resolve))
      shortSignal.abort()
      return answer
    },
    async stop() {
      await acquirer.close()
      await simulator.stop()
      await wallet?.stop()
      await mailbox.close()
      world.db.close()
    },
  }
}

function settingsFor<Schema extends TSchema>(schema: Schema, settings: unknown): Static<Schema> {
  assert(Value.Check(schema, settings), 'the simulator gives what the operator must enter')
  return settings
}

const homes = mkdtempSync(join(tmpdir(), 'guiche-acquirer-'))
process.once('exit', () => rmSync(homes, { recursive: true, force: true }))

export const temporaryHome = (): string => mkdtempSync(join(homes, 'home-'))

async function openMailbox(callsSoFar: () => number) {
  const notices: Notice[] = []
  let status = 200
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += String(chunk)
    })
    request.on('end', () => {
      const headers: Record<string, string | undefined> = {}
      for (const [name, value] of Object.entries(request.headers)) headers[name] = String(value)
      notices.push({ headers, body: JSON.parse(text), atCall: callsSoFar() })
      response.writeHead(status).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  assert(address !== null && typeof address === 'object')
  return {
    notices,
    url: `http://127.0.0.1:${address.port}/callbacks/acquirer`,
    answerWith(next: number) {
      status = next
    },
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  }
}
