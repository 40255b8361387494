import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { openAuthority } from '../../sandbox/authority.ts'
import { findPlace } from '../../src/db/postgres-place.ts'
import { installed } from './debian-package.ts'
import { readDeployed } from './deployed.ts'
import { endWithProcess } from './end-with-process.ts'
import { reservePort } from './reserve-port.ts'
import { until } from './time-limit.ts'

/** A PgBouncer in transaction mode with TLS, with the file of deploy/pgbouncer/. */
export interface PgBouncer {
  /** The address of the database through it. */
  readonly url: string
  /** SIGKILL. */
  kill(): Promise<void>
  start(): Promise<void>
}

/** What is behind it. */
interface Behind {
  readonly hostname: string
  readonly port: string | number
  readonly database: string
  readonly username: string
  readonly password: string
  /** What the file of logins has: the password, or as PostgreSQL stores it. */
  readonly secret: string
  /** The file of the authority of the server. Absent: it has no TLS. */
  readonly authority?: string
}

export async function openPgBouncer(folder: string, behind: Behind): Promise<PgBouncer> {
  const program = installed('pgbouncer')
  if (program === undefined) throw new Error('this drill needs: apt-get install pgbouncer')
  const { user } = await findPlace(folder)
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o711)
  const place = async (name: string, text: string): Promise<string> => {
    const path = join(folder, name)
    await writeFile(path, text, { mode: 0o600 })
    if (user) await chown(path, user.uid, user.gid)
    return path
  }
  const issuer = await openAuthority(folder)
  const { certificate, privateKey } = await issuer.server('pooler')
  const authority = join(folder, 'authority.pem')
  await writeFile(authority, issuer.certificate)
  const port = await reservePort()
  const { username, password, secret, database } = behind
  // What differs from the file: addresses and paths, and TLS to a server that has none.
  const own: Readonly<Record<string, string>> = {
    guiche: '',
    listen_addr: '127.0.0.1',
    listen_port: String(port),
    unix_socket_dir: '',
    auth_file: await place('userlist.txt', `"${username}" "${secret}"\n`),
    client_tls_key_file: await place('server.key', privateKey),
    client_tls_cert_file: await place('server.crt', certificate),
    ...(behind.authority === undefined
      ? { server_tls_sslmode: 'disable', server_tls_ca_file: '' }
      : { server_tls_ca_file: behind.authority }),
  }
  const lines = (await readDeployed('pgbouncer/pgbouncer.ini')).split('\n').flatMap((line) => {
    const [, key = ''] = /^(\w+) *=/.exec(line) ?? []
    if (line === '[databases]') {
      const server = `host=${behind.hostname} port=${behind.port} dbname=${database}`
      return [line, `${database} = ${server}`]
    }
    const value = own[key]
    if (value === undefined) return [line]
    return value === '' ? [] : [`${key} = ${value}`]
  })
  const file = await place('pgbouncer.ini', lines.join('\n'))
  const login = `${username}:${encodeURIComponent(password)}`
  const tls = `sslmode=verify-full&sslrootcert=${authority}`
  let child: ChildProcess | undefined
  return {
    url: `postgres://${login}@127.0.0.1:${port}/${database}?${tls}`,
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
