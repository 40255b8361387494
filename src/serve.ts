import { type App, buildApp } from './app.ts'
import { type Config, ConfigError } from './config.ts'
import { startEmbeddedPostgres } from './db/embedded-postgres.ts'
import { migrate } from './db/migrate.ts'
import { buildServer } from './http/server.ts'

/** What one process does: answers requests, does due work, or both. */
export type Role = 'api' | 'worker'

export interface Gateway {
  readonly app: App
  /** Where it answers; for a process without the api role, where its links point. */
  readonly baseUrl: string
  readonly databaseUrl: string
  /** Finishes what was accepted, within 25 s (reliability D7). */
  stop(): Promise<void>
}

/** Starts the gateway: database, migrations, then the roles asked for. Throws a ConfigError people can read. */
export async function serve(config: Config, roles: readonly Role[]): Promise<Gateway> {
  const embedded = config.databaseUrl === undefined ? await startEmbeddedPostgres({ home: config.home }) : undefined
  const databaseUrl = config.databaseUrl ?? embedded?.databaseUrl ?? ''
  try {
    await migrate(databaseUrl)
    const port = config.port === 0 && roles.includes('api') ? await freePort(config.host) : config.port
    const baseUrl = config.baseUrl ?? `http://${config.host === '0.0.0.0' ? 'localhost' : config.host}:${port}`
    const app = await buildApp({ config, databaseUrl, baseUrl, works: roles.includes('worker') })
    const server = roles.includes('api') ? await listen(app, port) : undefined
    return {
      app,
      baseUrl,
      databaseUrl,
      async stop() {
        await server?.close()
        await app.close()
        await embedded?.stop()
      },
    }
  } catch (cause) {
    await embedded?.stop()
    throw explain(cause, databaseUrl)
  }
}

async function listen(app: App, port: number) {
  const server = buildServer(app)
  try {
    await server.listen({ host: app.config.host, port })
    return server
  } catch (cause) {
    await app.close()
    throw cause
  }
}

/** A port nobody has now; our own links need it before we listen. */
async function freePort(host: string): Promise<number> {
  const { createServer } = await import('node:net')
  const probe = createServer().listen({ host, port: 0 })
  await new Promise((ready) => probe.once('listening', ready))
  const address = probe.address()
  await new Promise((closed) => probe.close(closed))
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** The few failures everybody meets, in one line each. */
function explain(cause: unknown, databaseUrl: string): unknown {
  const code = (cause as { code?: string }).code
  if (code === 'EADDRINUSE')
    return new ConfigError(`the port ${(cause as { port?: number }).port} is taken: stop what uses it, or set PORT`, {
      cause,
    })
  if (code === 'ECONNREFUSED' || code === 'CONNECT_TIMEOUT' || code === 'ENOTFOUND') {
    const { host } = URL.parse(databaseUrl) ?? { host: 'DATABASE_URL' }
    return new ConfigError(`no PostgreSQL answers at ${host}: start it, or correct DATABASE_URL`, { cause })
  }
  return cause
}
