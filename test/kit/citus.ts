import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openPool } from '../../src/db/pool.ts'
import { findPlace, mkdirFor } from '../../src/db/postgres-place.ts'
import { sessionLimits } from '../../src/db/session-limits.ts'
import { reservePort } from './reserve-port.ts'
import { timeLimit } from './time-limit.ts'

/** A cluster of Citus on the loopback interface. Its first server is the coordinator. */
export interface CitusCluster {
  /** The addresses of the database `postgres` of each server. */
  readonly urls: readonly string[]
  /** What test files read to make their databases on this cluster. */
  readonly env: Readonly<Record<'TEST_DATABASE_URL' | 'TEST_CITUS_WORKERS', string>>
  close(): Promise<void>
}

/** The programs of a PostgreSQL with Citus: those of PG_BIN, or Debian's. */
export const citusBinaries = process.env.PG_BIN ?? '/usr/lib/postgresql/15/bin'

/**
 * Starts a coordinator and `workers` workers.
 * @throws Error when `citusBinaries` have no Citus
 */
export async function openCitusCluster({
  home,
  workers,
  settings = {},
}: {
  readonly home: string
  readonly workers: number
  /** Of each server, beside the usual ones. */
  readonly settings?: Readonly<Record<string, string | number>>
}): Promise<CitusCluster> {
  requireCitus()
  const { user, data: usual } = await findPlace(home)
  const servers: { child: ChildProcess; url: string }[] = []
  const close = async () => {
    for (const { child } of servers) {
      if (child.exitCode !== null) continue
      const over = once(child, 'exit')
      child.kill('SIGQUIT')
      await over
    }
  }
  try {
    for (let number = 0; number <= workers; number += 1)
      servers.push(await startServer({ user, number, settings, place: dirname(usual) }))
  } catch (cause) {
    await close()
    throw cause
  }
  const urls = servers.map(({ url }) => url)
  const [coordinator = '', ...others] = urls
  const env = { TEST_DATABASE_URL: coordinator, TEST_CITUS_WORKERS: others.join(' ') }
  return { urls, env, close }
}

/** The sentence says what is missing. */
export function requireCitus(): void {
  const binaries = citusBinaries
  if (!existsSync(join(binaries, 'postgres')))
    throw new Error(`${binaries} has no PostgreSQL: set PG_BIN to the bin folder of one with Citus`)
  const asked = spawnSync(join(binaries, 'pg_config'), ['--sharedir'], { encoding: 'utf8' })
  const folder = join(asked.stdout?.trim() ?? '', 'extension')
  if (!existsSync(join(folder, 'citus.control')))
    throw new Error(`the PostgreSQL of ${binaries} has no Citus: ${folder} has no citus.control`)
}

/** Makes the cluster know its servers in one database of each of them. */
export async function joinDatabases(urls: readonly string[]): Promise<void> {
  for (const url of urls)
    await ask(url, (sql) => sql.unsafe('create extension if not exists citus'))
  const [coordinator = '', ...workers] = urls
  await ask(coordinator, async (sql) => {
    await sql`select citus_set_coordinator_host('127.0.0.1', ${portOf(coordinator)})`
    for (const url of workers) await sql`select citus_add_node('127.0.0.1', ${portOf(url)})`
  })
}

const portOf = (url: string): number => Number(new URL(url).port)

async function startServer({
  user,
  number,
  settings: own,
  place,
}: {
  readonly user: { readonly uid: number; readonly gid: number } | undefined
  readonly number: number
  readonly settings: Readonly<Record<string, string | number>>
  readonly place: string
}): Promise<{ child: ChildProcess; url: string }> {
  const data = join(place, `citus-${number}`)
  const hbaFile = join(place, 'citus-hba.conf')
  await mkdirFor(data, user)
  await writeFile(hbaFile, 'host all all 127.0.0.1/32 trust\n', { mode: 0o644 })
  const init = spawnSync(
    join(citusBinaries, 'initdb'),
    ['-D', data, '-U', 'postgres', '--auth=trust', '--locale=C', '--encoding=UTF8', '--no-sync'],
    { ...user, cwd: '/', env: { PATH: '/usr/bin:/bin' }, encoding: 'utf8' },
  )
  if (init.status !== 0) throw new Error(`initdb failed: ${init.stderr}`)
  const port = await reservePort()
  const settings = {
    ...{ port, listen_addresses: '127.0.0.1', unix_socket_directories: '', hba_file: hbaFile },
    ...{ shared_preload_libraries: 'citus,pg_stat_statements', wal_level: 'logical' },
    ...{ max_connections: 400, max_prepared_transactions: 400, max_worker_processes: 64 },
    ...{ fsync: 'off', shared_buffers: '64MB', timezone: 'UTC', log_min_messages: 'error' },
    ...{ max_locks_per_transaction: 1024, jit: 'off', max_parallel_workers_per_gather: 0 },
    // Citus makes a certificate for each server otherwise, and a handshake for each session.
    ...{ ssl: 'off', 'citus.node_conninfo': 'sslmode=disable' },
    // The limits of a session of the gateway do not reach the workers.
    ...{ ...(number > 0 && { lock_timeout: sessionLimits.lock_timeout }), ...own },
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(join(citusBinaries, 'postgres'), ['-D', data, ...args], {
    ...{ ...user, cwd: '/', env: { PATH: '/usr/bin:/bin' }, stdio: ['ignore', 'ignore', 'pipe'] },
  })
  let log = ''
  child.stderr?.on('data', (chunk: Buffer) => (log += chunk.toString()))
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const limit = timeLimit()
  for (;;) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL ended: ${log}`)
    const isReady = await ask(url, (sql) => sql`select 1`).then(
      () => true,
      () => false,
    )
    if (isReady) return { child, url }
    if (limit.aborted) throw new Error('PostgreSQL is not ready')
    await wait(50)
  }
}

async function ask<Result>(
  url: string,
  work: (sql: ReturnType<typeof openPool>) => PromiseLike<Result>,
): Promise<Result> {
  const sql = openPool({ url, max: 1, applicationName: 'guiche-test-kit', statementMs: 0 })
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}
