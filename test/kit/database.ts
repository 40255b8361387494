import { createHash } from 'node:crypto'
import { lstat, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allowTriggers, distributeTables, readShardCount } from '../../src/db/citus-store.ts'
import { dropDatabase } from '../../src/db/drop-database.ts'
import { startEmbeddedPostgres } from '../../src/db/embedded-postgres.ts'
import { migrate, migrationsDigest } from '../../src/db/migrate.ts'
import { openPool, type Sql } from '../../src/db/pool.ts'
import { randomBase62 } from '../../src/primitives/id.ts'
import { joinDatabases } from './citus.ts'
import { untilConnected } from './until-connected.ts'

export interface TestDatabase {
  /** A pool on a database of its own, fully migrated and empty. */
  readonly sql: Sql
  readonly url: string
  /** Ends the pool and drops the database. */
  readonly close: () => Promise<void>
}

/** The address of the same server by TCP, for programs between it and the gateway. */
export function byTcp(databaseUrl: string): URL {
  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  return url
}

/**
 * The limit of opening a connection, and of waiting for one, ms. On a busy machine some take longer
 * than the two seconds of the gateway. For pools whose limit is not what a test asserts.
 */
export const connectMs = 30_000

/** A pool whose statements are those for a database that is distributed by account. */
export const openDistributed = (url: string, { max }: { readonly max: number }): Sql =>
  openPool({ url, max, applicationName: 'guiche-test', connectMs, shards: 4 })

/**
 * One for each test file: `const database = await openTestDatabase()` and `after(() =>
 * database.close())`.
 */
export async function openTestDatabase({
  max = 10,
  plansMs,
}: {
  readonly max?: number
  readonly plansMs?: number
} = {}): Promise<TestDatabase> {
  const server = await openServer()
  const admin = await openAdmin(server.databaseUrl)
  const template = await ensureTemplate(admin, server.databaseUrl)
  const name = `test_${process.pid}_${randomBase62(8).toLowerCase()}`
  await onNodes(
    server.databaseUrl,
    (sql) => sql`create database ${sql(name)} template ${sql(template)} strategy file_copy`,
  )

  const url = urlOf(server.databaseUrl, name)
  const isOnCluster = workersOfCluster().length > 0
  const shards = isOnCluster ? await readShardCount(url) : undefined
  const sql = openPool({ url, max, applicationName: 'guiche-test', connectMs, shards, plansMs })
  await untilConnected(() => sql`select 1`)
  // A copy does not take the settings of its template.
  if (isOnCluster) await allowTriggers(sql)
  const close = async () => {
    await sql.end({ timeout: 1 })
    await onNodes(server.databaseUrl, (node) => dropDatabase(node, name))
    await admin.end()
    await server.stop()
  }
  return { sql, url, close }
}

/**
 * Making and dropping a database waits for the disk, and on a busy machine for longer than any
 * query of the gateway may.
 */
async function openAdmin(url: string): Promise<Sql> {
  const admin = openPool({
    ...{ url, max: 1, applicationName: 'guiche-test-kit', statementMs: 0, connectMs },
  })
  await untilConnected(() => admin`set statement_timeout = 0`)
  await admin`set lock_timeout = 0`
  return admin
}

/**
 * The server that `npm test` started for all files; else, for a file run by hand, one that such
 * files of this checkout share.
 */
async function openServer() {
  const databaseUrl = process.env.TEST_DATABASE_URL
  if (databaseUrl) return { databaseUrl, stop: async () => {} }

  const digest = createHash('sha256')
    .update(import.meta.dirname)
    .digest('hex')
    .slice(0, 12)
  const home = join(tmpdir(), `guiche-test-${process.getuid?.()}-${digest}`)
  await mkdir(home, { mode: 0o711 }).catch(() => {})
  const found = await lstat(home)
  if (!found.isDirectory() || found.uid !== process.getuid?.())
    throw new Error(`${home} belongs to another user`)
  const server = await startEmbeddedPostgres({ home, isDurable: false })
  await dropLeftovers(server.socketUrl)
  return { databaseUrl: server.socketUrl, stop: server.stop }
}

/** Databases of test files that were killed. */
async function dropLeftovers(databaseUrl: string) {
  const sql = await openAdmin(databaseUrl)
  const names = await sql<
    { name: string }[]
  >`select datname as name from pg_database where datname ~ '^test_[0-9]+_'`
  for (const { name } of names) {
    if (!isAlive(Number(name.split('_')[1]))) await dropDatabase(sql, name)
  }
  await sql.end()
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/**
 * Migrates once for all files and processes. Built under another name, so that a killed run leaves
 * no half of it.
 */
async function ensureTemplate(admin: Sql, databaseUrl: string): Promise<string> {
  const name = `template_${(await migrationsDigest()).slice(0, 16)}`
  const draft = `${name}_draft`
  const exists = async () =>
    (await admin`select from pg_database where datname = ${name}`).length > 0
  if (await exists()) return name

  await admin`select pg_advisory_lock(${templateLockKey})`
  if (!(await exists())) {
    await onNodes(databaseUrl, async (sql) => {
      await sql`drop database if exists ${sql(draft)} with (force)`
      await sql`create database ${sql(draft)}`
    })
    const urls = [databaseUrl, ...workersOfCluster()].map((url) => urlOf(url, draft))
    if (workersOfCluster().length > 0) await joinDatabases(urls)
    await untilConnected(() => migrate(urlOf(databaseUrl, draft)))
    if (workersOfCluster().length > 0) await distributeTables(urlOf(databaseUrl, draft))
    await onNodes(databaseUrl, (sql) => renameTemplate(sql, draft, name))
  }
  await admin`select pg_advisory_unlock(${templateLockKey})`
  return name
}

const templateLockKey = 7_205_119

function urlOf(databaseUrl: string, name: string): string {
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Citus keeps a session in each database that it knows. It does not return to a template. */
async function renameTemplate(sql: Sql, draft: string, name: string): Promise<void> {
  if (workersOfCluster().length > 0) {
    await sql`alter database ${sql(draft)} with allow_connections false`
    await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = ${draft}`
  }
  await sql`alter database ${sql(draft)} rename to ${sql(name)}`
}

/**
 * The other servers of a cluster of Citus whose coordinator is TEST_DATABASE_URL. A database of a
 * cluster is one on each server.
 */
const workersOfCluster = () => process.env.TEST_CITUS_WORKERS?.split(' ') ?? []

async function onNodes(databaseUrl: string, work: (sql: Sql) => PromiseLike<unknown>) {
  for (const url of [databaseUrl, ...workersOfCluster()]) {
    const sql = await openAdmin(url)
    try {
      await work(sql)
    } finally {
      await sql.end()
    }
  }
}
