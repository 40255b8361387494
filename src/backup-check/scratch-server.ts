import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openPool } from '../db/pool.ts'
import type { ServerUser } from '../db/server-user.ts'
import { BackupProblem } from './backup-problem.ts'
import { isRecovered } from './newest-commit-store.ts'

/** Where the programs of a system are: a variable of the caller changes nothing. */
export const programPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** A restored data directory, and how its server is started. */
export interface ScratchPlace {
  /** Holds the data directory and the socket. */
  readonly directory: string
  readonly data: string
  /** The folder of `postgres`. Absent: that of Debian for the version of the data. */
  readonly binaries?: string
  /** PostgreSQL does not run as root. */
  readonly user: ServerUser | undefined
  readonly database: string
  readonly role: string
}

export interface ScratchServer {
  /** A connection over the socket in the scratch directory. */
  readonly url: string
  stop(): Promise<void>
}

/**
 * Starts a server on a restored copy, and waits until it has replayed the archived WAL. It listens
 * on a socket in the scratch directory alone, archives nothing, and loads no library of production:
 * nothing that it does reaches production.
 * @throws with the last lines of its log when it does not start
 */
export async function startScratchServer(
  place: ScratchPlace,
  signal: AbortSignal,
): Promise<ScratchServer> {
  const { directory, data, user, database, role } = place
  const program = join(place.binaries ?? (await debianBinaries(data)), 'postgres')
  const hbaFile = join(directory, 'pg_hba.conf')
  const configFile = join(directory, 'postgresql.conf')
  await writeFile(hbaFile, 'local all all trust\n', { mode: 0o644 })
  await writeFile(configFile, '', { mode: 0o644 })
  const args = Object.entries({ ...settings, hba_file: hbaFile, config_file: configFile })
    .concat([['unix_socket_directories', directory]])
    .flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(program, ['-D', data, ...args], {
    ...{ ...user, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] },
    env: { PATH: programPath, LC_ALL: 'C' },
  })
  const lastLines: string[] = []
  for (const stream of [server.stdout, server.stderr])
    stream?.on('data', (chunk: Buffer) => {
      lastLines.push(...chunk.toString().split('\n').filter(Boolean))
      lastLines.splice(0, lastLines.length - 5)
    })
  const failed = once(server, 'error').then(([cause]) => lastLines.push(String(cause)))
  void failed.catch(() => {})
  const [name, path] = [role, directory].map(encodeURIComponent)
  const url = `postgres://${name}@/${encodeURIComponent(database)}?host=${path}`
  const stop = () => end(server)
  try {
    while (!(await isOpen(url))) {
      if (server.exitCode !== null || server.signalCode !== null || server.pid === undefined)
        throw new BackupProblem({
          pt: `o PostgreSQL não iniciou: ${lastLines.join(' | ')}`,
          en: `PostgreSQL did not start: ${lastLines.join(' | ')}`,
        })
      await wait(200, undefined, { signal })
    }
    return { url, stop }
  } catch (cause) {
    await stop()
    throw cause
  }
}

const settings: Readonly<Record<string, string>> = {
  listen_addresses: '',
  port: '5432', // The name of the socket: no port is opened.
  archive_mode: 'off',
  archive_command: '',
  archive_library: '',
  shared_preload_libraries: '',
  session_preload_libraries: '',
  hot_standby: 'off', // Otherwise it needs the limits of production, such as max_connections.
  primary_conninfo: '',
  ssl: 'off',
  fsync: 'off', // The copy is deleted.
  shared_buffers: '128MB',
  dynamic_shared_memory_type: 'mmap', // A container may have no /dev/shm for this user.
  max_connections: '40',
  logging_collector: 'off',
  log_destination: 'stderr',
  cluster_name: 'guiche-backup-check',
}

/** Debian's folder for the version of a data directory. */
async function debianBinaries(data: string): Promise<string> {
  const version = (await readFile(join(data, 'PG_VERSION'), 'utf8')).trim()
  const folder = `/usr/lib/postgresql/${version}/bin`
  if (existsSync(folder)) return folder
  throw new BackupProblem({
    pt: `não há PostgreSQL ${version} em ${folder}: diga a pasta dele em --postgres-bin`,
    en: `no PostgreSQL ${version} in ${folder}: name its folder by --postgres-bin`,
  })
}

/** Whether it accepts connections, and the recovery is over. */
async function isOpen(url: string): Promise<boolean> {
  const sql = openPool({ url, max: 1, applicationName: 'guiche-backup-check' })
  try {
    return await isRecovered(sql)
  } catch {
    return false
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** An immediate stop: the copy is not used again. */
async function end(server: ChildProcess): Promise<void> {
  if (server.pid === undefined || server.exitCode !== null || server.signalCode !== null) return
  const over = once(server, 'exit')
  server.kill('SIGQUIT')
  await Promise.race([over, wait(10_000).then(() => server.kill('SIGKILL'))])
  await over
}
