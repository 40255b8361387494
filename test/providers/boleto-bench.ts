import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { openWorld } from '../../sandbox/open-world.ts'
import type { Simulator, World } from '../../sandbox/world.ts'
import { cents } from '../../src/primitives/money.ts'
import type { ApiBoletoBank, BoletoOrder, BoletoOutcome } from '../../src/providers/ports/boleto.ts'

export const minuteMs = 60_000
export const dayMs = 24 * 60 * minuteMs

/** A bank that registers boletos, and its simulator. */
export interface BoletoKind<Settings> {
  /** The simulator in the call log. */
  readonly provider: string
  readonly operations: {
    readonly register: string
    readonly query: string
    readonly cancel: string
  }
  /** In the barcode. */
  readonly bankCode: string
  /** When a payment by PIX at 12:00 in São Paulo is found to be made. */
  readonly pixPaidAt: string
  /** The adapters with wrong credentials. */
  readonly wrongSettings: readonly Partial<Settings>[]
  start(world: World, noticeUrl: () => string | undefined): Promise<Simulator>
  settingsOf(simulator: Simulator): Settings
  /** The headers of its notices that prove where they come from. */
  noticeHeaders(settings: Settings): Readonly<Record<string, string>>
  open(settings: Settings): ApiBoletoBank & { close(): Promise<void> }
}

export const address = {
  street: 'Avenida Paulista, 1578',
  city: 'São Paulo',
  state: 'SP',
  zipCode: '01310-200',
  neighborhood: 'Bela Vista',
}
export const maria = { name: 'Maria Antônia da Conceição', document: '52998224725', address }

export const order = (change: Partial<BoletoOrder>): BoletoOrder => ({
  sequence: 1,
  amount: cents(10_000),
  issueDate: '2026-11-21',
  dueDate: '2026-11-30',
  payableDaysAfterDue: 30,
  shop: { name: 'Loja da Esquina', document: '12ABC34501DE35' },
  documentNumber: 'PED-42',
  payer: maria,
  instructions: ['Não receber após 30 dias do vencimento.'],
  ...change,
})

/** A bank with its own home and clock, and the adapter set up with what the bank gave out. */
export async function openBoletoBank<Settings>(
  t: TestContext,
  kind: BoletoKind<Settings>,
  {
    noticeUrl,
    home = mkdtempSync(join(tmpdir(), 'guiche-boleto-')),
  }: { readonly noticeUrl?: string | undefined; readonly home?: string } = {},
) {
  const clock = { at: new Date('2026-11-21T15:00:00Z').getTime() }
  const world = openWorld({ home, now: () => new Date(clock.at) })
  const simulator = await kind.start(world, () => noticeUrl)
  const settings = kind.settingsOf(simulator)
  const bank = kind.open(settings)
  t.after(async () => {
    await simulator.stop()
    await bank.close()
    if (world.db.isOpen) world.db.close()
    rmSync(home, { recursive: true, force: true })
  })
  if (noticeUrl !== undefined)
    await bank.registerCallback?.(noticeUrl, AbortSignal.timeout(minuteMs))
  return {
    world,
    simulator,
    settings,
    bank,
    signal: (ms = 60_000) => AbortSignal.timeout(ms),
    clock: {
      set: (at: string) => {
        clock.at = new Date(at).getTime()
      },
      advance: (ms: number) => {
        clock.at += ms
      },
    },
  }
}

export async function registered(outcome: Promise<BoletoOutcome>) {
  const known = await outcome
  assert.equal(
    known.kind,
    'registered',
    JSON.stringify(known, (_key, value) => (value instanceof Error ? value.message : value)),
  )
  assert.ok(known.kind === 'registered')
  return known
}

export interface Notice {
  readonly headers: IncomingHttpHeaders
  readonly body: unknown
}

/** Takes notices as the gateway's callback route would. */
export async function openReceiver(t: TestContext) {
  const notices: Notice[] = []
  const waiting: ((notice: Notice) => void)[] = []
  let status = 200
  const server = createServer(async (request, response) => {
    const chunks = await Array.fromAsync(request)
    const notice = { headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) }
    notices.push(notice)
    waiting.shift()?.(notice)
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callbacks/segredo`,
    answer: (next: number) => {
      status = next
    },
    next: async (): Promise<Notice> =>
      notices.shift() ?? (await new Promise((resolve) => waiting.push(resolve))),
    seen: () => notices.map(({ body }) => body),
  }
}

export const headersOf = ({ headers }: Notice): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
