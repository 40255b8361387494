import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Sandbox, startSandbox } from '../../sandbox/start.ts'
import { type SeededProviders, seedMerchant, seedProviders } from '../../scripts/seed.ts'
import type { App } from '../../src/app.ts'
import { buildApp } from '../../src/build-app.ts'
import { readConfig } from '../../src/config.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { startApi } from './api-process.ts'
import { type LivePrometheus, startPrometheus } from './live-prometheus.ts'
import { openReceiver, type Receiver } from './receiver.ts'
import { reservePort } from './reserve-port.ts'
import { openShop, type Shop } from './shop.ts'

/** Two API processes and a worker of one gateway, with the sandbox, a merchant and a Prometheus. */
export interface DrillWorld {
  /** The same gateway inside this process, for looking at its data. */
  readonly app: App
  readonly sandbox: Sandbox
  readonly providers: SeededProviders
  readonly prometheus: LivePrometheus
  /** The merchant, speaking to each API process. */
  readonly shops: readonly [Shop, Shop]
  /** Where the merchant receives its webhooks. */
  readonly receiver: Receiver
  readonly servers: Readonly<Record<ServerName, Server>>
  close(): Promise<void>
}

export type ServerName = 'api-1' | 'api-2' | 'worker'

interface Server {
  /** Its number in the operating system, while it runs. */
  pid(): number | undefined
  /** SIGKILL. */
  kill(): Promise<void>
  /** Starts it on its port, with more settings of its own, or from another main file. */
  start(env?: Readonly<Record<string, string>>, program?: string): Promise<void>
}

interface OpenServer extends Server {
  readonly statusPort: number
  readonly baseUrl: string
}

interface Options {
  readonly home: string
  readonly databaseUrl: string
  readonly env?: Readonly<Record<string, string>>
  /** How long the acquirer takes for each call, ms. Default: 0. */
  readonly acquirerMs?: () => number
  /** The port of a node exporter that Prometheus scrapes too. */
  readonly nodePort?: number
}

export async function openDrillWorld({
  home,
  databaseUrl,
  env = {},
  acquirerMs = () => 0,
  nodePort,
}: Options): Promise<DrillWorld> {
  const config = readConfig({
    ...{ GUICHE_HOME: join(home, 'gateway'), DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' },
    ...env,
  })
  const { adminToken } = config.secrets
  const database = await openDatabase(config)
  const open = async (role: string): Promise<OpenServer> => {
    const [port, statusPort] = [String(await reservePort()), await reservePort()]
    const ports = { PORT: port, GUICHE_STATUS_PORT: String(statusPort) }
    let child: ChildProcess | undefined
    return {
      ...{ statusPort, baseUrl: `http://127.0.0.1:${port}` },
      pid: () => child?.pid,
      async kill() {
        const last = child
        child = undefined
        if (!last || last.exitCode !== null) return
        const ended = once(last, 'exit')
        last.kill('SIGKILL')
        await ended
      },
      async start(own = {}, program) {
        const world = { home: config.home, databaseUrl }
        child = (await startApi(world, { env: { ...env, ...ports, ...own }, role, program })).child
      },
    }
  }
  const [one, two, worker] = [await open('api'), await open('api'), await open('worker')]
  const servers = [one, two, worker]
  for (const server of servers) await server.start()
  const { baseUrl } = one
  const app = await buildApp({ config, databaseUrl, baseUrl, works: false })
  const sandbox = await startSandbox({
    ...{ home: config.home, host: '127.0.0.1', acquirerMs },
    gateway: { url: () => baseUrl, adminToken: () => adminToken },
  })
  const receiver = await openReceiver()
  const providers = await seedProviders(app, sandbox.credentials)
  sandbox.setGateway({ url: baseUrl, adminToken, noticeUrls: providers.noticeUrls })
  const merchant = await seedMerchant(app, providers)
  const sandboxUrl = sandbox.controlUrl
  const shopAt = (server: OpenServer) =>
    openShop({ baseUrl: server.baseUrl, sandboxUrl, receiver, merchant })
  const folder = join(home, 'prometheus')
  await mkdir(folder)
  const ports = servers.map(({ statusPort }) => statusPort)
  const prometheus = await startPrometheus({ folder, ports, token: adminToken, nodePort })
  return {
    ...{ app, sandbox, providers, prometheus, receiver, shops: [shopAt(one), shopAt(two)] },
    servers: { 'api-1': one, 'api-2': two, worker },
    async close() {
      await prometheus.close()
      for (const server of servers) await server.kill()
      await sandbox.stop()
      await app.close()
      await receiver.close()
      await database.close()
    },
  }
}
