import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { openPool } from '../../src/db/pool.ts'
import { openTestDatabase } from '../kit/database.ts'
import { lockWaits } from '../kit/lock-waits.ts'
import { program } from '../kit/program.ts'
import { reservePort } from '../kit/reserve-port.ts'
import { childrenOf } from '../kit/running-processes.ts'
import { startServer } from '../kit/served.ts'
import { timeLimit, until, untilFound } from '../kit/time-limit.ts'

/* One `guiche serve` with several processes that share a port. */

/** What a process locks while it migrates (src/db/migrate.ts). */
const migrationsLock = 7_205_118

const database = await openTestDatabase()
const home = mkdtempSync(join(tmpdir(), 'guiche-processes-'))
after(async () => {
  await database.close()
  rmSync(home, { recursive: true })
})

type Env = Readonly<Record<string, string>>

const settings = (port: number, env: Env): Env => ({
  ...{ GUICHE_HOME: home, DATABASE_URL: database.url, HOST: '127.0.0.1', PORT: String(port) },
  ...{ LOG_LEVEL: 'silent', LC_ALL: 'en_US.UTF-8', ...env },
})

const args = (role = 'api') => ['--processes', '2', `--role=${role}`]

/** A start that is refused. */
function start(port: number, env: Env = {}): ChildProcess {
  return spawn(process.execPath, [program, 'serve', ...args()], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, ...settings(port, env) },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
}

function errorsOf({ stderr }: ChildProcess): Promise<string> {
  assert(stderr)
  return text(stderr)
}

async function startReady(
  t: { after(work: () => unknown): void },
  env: Env = {},
  role: 'api' | 'worker' = 'api',
) {
  const port = await reservePort()
  const started = { args: args(role), env: settings(port, env), log: 'pipe' } as const
  const { child: parent } = await startServer(started)
  const exited = once(parent, 'exit')
  t.after(() => parent.kill('SIGKILL'))
  return { parent, port, exited }
}

/** On a connection of its own, so that the kernel chooses a process each time. */
async function get(port: number, path: string): Promise<{ status: number; body: string }> {
  const agent = new Agent({ keepAlive: false })
  const sent = request({ host: '127.0.0.1', port, path, agent }).end()
  const [response] = await once(sent, 'response', { signal: timeLimit() })
  return { status: response.statusCode, body: await text(response) }
}

/** The processes that a scrape shows, with the requests that each has answered. */
async function scraped(port: number): Promise<Record<string, number>> {
  const { body } = await get(port, '/metrics')
  const lines = body.matchAll(
    /^guiche_http_request_duration_seconds_count\{.*route="\/health\/live".*process="(\d+)".*\} (\d+)$/gm,
  )
  return Object.fromEntries([...lines].map(([, number, count]) => [number, Number(count)]))
}

test('two processes share the port, and one scrape shows both', async (t) => {
  const { parent, port } = await startReady(t)
  assert.equal(childrenOf(parent.pid).length, 2)
  for (let sent = 0; sent < 60; sent += 1)
    assert.equal((await get(port, '/health/live')).status, 200)
  const counts = await scraped(port)
  assert.deepEqual(Object.keys(counts), ['1', '2'])
  assert.equal((counts[1] ?? 0) + (counts[2] ?? 0), 60)
  assert.ok(Math.min(...Object.values(counts)) > 0, JSON.stringify(counts))
  const { body } = await get(port, '/metrics')
  const types = body.match(/^# TYPE process_cpu_seconds_total /gm)
  assert.equal(types?.length, 1, 'one description for the values of both')
  const starts = body.matchAll(/^process_start_time_seconds\{process="(\d)"\} /gm)
  assert.deepEqual([...starts].map(([, number]) => number).sort(), ['1', '2'])
})

test('the status port of two workers shows both', async (t) => {
  const statusPort = await reservePort()
  await startReady(t, { GUICHE_STATUS_PORT: `${statusPort}` }, 'worker')
  const { body } = await get(statusPort, '/metrics')
  const roles = body.match(/^guiche_role\{.*\} 1$/gm) ?? []
  assert.deepEqual(roles.toSorted(), [
    'guiche_role{role="worker",process="1"} 1',
    'guiche_role{role="worker",process="2"} 1',
  ])
})

test('a process that is killed is started again, and SIGTERM ends them all', async (t) => {
  const { parent, port, exited } = await startReady(t)
  const [victim = 0, other = 0] = childrenOf(parent.pid)
  process.kill(victim, 'SIGKILL')
  // The kernel ends it a little later. Until then it still gets connections, which are reset.
  await until('it has ended', () => !childrenOf(parent.pid).includes(victim))
  assert.equal((await get(port, '/health/live')).status, 200, 'the other one answers alone')
  await until('both answer again', async () => {
    await get(port, '/health/live')
    return Object.keys(await scraped(port)).length === 2
  })
  assert.ok(childrenOf(parent.pid).includes(other))
  parent.kill('SIGTERM')
  assert.deepEqual(await exited, [0, null])
})

test('the processes finish their work and end without their parent', async (t) => {
  const { parent, port } = await startReady(t, { LOG_LEVEL: 'info' })
  assert(parent.stdout)
  // The pipe closes when the last process that writes to it has ended.
  const output = text(parent.stdout)
  parent.kill('SIGKILL')
  assert.equal((await output).match(/"process":\d,"msg":"stopped"/g)?.length, 2)
  createServer().listen(port, '127.0.0.1').close()
})

test('SIGTERM ends a parent that waits for the migrations of another process', async (t) => {
  const other = openPool({ url: database.url, max: 1, applicationName: 'guiche-other' })
  t.after(() => other.end())
  await other`select pg_advisory_lock(${migrationsLock})`
  const parent = start(await reservePort())
  t.after(() => parent.kill('SIGKILL'))
  await until('it waits', async () => (await lockWaits(other)).length > 0)
  parent.kill('SIGTERM')
  // Each reading keeps the connection, and so the lock.
  await until('it has ended', async () => {
    await other`select 1`
    return parent.exitCode === 0
  })
})

test('a port of another program is refused once, before any process starts', async (t) => {
  const taken = createServer().listen(0, '127.0.0.1')
  t.after(() => taken.close())
  await once(taken, 'listening')
  const address = taken.address()
  assert(typeof address === 'object' && address)
  const parent = start(address.port)
  const [errors, [code]] = await Promise.all([errorsOf(parent), once(parent, 'exit')])
  assert.equal(code, 1)
  assert.match(errors, /^port \d+ is taken/)
})

test('a status port that is taken, or that of the API, is refused by its name', async (t) => {
  const taken = createServer().listen(0, '127.0.0.1')
  t.after(() => taken.close())
  await once(taken, 'listening')
  const address = taken.address()
  assert(typeof address === 'object' && address)
  const port = await reservePort()
  for (const statusPort of [address.port, port]) {
    const parent = start(port, { GUICHE_STATUS_PORT: `${statusPort}` })
    t.after(() => parent.kill('SIGKILL'))
    const [errors, [code]] = await Promise.all([errorsOf(parent), once(parent, 'exit')])
    assert.equal(code, 1)
    assert.match(errors, new RegExp(`^port ${statusPort} is taken.*GUICHE_STATUS_PORT`))
  }
})

test('more connections than PostgreSQL accepts are a warning in the log', async (t) => {
  const { parent } = await startReady(t, { LOG_LEVEL: 'warn', DATABASE_POOL_SIZE: '200' })
  let log = ''
  parent.stdout?.on('data', (bytes) => {
    log += String(bytes)
  })
  // A busy machine may have another warning before it.
  const line = await untilFound(
    'it warns of the connections',
    () => log.split('\n').find((each) => /"wanted":.*\}$/.test(each)),
    (found) => found !== undefined,
  )
  const { wanted, free, msg } = JSON.parse(line ?? '')
  assert.equal(wanted, 408)
  assert.ok(free < wanted)
  assert.match(msg, /DATABASE_POOL_SIZE/)
})
