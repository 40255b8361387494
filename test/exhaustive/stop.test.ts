import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, link, mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { byTcp, openTestDatabase } from '../kit/database.ts'
import { program } from '../kit/program.ts'
import { reservePort } from '../kit/reserve-port.ts'

/* Every way to start `guiche serve`, and every way to stop it, in real processes. */

const root = join(import.meta.dirname, '../..')
const directory = await mkdtemp(join(tmpdir(), 'guiche-stop-'))
after(() => rm(directory, { recursive: true }))
const database = await openTestDatabase()
after(() => database.close())
const adminToken = 'the operator of this test'.replaceAll(' ', '-')
const otherNode = await anotherNode()

const launcher = join(root, 'scripts/guiche.mjs')
const serve = ['serve', '--role', 'all']

const isolation = ['--user', '--map-root-user', '--fork', '--pid', '--mount-proc']

const starts: Readonly<Record<string, readonly string[]>> = {
  'the program': [process.execPath, program, ...serve],
  'the launcher on the pinned Node': [process.execPath, launcher, ...serve],
  'the launcher on another Node': [otherNode, launcher, ...serve],
  'npx guiche': ['npm', 'exec', '--offline', '--', 'guiche', ...serve],
}

for (const [what, command] of Object.entries(starts)) {
  test(`${what}, SIGTERM to its process: everything ends`, async (t) => {
    const started = await start(t, command)
    started.child.kill('SIGTERM')
    await started.untilNothingIsLeft()
    // npm's shell ends by the signal itself, and npm with it.
    if (!what.startsWith('npx')) assert.deepEqual(started.ending(), { code: 0, signal: null })
  })

  // As a service manager does it; as Ctrl-C in a terminal does; as a terminal that is closed does.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    test(`${what}, ${signal} to its process group: everything ends`, async (t) => {
      const started = await start(t, command)
      assert(started.child.pid !== undefined)
      process.kill(-started.child.pid, signal)
      await started.untilNothingIsLeft()
      if (!what.startsWith('npx')) assert.deepEqual(started.ending(), { code: 0, signal: null })
    })
  }

  if (
    what === 'the launcher on another Node' ||
    (what === 'npx guiche' && process.platform === 'linux')
  ) {
    test(`${what}, killed: what it started ends`, async (t) => {
      const started = await start(t, command)
      started.child.kill('SIGKILL')
      await started.untilNothingIsLeft()
    })
  }
}

if (canIsolate()) {
  const inContainer = ['unshare', ...isolation, '--kill-child=SIGKILL']
  for (const [what, command] of Object.entries(starts).slice(0, 3)) {
    test(`${what} as the first process of a container: SIGTERM ends it`, async (t) => {
      const started = await start(t, [...inContainer, ...command])
      const [first] = childrenOf(started.child.pid)
      assert(first !== undefined, 'the first process of the container')
      process.kill(first, 'SIGTERM')
      await started.untilNothingIsLeft()
      assert.deepEqual(started.ending(), { code: 0, signal: null })
    })

    test(`${what} as first process of a container: SIGTERM while it starts ends it`, async (t) => {
      const started = await begin(t, [...inContainer, ...command])
      let first: number | undefined
      while (first === undefined) [first] = childrenOf(started.child.pid)
      // Until its first line has run, a first process does not get the signal at all.
      while (!started.hasEnded()) {
        kill(first, 'SIGTERM')
        await wait(20)
      }
      await started.untilNothingIsLeft()
    })
  }
}

test('an accepted request gets its response while the process stops', async (t) => {
  const started = await start(t, starts['the program'] ?? [])
  const admin = async (path: string, body: object) => {
    const response = await fetch(`${started.baseUrl}/api/admin/accounts${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return ((await response.json()) as { data: { id: string; key: string } }).data
  }
  const { id } = await admin('', { name: 'Loja', document: '11222333000181' })
  const { key } = await admin(`/${id}/keys`, { kind: 'secret', name: 'Loja' })
  const waiting = fetch(`${started.baseUrl}/api/user/events?after=0&wait=20`, {
    headers: { authorization: `Basic ${Buffer.from(`x:${key}`).toString('base64')}` },
  })
  // A second request on another connection: the first has been accepted by then.
  await fetch(`${started.baseUrl}/health/live`)
  started.child.kill('SIGTERM')
  assert.equal((await waiting).status, 200)
  await started.untilNothingIsLeft()
})

test('connections that wait when the process is stopped get a response', async (t) => {
  const started = await start(t, starts['the program'] ?? [])
  started.child.kill('SIGSTOP') // Nothing is accepted while the connections arrive.
  const connections = await Promise.all(Array.from({ length: 50 }, () => connected(started)))
  for (const { send } of connections) send({ isLast: true })
  started.child.kill('SIGTERM')
  started.child.kill('SIGCONT')
  for (const { ended } of connections) assert.match(await ended, /^HTTP\/1\.1 200 /)
  await started.untilNothingIsLeft()
})

test('a request on an open connection gets a response while the process stops', async (t) => {
  const started = await start(t, starts['the program'] ?? [])
  const used = await connected(started)
  used.send()
  await used.responses(1)
  started.child.kill('SIGSTOP') // The new connections wait to be accepted until it stops.
  const connections = [
    used,
    ...(await Promise.all(Array.from({ length: 10 }, () => connected(started)))),
  ]
  started.child.kill('SIGTERM')
  started.child.kill('SIGCONT')
  while (!started.output().includes('"msg":"stopping"')) await wait(1)
  await wait(20)
  for (const { send } of connections) send()
  for (const { ended } of connections) {
    const received = await ended
    assert.match(received, /HTTP\/1\.1 200 .*connection: close/is)
    assert.doesNotMatch(received, /ECONNRESET/)
  }
  assert.equal((await used.ended).match(/HTTP\/1\.1 200 /g)?.length, 2)
  await started.untilNothingIsLeft()
})

test('a connection without a request does not delay the end', async (t) => {
  const started = await start(t, starts['the program'] ?? [])
  const silent = await connected(started)
  await fetch(`${started.baseUrl}/health/live`)
  const stoppedAt = performance.now()
  started.child.kill('SIGTERM')
  assert.equal(await silent.ended, '')
  await started.untilNothingIsLeft()
  assert.ok(performance.now() - stoppedAt < 10_000)
  assert.deepEqual(started.ending(), { code: 0, signal: null })
})

test('a connection to a process that starts is refused or served, never reset', async (t) => {
  const starting = await begin(t, starts['the program'] ?? [])
  const outcomes = new Map<string, number>()
  let isReady = false
  const clients = Array.from({ length: 24 }, async () => {
    for (let isLast = false; !isLast; ) {
      isLast = isReady // One more request once it is ready.
      const outcome = await connected(starting).then(
        ({ send, ended }) => {
          send({ isLast: true })
          return ended.then((response) => response.split('\r\n', 1)[0] ?? '')
        },
        (cause: NodeJS.ErrnoException) => cause.code ?? '',
      )
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }
  })
  while (!starting.output().includes('"msg":"ready"')) await wait(20)
  isReady = true
  await Promise.all(clients)
  assert.deepEqual([...outcomes.keys()].sort(), ['ECONNREFUSED', 'HTTP/1.1 200 OK'])
  starting.child.kill('SIGTERM')
  await starting.untilNothingIsLeft()
})

test('SIGUSR1 opens no inspector', async (t) => {
  for (const command of [starts['the program'], starts['the launcher on another Node']]) {
    const started = await start(t, command ?? [])
    for (const pid of started.processes()) kill(pid, 'SIGUSR1')
    await fetch(`${started.baseUrl}/health/live`) // After it had a turn to take the signal.
    started.child.kill('SIGTERM')
    await started.untilNothingIsLeft()
    assert.doesNotMatch(started.output(), /Debugger listening/)
  }
})

interface Started {
  readonly child: ChildProcess
  readonly baseUrl: string
  output(): string
  hasEnded(): boolean
  ending(): { code: number | null; signal: NodeJS.Signals | null }
  /** Everything in its process group that lives. */
  processes(): number[]
  untilNothingIsLeft(): Promise<void>
}

async function begin(t: test.TestContext, command: readonly string[]): Promise<Started> {
  const home = join(directory, 'home') // One installation: they open the same database.
  const port = await reservePort()
  const [program = '', ...args] = command
  const { npm_lifecycle_event: _, NODE_OPTIONS: _options, ...env } = process.env
  const child = spawn(program, args, {
    cwd: root,
    detached: true, // A process group of its own: all of it can be found.
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...env,
      GUICHE_HOME: home,
      PORT: String(port),
      DATABASE_URL: byTcp(database.url).href, // A user of a container may not enter the folder.
      GUICHE_ADMIN_TOKEN: adminToken,
      LOG_LEVEL: 'info',
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => (output += chunk))
  const outputEnded = once(child, 'close')
  const processes = () => processesIn(child.pid)
  t.after(() => {
    for (const pid of processes()) kill(pid, 'SIGKILL')
  })
  return {
    child,
    baseUrl: `http://127.0.0.1:${port}`,
    output: () => output,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    ending: () => ({ code: child.exitCode, signal: child.signalCode }),
    processes,
    async untilNothingIsLeft() {
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      while (processes().length > 0) await wait(20)
      await outputEnded
      // It ended in order, and was not cut off.
      if (output.includes('"msg":"ready"')) assert.match(output, /"msg":"stopped"/)
      await assert.rejects(fetch(`http://127.0.0.1:${port}/health/live`))
    },
  }
}

/** A client's connection. `ended` is all that it received, and the error that ended it. */
async function connected({ baseUrl }: Pick<Started, 'baseUrl'>) {
  const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1')
  await once(socket, 'connect')
  let received = ''
  socket
    .on('data', (chunk) => (received += chunk))
    .on('error', (cause) => (received += cause.message))
  return {
    send: ({ isLast = false } = {}) => {
      const connection = isLast ? 'close' : 'keep-alive'
      socket.write(`GET /health/live HTTP/1.1\r\nHost: a\r\nConnection: ${connection}\r\n\r\n`)
    },
    async responses(count: number) {
      while ((received.match(/HTTP\/1\.1 /g)?.length ?? 0) < count) await once(socket, 'data')
    },
    ended: new Promise<string>((end) => socket.once('close', () => end(received))),
  }
}

async function start(t: test.TestContext, command: readonly string[]): Promise<Started> {
  const started = await begin(t, command)
  while (!started.output().includes('"msg":"ready"')) {
    assert(!started.hasEnded(), `it ended before it was ready: ${started.output()}`)
    await wait(20)
  }
  return started
}

/** It may have ended meanwhile. */
function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ESRCH') throw cause
  }
}

/** The same Node at another path: the launcher takes it for another one. */
async function anotherNode(): Promise<string> {
  const path = join(directory, 'node')
  await link(process.execPath, path).catch(() => copyFile(process.execPath, path))
  return path
}

function processesIn(group: number | undefined): number[] {
  return listed()
    .filter(({ pgid, state }) => pgid === group && !state.startsWith('Z'))
    .map(({ pid }) => pid)
}

const childrenOf = (parent: number | undefined): number[] =>
  listed()
    .filter(({ ppid }) => ppid === parent)
    .map(({ pid }) => pid)

function listed() {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,pgid=,state='], { encoding: 'utf8' })
  return stdout
    .trim()
    .split('\n')
    .map((line) => {
      const [pid = '', ppid, pgid, state = ''] = line.trim().split(/\s+/)
      return { pid: Number(pid), ppid: Number(ppid), pgid: Number(pgid), state }
    })
}

/**
 * A process of its own process table, as in a container. Only Linux has it, and not for every user.
 */
function canIsolate(): boolean {
  return spawnSync('unshare', [...isolation, 'true']).status === 0
}
