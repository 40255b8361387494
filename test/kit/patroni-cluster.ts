import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parse, stringify } from 'yaml'
import { openAuthority } from '../../sandbox/authority.ts'
import { openPool } from '../../src/db/pool.ts'
import { findPlace } from '../../src/db/postgres-place.ts'
import { installed } from './debian-package.ts'
import { readDeployed } from './deployed.ts'
import { endWithProcess } from './end-with-process.ts'
import { reservePort } from './reserve-port.ts'

/** Three PostgreSQL under Patroni and etcd, with TLS and the files of deploy/patroni/. */
export interface PatroniCluster {
  /** The address of the gateway: every server. */
  readonly url: string
  /** The file of the authority of the servers. */
  readonly authority: string
  /** Asks the server that accepts writes, as the superuser. */
  ask(text: string): Promise<Record<string, unknown>[]>
  readonly nodes: readonly PatroniNode[]
  /** The server that accepts writes, if there is one. */
  primary(): Promise<PatroniNode | undefined>
  /** Waits until a primary has two standbys, one of them synchronous. Returns the primary. */
  whole(): Promise<PatroniNode>
  close(): Promise<void>
}

export interface PatroniNode {
  readonly name: string
  readonly port: number
  /** Where Patroni answers whether its server is the primary. */
  readonly restPort: number
  /** Ends the server and its Patroni with SIGKILL, as if the machine had lost its power. */
  kill(): Promise<void>
  /** Starts Patroni, which makes the server a standby. */
  start(): Promise<void>
}

interface OpenNode extends PatroniNode {
  readonly url: string
}

const password = 'drill'
const binaries = '/usr/lib/postgresql/15/bin'

export async function openPatroniCluster(home: string): Promise<PatroniCluster> {
  const patroni = installed('patroni')
  const etcd = installed('etcd')
  if (patroni === undefined || etcd === undefined)
    throw new Error('this drill needs: apt-get install patroni etcd-server postgresql-15')
  const { user } = await findPlace(home)
  const children = new Set<ChildProcess>()
  const run = (name: string, program: string, args: readonly string[], env = {}) => {
    const log = openSync(join(home, `${name}.log`), 'a')
    const child = endWithProcess(
      spawn(program, args, {
        ...{ ...user, cwd: '/', stdio: ['ignore', log, log] },
        env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', ...env },
      }),
    )
    closeSync(log)
    children.add(child)
    child.once('exit', () => children.delete(child))
    return child
  }
  const folder = async (name: string): Promise<string> => {
    const path = join(home, name)
    await mkdir(path, { mode: 0o700 })
    if (user) await chown(path, user.uid, user.gid)
    return path
  }

  const issuer = await openAuthority(home)
  const authority = join(home, 'authority.pem')
  await writeFile(authority, issuer.certificate, { mode: 0o644 })
  const { certificate, privateKey } = await issuer.server('banco')
  const [certFile, keyFile] = [join(home, 'banco.crt'), join(home, 'banco.key')]
  await writeFile(certFile, certificate, { mode: 0o644 })
  await writeFile(keyFile, privateKey, { mode: 0o600 })
  if (user) await chown(keyFile, user.uid, user.gid)
  const tls = { ssl: 'on', ssl_cert_file: certFile, ssl_key_file: keyFile }
  const verified = `sslmode=verify-full&sslrootcert=${authority}`

  const [client, peer] = [await localUrl(), await localUrl()]
  const etcdFile = join(home, 'etcd.yml')
  await writeFile(
    etcdFile,
    stringify({
      ...parse(await readDeployed('patroni/etcd.yml')),
      ...{ 'data-dir': await folder('etcd'), 'initial-cluster': `banco-1=${peer}` },
      ...{ 'listen-client-urls': client, 'advertise-client-urls': client },
      ...{ 'listen-peer-urls': peer, 'initial-advertise-peer-urls': peer },
    }),
  )
  run('etcd', etcd, ['--config-file', etcdFile])

  const template = await readDeployed('patroni/patroni.yml')
  const openNode = async (name: string): Promise<OpenNode> => {
    const [port, restPort] = [await reservePort(), await reservePort()]
    const own = await folder(name)
    const data = join(own, 'data')
    const file = join(home, `${name}.yml`)
    const settings = parse(template)
    // What differs from the file: addresses, folders, the archive and the watchdog.
    const place = { unix_socket_directories: own, archive_command: '/bin/true' }
    const parameters = { ...tls, ...place, shared_buffers: '32MB' }
    await writeFile(
      file,
      stringify({
        ...settings,
        name,
        restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
        etcd3: { hosts: [new URL(client).host] },
        postgresql: {
          ...{ ...settings.postgresql, parameters, data_dir: data, bin_dir: binaries },
          ...{ listen: `127.0.0.1:${port}`, connect_address: `127.0.0.1:${port}` },
          pgpass: join(own, 'pgpass'),
          pg_hba: [
            'local all all scram-sha-256',
            'hostssl all all 127.0.0.1/32 scram-sha-256',
            'hostssl replication replicator 127.0.0.1/32 scram-sha-256',
          ],
        },
        watchdog: { mode: 'off' },
      }),
      { mode: 0o644 },
    )
    const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres?${verified}`
    let child: ChildProcess | undefined
    return {
      ...{ name, port, restPort, url },
      async start() {
        child = run(name, patroni, [file], {
          PATRONI_SUPERUSER_PASSWORD: password,
          PATRONI_REPLICATION_PASSWORD: password,
          PATRONI_REWIND_PASSWORD: password,
          PATRONI_RESTAPI_USERNAME: 'patroni',
          PATRONI_RESTAPI_PASSWORD: password,
        })
      },
      async kill() {
        const [pid] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')
        const ended = child && once(child, 'exit')
        child?.kill('SIGKILL')
        process.kill(Number(pid), 'SIGKILL')
        await ended
      },
    }
  }
  const nodes: OpenNode[] = []
  for (const name of ['banco-1', 'banco-2', 'banco-3']) nodes.push(await openNode(name))
  for (const node of nodes) await node.start()

  const primary = async () => {
    const found = await Promise.all(
      nodes.map((node) =>
        askAt(node.url, 'show transaction_read_only').then(
          ([row]) => row?.transaction_read_only === 'off',
          () => false,
        ),
      ),
    )
    return nodes[found.indexOf(true)]
  }
  const whole = async () => {
    const limit = AbortSignal.timeout(wholeMs)
    for (;;) {
      const node = await primary()
      const standbys = node
        ? await askAt(
            node.url,
            "select sync_state from pg_stat_replication where state = 'streaming'",
          ).catch(() => [])
        : []
      const isSafe = standbys.some(({ sync_state }) => sync_state === 'sync')
      if (node && isSafe && standbys.length === nodes.length - 1) return node
      if (limit.aborted) throw new Error(`no primary with two standbys: see ${home}`)
      await wait(200)
    }
  }
  const first = await whole()
  await askAt(first.url, `create role guiche login password '${password}'`)
  await askAt(first.url, 'create database guiche owner guiche')
  const hosts = nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')
  return {
    url: `postgres://guiche:${password}@${hosts}/guiche?target_session_attrs=read-write&${verified}`,
    ...{ authority, nodes, primary, whole },
    async ask(text) {
      return askAt((await whole()).url, text)
    },
    async close() {
      // Patroni stops its server.
      for (const child of children) child.kill('SIGTERM')
      const limit = AbortSignal.timeout(30_000)
      while (children.size > 0 && !limit.aborted) await wait(100)
      for (const child of children) child.kill('SIGKILL')
    },
  }
}

const wholeMs = 180_000

const localUrl = async (): Promise<string> => `http://127.0.0.1:${await reservePort()}`

async function askAt(url: string, text: string): Promise<Record<string, unknown>[]> {
  // Making a database waits for the disk.
  const sql = openPool({ url, max: 1, applicationName: 'guiche-drill', statementMs: 60_000 })
  try {
    return await sql.unsafe(text)
  } finally {
    await sql.end({ timeout: 1 })
  }
}
