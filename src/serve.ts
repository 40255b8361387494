import { once } from 'node:events'
import { createServer } from 'node:net'
import { type App, buildApp } from './app.ts'
import { type Config, ConfigError } from './config.ts'
import { type DatabaseStep, openDatabase } from './db/open-database.ts'
import { buildServer } from './http/server.ts'

/** What one process does: answers requests, does due work, or both. */
export const roles = ['api', 'worker'] as const
export type Role = (typeof roles)[number]

export interface Gateway {
  readonly app: App
  /** Where it answers; for a process without the api role, where its links point. */
  readonly baseUrl: string
  readonly databaseUrl: string
  /** Where it listens; absent without the api role. */
  readonly port?: number
  /** The migrations applied by this start. */
  readonly migrated: readonly string[]
  /** Finishes what was accepted, within 25 s (reliability D7). */
  stop(): Promise<void>
}

/** Starts the gateway: database, migrations, then the roles asked for. Throws a ConfigError people can read. */
export async function serve(
  config: Config,
  wanted: readonly Role[],
  report?: (step: DatabaseStep) => void,
): Promise<Gateway> {
  const database = await openDatabase(config, report)
  try {
    const answers = wanted.includes('api')
    const port = config.port === 0 && answers ? await freePort(config.host) : config.port
    const baseUrl = config.baseUrl ?? `http://${config.host === '0.0.0.0' ? 'localhost' : config.host}:${port}`
    const app = await buildApp({ config, databaseUrl: database.url, baseUrl, works: wanted.includes('worker') })
    const server = answers ? await listen(app, port) : undefined
    return {
      app,
      baseUrl,
      databaseUrl: database.url,
      ...(answers && { port }),
      migrated: database.migrated,
      async stop() {
        await server?.close()
        await app.close()
        await database.close()
      },
    }
  } catch (cause) {
    await database.close()
    throw cause
  }
}

/**
 * Connections the kernel keeps until they are accepted. With Node's 511 a crowd that arrives while this thread is busy
 * is dropped, and its clients try again after 1, 3, 7, 15 and 31 seconds.
 */
const backlog = 4_096

async function listen(app: App, port: number) {
  const server = buildServer(app)
  try {
    await server.listen({ host: app.config.host, port, backlog })
    return server
  } catch (cause) {
    await app.close()
    throw listenError(cause, app.config.host, port)
  }
}

function listenError(cause: unknown, host: string, port: number): unknown {
  switch ((cause as { code?: string }).code) {
    case 'EADDRINUSE':
      return new ConfigError('port-taken', { port }, { cause })
    case 'EACCES':
      return new ConfigError('port-forbidden', { port }, { cause })
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new ConfigError('host-unknown', { host }, { cause })
    default:
      return cause
  }
}

/** A port nobody has now: our own links need it before we listen. */
async function freePort(host: string): Promise<number> {
  const probe = createServer().listen({ host, port: 0 })
  await once(probe, 'listening').catch((cause) => {
    throw listenError(cause, host, 0)
  })
  const address = probe.address()
  probe.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}
