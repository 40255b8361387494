import { lookup } from 'node:dns/promises'
import { BoundSocket } from 'node:net'
import type { Logger } from 'pino'
import type { App } from './app.ts'
import { noticeRestore, watchHistory } from './books-audit/restore-gate.ts'
import { buildApp } from './build-app.ts'
import { type Config, ConfigError } from './config.ts'
import type { PostgresEvent } from './db/keep-postgres.ts'
import { checkPooler, type OpenDatabaseOptions, openDatabase } from './db/open-database.ts'
import { type MetricsPage, openMetricsPage } from './http/metrics/metrics-page.ts'
import { buildStatusServer } from './http/metrics/status-server.ts'
import { backlog } from './http/server/limits.ts'
import { buildServer } from './http/server/server.ts'
import { freePort } from './primitives/free-port.ts'

/** The roles of one process: it serves requests, does due work, or both. */
export type Role = 'api' | 'worker'

export interface Gateway {
  readonly app: App
  /** Its own address; for a process without the api role, the address for its links. */
  readonly baseUrl: string
  readonly databaseUrl: string
  /** The address it listens on; absent without the api role. */
  readonly port?: number
  /** The port of `/metrics` and `/health` alone, if there is one. */
  readonly statusPort?: number
  /** The migrations applied by this start. */
  readonly migrated: readonly string[]
  /**
   * Resolves when the embedded PostgreSQL has ended and could not be restarted: the gateway can do
   * nothing any more.
   */
  readonly databaseGivenUp: Promise<void>
  /** Finishes accepted work, within 25 s (docs/design/rules.md#d7). */
  stop(): Promise<void>
}

/**
 * Starts the gateway: database, migrations, then the requested roles. Later events of an embedded
 * PostgreSQL go to `onPostgres`, otherwise to the log. Throws a ConfigError with a text for people.
 */
export async function serve(
  config: Config,
  wanted: readonly Role[],
  options: OpenDatabaseOptions = {},
): Promise<Gateway> {
  let log: Logger | undefined
  const database = await openDatabase(config, {
    onPostgres: (event) => logPostgres(log, event),
    ...options,
  })
  const open: Partial<Record<'server' | 'status' | 'app', { close(): Promise<void> }>> = {}
  const close = async () => {
    try {
      await open.server?.close()
      await open.status?.close() // Until here it shows that the process is alive.
      await open.app?.close()
    } finally {
      await database.close()
    }
  }
  try {
    const answers = wanted.includes('api')
    const port = config.port === 0 && answers ? await someFreePort(config.host) : config.port
    const baseUrl = ownAddress(config, port)
    await checkPooler(config)
    await noticeRestore(database.directUrl, config)
    const app = await buildApp({
      config,
      databaseUrl: database.url,
      baseUrl,
      works: wanted.includes('worker'),
      joinsClock: config.adjustableClock,
    })
    open.app = app
    log = app.log
    watchHistory(app)
    // The first person who signs in would otherwise hold up payments while the library loads.
    if (answers && config.mode === 'production') await app.people.auth.load()
    const page = openMetricsPage(app, { hasApi: answers })
    if (answers) open.server = await listen(app, { page, port })
    const status =
      config.statusPort === undefined
        ? undefined
        : await listenForStatus(app, { page, port: config.statusPort })
    if (status) open.status = status.server
    return {
      app,
      baseUrl,
      databaseUrl: database.url,
      ...(answers && { port }),
      ...(status && { statusPort: status.port }),
      migrated: database.migrated,
      databaseGivenUp: database.givenUp,
      stop: close,
    }
  } catch (cause) {
    await close().catch(() => {}) // It is as broken as the start.
    throw cause
  }
}

/** The public address, or the one that is listened on. */
export const ownAddress = ({ baseUrl, host }: Config, port: number): string =>
  baseUrl ?? `http://${host === '0.0.0.0' ? 'localhost' : host}:${port}`

export function logPostgres(log: Logger | undefined, event: PostgresEvent): void {
  switch (event.kind) {
    case 'ended':
      log?.error('the embedded PostgreSQL ended: starting it again on its port')
      break
    case 'restarted':
      log?.warn({ ms: Math.round(event.afterMs) }, 'the embedded PostgreSQL runs again')
      break
    case 'given-up':
      log?.fatal({ err: event.cause.message }, 'the embedded PostgreSQL could not be started again')
  }
}

interface Listening {
  readonly page: MetricsPage
  readonly port: number
}

async function listen(app: App, { page, port }: Listening) {
  const server = buildServer(app, { page })
  try {
    if (app.config.processNumber === undefined) await proveFree(app.config.host, port)
    const address = {
      host: app.config.host,
      port,
      backlog,
      reusePort: process.platform === 'linux',
    }
    await server.listen(address)
    return server
  } catch (cause) {
    throw listenError(cause, app.config.host, port)
  }
}

async function listenForStatus(app: App, { page, port: wanted }: Listening) {
  const server = buildStatusServer(app, { page })
  const { host, processNumber } = app.config
  try {
    const reusePort = processNumber !== undefined && process.platform === 'linux'
    const address = { host, port: wanted, reusePort }
    await server.listen(address)
  } catch (cause) {
    throw listenError(cause, host, wanted, 'GUICHE_STATUS_PORT')
  }
  const address = server.server.address()
  return { server, port: typeof address === 'object' && address ? address.port : wanted }
}

/** `name` is the setting of the port. */
function listenError(cause: unknown, host: string, port: number, name = 'PORT'): unknown {
  switch ((cause as { code?: string }).code) {
    case 'EADDRINUSE':
      return new ConfigError('port-taken', { port, name }, { cause })
    case 'EACCES':
      return new ConfigError('port-forbidden', { port, name }, { cause })
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new ConfigError('host-unknown', { host }, { cause })
    default:
      return cause
  }
}

/**
 * Two gateways could listen on one shared port at once. Therefore the port is first bound without
 * sharing, which fails if another process has it. This socket does not listen: a connection that
 * it completed would be reset.
 */
async function proveFree(host: string, port: number): Promise<void> {
  const { address } = await lookup(host)
  new BoundSocket({ host: address, port }).close()
}

/**
 * A port that several processes will share: that of the setting `name`, or a free one.
 * @throws ConfigError when another program has it
 */
export async function claimSharedPort(
  host: string,
  port: number,
  name: 'PORT' | 'GUICHE_STATUS_PORT',
): Promise<number> {
  if (port === 0) return someFreePort(host)
  await assertPortFree(host, port, name)
  return port
}

/** `name` is the setting of the port. @throws ConfigError when another program has it */
export const assertPortFree = (host: string, port: number, name: string): Promise<void> =>
  proveFree(host, port).catch((cause) => {
    throw listenError(cause, host, port, name)
  })

/** A free port: our own links need its number before we listen. */
const someFreePort = (host: string): Promise<number> =>
  freePort(host).catch((cause) => {
    throw listenError(cause, host, 0)
  })
