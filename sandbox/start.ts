import { createServer } from 'node:net'
import { systemClock } from '../src/primitives/clock.ts'
import { startBancoDoBrasil } from './banco-do-brasil/start-banco-do-brasil.ts'
import { startCielo } from './cielo/start-cielo.ts'
import { buildControl } from './control.ts'
import type { KnownGateway } from './control-route.ts'
import { startDueWork } from './due-work.ts'
import { startEfi } from './efi/start-efi.ts'
import type { Gateway } from './gateway-client.ts'
import { startInter } from './inter/start-inter.ts'
import { startMail } from './mail/start-mail.ts'
import { type Memory, openMemory } from './memory-store.ts'
import { openWorld } from './open-world.ts'
import { startPagarme } from './pagarme/start-pagarme.ts'
import type { BankName } from './pix/bank.ts'
import { startPix } from './pix/start-pix.ts'
import { startRede } from './rede/start-rede.ts'
import { openSharedClock } from './shared-clock.ts'
import { startWallet, type Wallet } from './wallet/start-wallet.ts'
import { startWoovi } from './woovi/start-woovi.ts'
import type { Simulator, World } from './world.ts'

export interface SandboxOptions {
  /** State, keys and certificates are kept here. */
  readonly home: string
  readonly host: string
  /**
   * By name: `control`, or a simulator's name. 0 or left out: the port of the last start, if it is
   * free.
   */
  readonly ports?: Readonly<Record<string, number>>
  readonly gateway: Gateway
  /** The bank that receives PIX. Left out: one that follows the standard. */
  readonly pixBank?: BankName
  /** Whether Cielo, Rede and Banco do Brasil have a mailbox for their files. Default: no. */
  readonly mailbox?: boolean
  /** Real time that each call of Cielo takes before it is processed, ms. Default: none. */
  readonly acquirerMs?: () => number
}

export interface Sandbox {
  /** The control routes and the pages. */
  readonly controlUrl: string
  readonly simulators: readonly Simulator[]
  /** By simulator, or account of one: what the gateway needs to talk to it. */
  readonly credentials: Readonly<Record<string, Record<string, unknown>>>
  /** The gateway was started or has a new address: the sandbox follows its clock from now on. */
  setGateway(gateway: KnownGateway): void
  stop(): Promise<void>
}

/**
 * Every simulated party. The device wallet is separate, because acquirers depend on it.
 */
const providers: Readonly<Record<string, (world: World, at: Place) => Promise<Simulator>>> = {
  pix: (world, { pixBank, ...at }) => startPix(world, { ...at, ...(pixBank && { bank: pixBank }) }),
  cielo: (world, { acquirerMs: latencyMs, ...at }) => startCielo(world, { ...at, latencyMs }),
  pagarme: startPagarme,
  rede: startRede,
  boleto: startBancoDoBrasil,
  inter: startInter,
  efi: startEfi,
  woovi: startWoovi,
  mail: startMail,
}

interface Place {
  readonly host: string
  readonly port: number
  readonly noticeUrl: () => string | undefined
  readonly wallet: Wallet
  readonly pixBank: BankName | undefined
  readonly mailbox: boolean
  readonly acquirerMs: () => number
}

/** Opens every simulated provider, their clock, and the control address for people and scripts. */
export async function startSandbox({
  home,
  host,
  ports = {},
  gateway: known,
  pixBank,
  mailbox = false,
  acquirerMs = () => 0,
}: SandboxOptions): Promise<Sandbox> {
  const clock = systemClock()
  const world = openWorld({ home, now: clock.now })
  const memory = openMemory(world.db)
  let current: KnownGateway | undefined
  const gateway = {
    url: () => current?.url ?? known.url(),
    adminToken: () => current?.adminToken ?? known.adminToken(),
  }

  const simulators: Simulator[] = []
  const sharedClock = openSharedClock(clock, gateway, memory, () => dueWork.run())
  const start = async <Started extends Simulator>(
    name: string,
    open: (port: number) => Promise<Started>,
  ) => {
    const simulator = await open(await choosePort(host, ports[name], memory, name))
    memory.remember(`port-${name}`, Number(new URL(simulator.url).port))
    simulators.push(simulator)
    return simulator
  }
  const wallet = await start('wallet', (port) => startWallet(world, { host, port }))
  for (const [name, open] of Object.entries(providers)) {
    await start(name, (port) =>
      open(world, {
        ...{ host, port, wallet, pixBank, mailbox, acquirerMs },
        noticeUrl: () => current?.noticeUrls?.[name],
      }),
    )
  }
  const dueWork = startDueWork(simulators)
  const follow = keepTrying(() => sharedClock.follow())
  const setGateway = (next: KnownGateway) => {
    current = next
    follow.begin()
  }

  const control = buildControl({
    ...{ world, clock: sharedClock, simulators, setGateway },
    gatewayUrl: gateway.url,
  })
  const controlUrl = await control.listen({
    host,
    port: await choosePort(host, ports.control, memory, 'control'),
  })
  memory.remember('port-control', Number(new URL(controlUrl).port))
  follow.begin()

  return {
    controlUrl,
    simulators,
    credentials: Object.assign(
      {},
      ...simulators.map(({ name, credentials, otherCredentials }) => ({
        [name]: credentials,
        ...otherCredentials,
      })),
    ),
    setGateway,
    async stop() {
      follow.end()
      await control.close()
      await dueWork.stop()
      await Promise.all(simulators.map((each) => each.stop()))
      world.db.close()
    },
  }
}

/**
 * A gateway stores a provider's address: a restarted sandbox listens on the same port, unless
 * another process uses it now.
 */
async function choosePort(
  host: string,
  wanted: number | undefined,
  memory: Memory,
  name: string,
): Promise<number> {
  if (wanted) return wanted
  const last = memory.recall(`port-${name}`)
  return last !== undefined && (await isFree(host, last)) ? last : 0
}

const isFree = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, host, () => probe.close(() => resolve(true)))
  })

const retryMs = 1_000

/** Retries until the first success: the gateway may still be starting. */
function keepTrying(act: () => Promise<void>) {
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  const begin = (): void => {
    clearTimeout(timer)
    act().catch(() => {
      if (!isOver) timer = setTimeout(begin, retryMs).unref()
    })
  }
  const end = (): void => {
    isOver = true
    clearTimeout(timer)
  }
  return { begin, end }
}
