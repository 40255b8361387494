import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, chown, copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { until } from '../time-limit.ts'
import { signal } from './linux-root.ts'
import type { Machine } from './machine.ts'
import { environmentOf, readUnit, type Unit } from './unit-file.ts'

/** A service that runs. */
interface Running {
  child: ChildProcess
  isStopping: boolean
  ended: Promise<unknown>
}

export interface Supervisor {
  /** The lines that a service has written. */
  linesOf(name: string): readonly string[]
  /** Timers that are enabled, and services that were started again after their end. */
  readonly timers: ReadonlySet<string>
  readonly restarts: readonly string[]
  close(): Promise<void>
}

/**
 * Starts services of a machine as their units say: user, credentials, folders, environment,
 * command, umask, restart and time limit of a stop. The hardening of a unit is not applied:
 * `systemd-analyze security` judges it. `systemctl` in the machine speaks to it.
 */
export async function openSupervisor(machine: Machine): Promise<Supervisor> {
  const { root } = machine
  const running = new Map<string, Running>()
  const lines = new Map<string, string[]>()
  const timers = new Set<string>()
  const restarts: string[] = []

  async function start(name: string): Promise<void> {
    if (name.endsWith('.timer')) {
      const timer = readUnit(root, name)
      readUnit(root, timer.one('Unit') ?? name.replace('.timer', '.service'))
      if (!timer.one('OnCalendar')) throw new Error(`${name} has no time`)
      timers.add(name)
      return
    }
    const unit = readUnit(root, name)
    const command = unit.one('ExecStart') ?? ''
    const child = await spawnUnit(unit, command)
    if (['oneshot', 'forking'].includes(unit.one('Type') ?? '')) {
      const [status] = (await once(child, 'close')) as [number | null]
      if (status !== 0 && !command.startsWith('-'))
        throw new Error(`${name} ended with ${status}: ${lines.get(name)?.slice(-20).join('\n')}`)
      return
    }
    const service: Running = { child, isStopping: false, ended: once(child, 'close') }
    running.set(name, service)
    void service.ended.then(async () => {
      if (service.isStopping || unit.one('Restart') !== 'always') return
      restarts.push(name)
      await wait(Number(unit.one('RestartSec') ?? 0.1) * 1000)
      if (!service.isStopping) await start(name)
    })
  }

  async function stop(name: string): Promise<void> {
    const unit = readUnit(root, name)
    const service = running.get(name)
    const command = unit.one('ExecStop')
    if (command) await once(await spawnUnit(unit, command), 'close')
    const pidFile = unit.one('PIDFile')
    if (pidFile) await until(`${name} has ended`, () => !existsSync(join(root, pidFile)))
    if (!service) return
    service.isStopping = true
    running.delete(name)
    signal(service.child, 'SIGTERM')
    const limitMs = Number(unit.one('TimeoutStopSec')?.replace('s', '') ?? 90) * 1000
    const isLate = await Promise.race([
      service.ended.then(() => false),
      wait(limitMs, true, { ref: false }),
    ])
    if (!isLate) return
    signal(service.child, 'SIGKILL')
    throw new Error(`${name} did not stop within ${limitMs} ms`)
  }

  async function spawnUnit(unit: Unit, command: string): Promise<ChildProcess> {
    const user = userOf(root, unit)
    for (const [key, place] of stateFolders)
      for (const folder of unit.all(key)) {
        const path = join(root, place, folder)
        await mkdir(path, { recursive: true })
        await chmod(path, Number.parseInt(unit.one(`${key}Mode`) ?? '755', 8))
        await chown(path, user.uid, user.gid)
      }
    await loadCredentials(root, unit, user)
    const umask = `umask ${unit.one('UMask') ?? '0022'} && exec "$@"`
    const words = command.replace(/^[-+!:]+/, '').split(/\s+/)
    const argv = ['sh', '-c', umask, 'sh', ...words]
    const child = machine.start({
      ...{ argv, env: environmentOf(root, unit), user, capabilities: capabilitiesOf(unit) },
    })
    const own = lines.get(unit.name) ?? []
    lines.set(unit.name, own)
    for (const stream of [child.stdout, child.stderr])
      if (stream) createInterface(stream).on('line', (line) => own.push(line))
    return child
  }

  async function obey(argv: readonly string[]): Promise<void> {
    const isNow = argv.includes('--now')
    const [verb, ...names] = argv.filter((each) => !each.startsWith('--'))
    for (const short of names) {
      const name = /\.(?:service|timer)$/.test(short) ? short : `${short}.service`
      if (verb === 'enable' ? isNow : verb === 'start') await start(name)
      if (verb === 'restart') await stop(name).then(() => start(name))
      if (verb === 'stop') await stop(name)
    }
    if (!['enable', 'start', 'restart', 'stop', 'daemon-reload'].includes(verb ?? ''))
      throw new Error(`systemctl ${verb} is not understood`)
  }

  const path = join(root, 'run/supervisor.sock')
  await rm(path, { force: true })
  const server = createServer({ allowHalfOpen: true }, (socket) => void answer(socket, obey))
  server.listen(path)
  await once(server, 'listening')
  await writeFile(join(root, 'usr/bin/systemctl'), shim, { mode: 0o755 })
  return {
    linesOf: (name) => lines.get(`${name}.service`) ?? [],
    ...{ timers, restarts },
    async close() {
      for (const name of [...running.keys()].reverse()) await stop(name)
      server.close()
    },
  }
}

const stateFolders = [
  ['StateDirectory', 'var/lib'],
  ['CacheDirectory', 'var/cache'],
  ['RuntimeDirectory', 'run'],
] as const

interface User {
  readonly uid: number
  readonly gid: number
}

/** A dynamic user is a number that no file has. */
function userOf(root: string, unit: Unit): User {
  if (unit.one('DynamicUser') === 'yes') return { uid: 61184, gid: 61184 }
  const name = unit.one('User') ?? 'root'
  const users = readFileSync(join(root, 'etc/passwd'), 'utf8')
  const [, uid, gid] = new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm').exec(users) ?? []
  if (uid === undefined) throw new Error(`${unit.name}: no user ${name}`)
  return { uid: Number(uid), gid: Number(gid) }
}

const capabilitiesOf = (unit: Unit): string[] =>
  unit
    .all('AmbientCapabilities')
    .flatMap((line) => line.split(/\s+/))
    .map((name) => name.toLowerCase().replace('cap_', ''))

async function loadCredentials(root: string, unit: Unit, user: User): Promise<void> {
  const folder = join(root, 'run/credentials', unit.name)
  await rm(folder, { recursive: true, force: true })
  for (const credential of unit.all('LoadCredential')) {
    const [name = '', from = ''] = credential.split(':')
    await mkdir(folder, { recursive: true, mode: 0o755 })
    await copyFile(join(root, from), join(folder, name))
    await chown(join(folder, name), user.uid, user.gid)
    await chmod(join(folder, name), 0o400)
  }
}

async function answer(socket: Socket, obey: (argv: readonly string[]) => Promise<void>) {
  const chunks: Buffer[] = []
  // Not by `for await`, which ends the socket with its input: the command would not be waited for.
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(socket, 'end')
  const problem = await obey(JSON.parse(Buffer.concat(chunks).toString()) as string[]).then(
    () => '',
    (cause: Error) => cause.message,
  )
  socket.end(problem)
}

const shim = `#!/usr/bin/env node
const socket = require('node:net').connect('/run/supervisor.sock')
socket.end(JSON.stringify(process.argv.slice(2)))
let problem = ''
socket.on('data', (chunk) => (problem += chunk))
socket.on('end', () => {
  if (problem !== '') console.error(problem)
  process.exitCode = problem === '' ? 0 : 1
})
`
