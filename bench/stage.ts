import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Merchant,
  type SandboxCredentials,
  seedMerchant,
  seedProviders,
} from '../scripts/seed.ts'
import { type Child, spawnChild } from '../scripts/supervise.ts'
import { buildApp } from '../src/build-app.ts'
import { type Config, readConfig } from '../src/config.ts'
import { openPool } from '../src/db/pool.ts'
import { watchCpu } from './cpu-times.ts'
import { openBenchDatabase } from './database.ts'

/**
 * The environment of a benchmark over HTTP: a durable PostgreSQL, the sandbox in a process of its
 * own, one merchant.
 */
export interface Stage {
  readonly databaseUrl: string
  readonly merchant: Merchant
  /** By simulator. */
  readonly credentials: SandboxCredentials
  readonly config: Config
  /** The sandbox's control routes. */
  readonly sandboxUrl: string
  /**
   * Runs `args` on this Node in a process of its own. Returns its address once the process prints
   * it.
   */
  start(
    name: string,
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
  ): Promise<string>
  /**
   * Analyzes the tables, as autovacuum does within a minute, so that plans of empty tables are
   * replaced.
   */
  gatherStatistics(): Promise<void>
  close(): Promise<void>
}

/**
 * The settings of every server of a benchmark. Rate limits are raised, as an operator would for
 * this shop; none is bypassed.
 */
const settings = {
  PORT: '0',
  LOG_LEVEL: 'warn',
  DATABASE_POOL_SIZE: '16',
  RATE_SECRET_KEY_FACTOR: '1000',
  RATE_PUBLIC_KEY_FACTOR: '1000',
  RATE_PUBLIC_KEY_PER_ADDRESS_FACTOR: '1000',
  RATE_UNKNOWN_CREDENTIALS_FACTOR: '1000',
  RATE_SESSIONS_PER_ACCOUNT: '1000000',
  RATE_SESSIONS_PER_HOST: '1000000',
  RATE_SESSIONS_PER_ADDRESS: '1000000',
} as const

/** @param more further settings of this benchmark; a `GUICHE_HOME` in it is removed at the end */
export async function openStage(more: Readonly<Record<string, string>> = {}): Promise<Stage> {
  const home = more.GUICHE_HOME ?? (await mkdtemp(join(tmpdir(), 'guiche-bench-home-')))
  const database = await openBenchDatabase()
  const env = { ...settings, ...more, GUICHE_HOME: home, DATABASE_URL: database.url }
  const config = readConfig(env)
  const children: Child[] = []
  const unwatch: (() => void)[] = []

  const start: Stage['start'] = async (name, args, own = {}) => {
    const child = spawnChild(name, args, { ...env, ...own })
    children.push(child)
    if (child.pid !== undefined) unwatch.push(watchCpu(name, child.pid))
    return untilReady(child)
  }

  const sandboxUrl = await start('sandbox', ['sandbox/main.ts'])
  const sandboxFile = JSON.parse(await readFile(join(home, 'sandbox.json'), 'utf8')) as {
    credentials: SandboxCredentials
  }
  const app = await buildApp({
    config,
    databaseUrl: database.url,
    baseUrl: 'http://127.0.0.1',
    works: false,
  })
  const { ids } = await seedProviders(app, sandboxFile.credentials)
  const merchant = await seedMerchant(app, { ids })
  await app.close()

  return {
    databaseUrl: database.url,
    merchant,
    credentials: sandboxFile.credentials,
    config,
    sandboxUrl,
    start,
    async gatherStatistics() {
      const sql = openPool({ url: database.url, max: 1, applicationName: 'guiche-bench' })
      await sql`analyze`
      await sql.end()
    },
    async close() {
      for (const end of unwatch) end()
      await Promise.all(children.toReversed().map((child) => child.stop()))
      await database.close()
      await rm(home, { recursive: true, force: true })
    },
  }
}

function untilReady(child: Child): Promise<string> {
  return new Promise((ready, failed) => {
    child.onMessage((message) => {
      const url = (message as { ready?: { url?: string } } | null)?.ready?.url
      if (url) ready(url)
    })
    child.exited.then((code) => failed(new Error(`${child.name} ended with ${code}`)))
  })
}
