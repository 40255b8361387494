import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { startEmbeddedPostgres } from '../../src/db/embedded-postgres.ts'
import { openPool } from '../../src/db/pool.ts'
import { findBinaries } from '../../src/db/postgres-binaries.ts'
import { ConfigError } from '../../src/primitives/config-error.ts'
import { until } from '../kit/time-limit.ts'

const home = await makeHome()
const start = () => startEmbeddedPostgres({ home, isDurable: false })

async function makeHome() {
  const directory = await mkdtemp(join(tmpdir(), `guiche "it's", `))
  after(() => rm(directory, { recursive: true, force: true }))
  return directory
}

/** One query on a connection of its own. */
async function ask(url: string, text: string): Promise<unknown> {
  const sql = openPool({ url, max: 1, applicationName: 'test' })
  try {
    return Object.values((await sql.unsafe(text))[0] ?? {})[0]
  } finally {
    await sql.end()
  }
}

const postmasterPid = async () =>
  Number((await readFile(join(home, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0])

/** Another process that uses the server, until it is killed. */
async function startElsewhere(): Promise<{ url: string; process: ChildProcess }> {
  const module = JSON.stringify(
    pathToFileURL(join(import.meta.dirname, '../../src/db/embedded-postgres.ts')).href,
  )
  const program = `
    const { startEmbeddedPostgres } = await import(${module})
    const server = await startEmbeddedPostgres({ home: ${JSON.stringify(home)}, isDurable: false })
    console.log(server.databaseUrl)
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [url] = await once(child.stdout, 'data')
  return { url: String(url).trim(), process: child }
}

async function kill(child: ChildProcess) {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Resolves when nothing listens on the server's port any more. */
async function untilGone(url: string) {
  await until('nothing listens', () =>
    ask(url, 'select 1').then(
      () => false,
      ({ message }: Error) => message.includes('ECONNREFUSED'),
    ),
  )
}

test('a PostgreSQL 18 with durable settings whose log holds no values', async () => {
  const server = await startEmbeddedPostgres({ home })
  const settings = await ask(
    server.databaseUrl,
    `select json_object_agg(name, setting)
    from pg_settings
    where name in ('server_version_num', 'fsync', 'synchronous_commit', 'full_page_writes',
      'listen_addresses', 'log_parameter_max_length', 'log_parameter_max_length_on_error',
      'TimeZone')`,
  )
  const { server_version_num, ...others } = settings as Record<string, string>
  assert.match(server_version_num ?? '', /^18/)
  assert.deepEqual(others, {
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    listen_addresses: '127.0.0.1',
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
    TimeZone: 'UTC',
  })
  await server.stop()
})

test('a stopped server is gone, and its data is there after the next start', async () => {
  const first = await start()
  await ask(first.databaseUrl, 'create table kept as select 42 as answer')
  await first.stop()
  await untilGone(first.databaseUrl)
  const left = () => readdir(join(home, 'postgres/run'))
  await until('its folder is empty', async () => (await left()).length === 0)
  const second = await start()
  assert.equal(await ask(second.databaseUrl, 'select answer from kept'), 42)
  await second.stop()
})

test('no login succeeds without the password, or as the superuser', async () => {
  const server = await start()
  for (const change of [
    { password: 'guess' },
    { username: 'postgres' },
    { username: 'postgres', password: '' },
  ]) {
    for (const address of [server.databaseUrl, server.socketUrl]) {
      const url = Object.assign(new URL(address), change).href
      await assert.rejects(ask(url, 'select 1'), { code: /^28/ })
    }
  }
  await server.stop()
})

test('the same server is reached by a Unix socket, in a folder of its user', async () => {
  const server = await start()
  const isTcp = 'select inet_server_addr() is not null'
  assert.equal(await ask(server.databaseUrl, isTcp), true)
  assert.equal(await ask(server.socketUrl, isTcp), false)
  assert.equal((await stat(join(home, 'postgres/run'))).mode & 0o777, 0o700)
  await server.stop()
})

test('a home whose path is too long for a socket has TCP only', async () => {
  const folder = await makeHome()
  await chmod(folder, 0o711) // The user of the server passes through it.
  const long = join(folder, 'x'.repeat(100))
  const server = await startEmbeddedPostgres({ home: long, isDurable: false })
  assert.equal(server.socketUrl, server.databaseUrl)
  assert.equal(await ask(server.socketUrl, 'select 1'), 1)
  await server.stop()
})

test('users of one home share a server that stops with the last of them', async () => {
  const [first, second] = await Promise.all([start(), start()])
  assert.equal(first.databaseUrl, second.databaseUrl)
  await first.stop()
  assert.equal(await ask(second.databaseUrl, 'select 1'), 1)
  await second.stop()
  await untilGone(second.databaseUrl)
})

test('each home has a server of its own', async () => {
  const other = await startEmbeddedPostgres({ home: await makeHome(), isDurable: false })
  const server = await start()
  assert.notEqual(other.databaseUrl, server.databaseUrl)
  assert.equal(await ask(other.databaseUrl, `select to_regclass('kept')`), null)
  await Promise.all([other.stop(), server.stop()])
})

test('a server shuts down by itself when its user is killed', async () => {
  const elsewhere = await startElsewhere()
  await kill(elsewhere.process)
  await untilGone(elsewhere.url)
  const server = await start()
  assert.equal(await ask(server.databaseUrl, 'select answer from kept'), 42)
  await server.stop()
})

test('a server that survived its user and watcher is adopted, then stopped', async () => {
  const elsewhere = await startElsewhere()
  const pid = await postmasterPid()
  await killWatcher(pid)
  await kill(elsewhere.process)
  const server = await start()
  assert.equal(server.databaseUrl, elsewhere.url)
  assert.equal(await postmasterPid(), pid)
  await server.stop()
  await untilGone(server.databaseUrl)
})

test('a server killed with its watcher starts again with every committed row', async () => {
  const elsewhere = await startElsewhere()
  await ask(elsewhere.url, 'create table committed as select 7 as answer')
  process.kill(await postmasterPid(), 'SIGKILL')
  await kill(elsewhere.process)
  const server = await start()
  assert.equal(await ask(server.databaseUrl, 'select answer from committed'), 7)
  await server.stop()
})

test('an unrelated process with the id of a dead server does not stop the next start', async () => {
  await writeFile(
    join(home, 'postgres/data/postmaster.pid'),
    `${process.pid}\n${home}/postgres/data\n1\n5432\n\n127.0.0.1\n\nready   \n`,
  )
  const server = await start()
  assert.equal(await ask(server.databaseUrl, 'select 1'), 1)
  assert.notEqual(await postmasterPid(), process.pid)
  await server.stop()
})

test('a port in use is named at once', async () => {
  const other = await startEmbeddedPostgres({ home: await makeHome(), isDurable: false })
  const port = Number(new URL(other.databaseUrl).port)
  await assert.rejects(
    startEmbeddedPostgres({ home, port }),
    new RegExp(`in use 127.0.0.1:${port}`),
  )
  await other.stop()
})

/** Whether an error has the problem and a sentence of its own in each language. */
const isProblem = (problem: string, pt: RegExp, en: RegExp) => (error: unknown) => {
  assert(error instanceof ConfigError, `${error}`)
  assert.equal(error.problem, problem)
  assert.match(error.sentence.pt, pt)
  assert.match(error.sentence.en, en)
  return true
}

test('Windows has no embedded server, reported in both languages', async (t) => {
  const found = Object.getOwnPropertyDescriptor(process, 'platform')
  assert(found)
  t.after(() => Object.defineProperty(process, 'platform', found))
  Object.defineProperty(process, 'platform', { ...found, value: 'win32' })
  await assert.rejects(
    start(),
    isProblem('embedded-postgres-on-windows', /^não há .*no Windows/, /^there is no .*on Windows/),
  )
})

test('a server that ends while it starts is reported in both languages, with its log', async () => {
  const broken = await makeHome()
  await mkdir(join(broken, 'postgres/data'), { recursive: true })
  await assert.rejects(
    startEmbeddedPostgres({ home: broken, isDurable: false }),
    isProblem(
      'postgres-not-started',
      /^o PostgreSQL embutido não iniciou: .*postgresql\.conf/,
      /^the embedded PostgreSQL did not start: .*postgresql\.conf/,
    ),
  )
})

test('a program that the machine cannot run is reported in both languages', async () => {
  // No process can have this user.
  const user = { uid: -1, gid: -1 }
  await assert.rejects(
    findBinaries(user, await makeHome()),
    isProblem(
      'postgres-does-not-run',
      /^o PostgreSQL embutido não executa nesta máquina \(.*EINVAL\): defina DATABASE_URL$/,
      /^the embedded PostgreSQL does not run on this machine \(.*EINVAL\): set DATABASE_URL$/,
    ),
  )
})

/** The shell at the reading end of the pipe, found by its command line. */
async function killWatcher(pid: number) {
  const listing = spawn('ps', ['-A', '-o', 'pid=,args='], { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = (await listing.stdout.toArray()).join('').split('\n')
  const watcher = lines.find((line) => line.includes(`guiche-postgres-watcher ${pid} `))
  assert(watcher, 'there is a watcher')
  process.kill(Number.parseInt(watcher, 10), 'SIGKILL')
}
