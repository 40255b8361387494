import assert from 'node:assert/strict'
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import {
  type KeepOptions,
  keepEmbeddedPostgres,
  type PostgresEvent,
} from '../../src/db/keep-postgres.ts'
import { openPool } from '../../src/db/pool.ts'
import { ConfigError } from '../../src/primitives/config-error.ts'
import { until } from '../kit/time-limit.ts'

const home = await mkdtemp(join(tmpdir(), 'guiche-kept-'))
after(() => rm(home, { recursive: true, force: true }))

async function keep(options: KeepOptions = {}) {
  const events: PostgresEvent[] = []
  const server = await keepEmbeddedPostgres(
    { home, isDurable: false },
    (event) => events.push(event),
    options,
  )
  const sql = openPool({ url: server.databaseUrl, max: 4, applicationName: 'kept' })
  const stop = async () => {
    await sql.end({ timeout: 1 })
    await server.stop()
  }
  const kinds = () => events.map(({ kind }) => kind)
  return { server, sql, events, kinds, stop }
}

const postmasterPid = async () =>
  Number((await readFile(join(home, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0])

/** A busy machine ends it a moment after its last user. */
const untilStopped = () =>
  until('the server has stopped', () =>
    postmasterPid().then(
      () => false,
      ({ code }) => code === 'ENOENT',
    ),
  )

const killPostmaster = async () => process.kill(await postmasterPid(), 'SIGKILL')

test('a server that is killed is started again on its port, with every committed row', async () => {
  const { sql, kinds, stop } = await keep()
  await sql`create table committed as select 7 as answer`
  const before = await postmasterPid()
  await killPostmaster()
  await until('the server runs again', () => kinds().length === 2)
  assert.deepEqual(kinds(), ['ended', 'restarted'])
  // Its address is the same, so the pool that was open during the restart continues.
  await until('the pool reads', async () => {
    const rows = await sql<{ answer: number }[]>`select answer from committed`.catch(() => [])
    return rows[0]?.answer === 7
  })
  assert.notEqual(await postmasterPid(), before)
  await stop()
  await untilStopped()
})

if (process.platform === 'linux') {
  test('processes left by a killed server do not keep the next one from starting', async () => {
    const { sql, kinds, stop } = await keep()
    const [backend] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
    process.kill(backend?.pid ?? 0, 'SIGSTOP') // It cannot notice that its server is dead.
    await killPostmaster()
    await until('the server runs again', () => kinds().includes('restarted'))
    await stop()
  })
}

test('two processes restart one server once, and it stops with the last of them', async () => {
  const [first, second] = await Promise.all([keep(), keep()])
  assert.equal(first.server.databaseUrl, second.server.databaseUrl)
  await killPostmaster()
  await until('both have it again', () =>
    [first, second].every(({ kinds }) => kinds().includes('restarted')),
  )
  await first.stop()
  assert.deepEqual(
    (await second.sql`select 1 as one`).map(({ one }) => one),
    [1],
  )
  await second.stop()
  await untilStopped()
})

test('a server that cannot be restarted is abandoned after some attempts', async () => {
  const { server, kinds, stop } = await keep({ mostTries: 1 })
  const control = join(home, 'postgres/data/global/pg_control')
  await rename(control, `${control}.away`)
  await killPostmaster()
  await server.givenUp
  assert.deepEqual(kinds(), ['ended', 'given-up'])
  await stop()
  await rename(`${control}.away`, control)
})

test('a server that ends repeatedly is abandoned, with the reason in both languages', async () => {
  const { server, events, kinds, stop } = await keep({ lookEveryMs: 20, mostRestarts: 1 })
  await killPostmaster()
  await until('the server runs again', () => kinds().length === 2)
  await killPostmaster()
  await server.givenUp
  assert.deepEqual(kinds(), ['ended', 'restarted', 'ended', 'given-up'])
  const last = events.at(-1)
  assert.ok(last?.kind === 'given-up' && last.cause instanceof ConfigError)
  assert.deepEqual(last.cause.sentence, {
    pt: 'terminou 2 vezes em um minuto',
    en: 'it ended 2 times within a minute',
  })
  await stop()
})

test('a server that is stopped on purpose stays stopped', async () => {
  const { kinds, stop } = await keep({ lookEveryMs: 20 })
  await stop()
  await new Promise((wake) => setTimeout(wake, 200))
  assert.deepEqual(kinds(), [])
  await untilStopped()
})
