import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { freePort } from '../../scripts/free-port.ts'
import { findPlace } from '../../src/db/postgres-place.ts'
import { byTcp } from './database.ts'
import { installed } from './debian-package.ts'
import { readDeployed } from './deployed.ts'
import { endWithProcess } from './end-with-process.ts'
import { until } from './time-limit.ts'

/** A PgBouncer in transaction mode, with the file of deploy/pgbouncer/, before one database. */
export interface PgBouncer {
  /** The address of the database through it. */
  readonly url: string
  /** SIGKILL. */
  kill(): Promise<void>
  start(): Promise<void>
}

export async function openPgBouncer(folder: string, databaseUrl: string): Promise<PgBouncer> {
  const program = installed('pgbouncer')
  if (program === undefined) throw new Error('this drill needs: apt-get install pgbouncer')
  const { user } = await findPlace(folder)
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o711)
  const { hostname, port: serverPort, pathname, username, password } = byTcp(databaseUrl)
  const port = await freePort()
  const name = pathname.slice(1)
  const file = join(folder, 'pgbouncer.ini')
  // What differs from the file: addresses, TLS, and the logins of one machine.
  const own: Readonly<Record<string, string>> = {
    guiche: '',
    listen_addr: '127.0.0.1',
    listen_port: String(port),
    unix_socket_dir: '',
    auth_type: 'any',
    auth_file: '',
    client_tls_sslmode: 'disable',
    client_tls_key_file: '',
    client_tls_cert_file: '',
    server_tls_sslmode: 'disable',
    server_tls_ca_file: '',
  }
  const lines = (await readDeployed('pgbouncer/pgbouncer.ini')).split('\n').flatMap((line) => {
    const [, key = ''] = /^(\w+) *=/.exec(line) ?? []
    if (line === '[databases]') {
      const server = `host=${hostname} port=${serverPort} dbname=${name}`
      return [line, `${name} = ${server} user=${username} password=${password}`]
    }
    const value = own[key]
    if (value === undefined) return [line]
    return value === '' ? [] : [`${key} = ${value}`]
  })
  await writeFile(file, lines.join('\n'), { mode: 0o644 })
  const url = byTcp(databaseUrl)
  url.port = String(port)
  let child: ChildProcess | undefined
  return {
    url: url.href,
    async start() {
      child = endWithProcess(spawn(program, ['-q', file], { ...user, cwd: '/', stdio: 'ignore' }))
      await until('PgBouncer listens', () => listens(port))
    },
    async kill() {
      if (!child) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      child = undefined
    },
  }
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
