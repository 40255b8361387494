import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { byTcp, openTestDatabase } from '../../test/kit/database.ts'
import { openDatabaseProxy } from '../../test/kit/database-proxy.ts'
import { until } from '../../test/kit/time-limit.ts'
import { untilConnected } from '../../test/kit/until-connected.ts'
import { monotonicMs } from '../primitives/clock.ts'
import { openPool, type PoolOptions, type Sql, type Tx } from './pool.ts'

const database = await openTestDatabase()
after(() => database.close())

const openPoolBehindProxy = async (options: Partial<PoolOptions> = {}) => {
  const proxy = await openDatabaseProxy(database.url)
  const sql = openPool({
    url: proxy.url,
    max: 5,
    applicationName: 'behind-proxy',
    ...options,
  })
  const close = async () => {
    await sql.end({ timeout: 1 })
    await proxy.close()
  }
  return { proxy, sql, close }
}

/** Opens `count` connections: no statement ends before all of them run. Returns their sessions. */
const occupy = (sql: Sql, count: number) =>
  untilConnected(() =>
    Promise.all(
      Array.from({ length: count }, () => sql`select pg_sleep(0.2), pg_backend_pid() as pid`),
    ).then((rows) => rows.map(([row]) => row?.pid)),
  )

/** The session of a connection that a statement gets, which may be a new one. */
const pidOf = async (sql: Sql): Promise<number | undefined> =>
  (await untilConnected(() => sql<{ pid: number }[]>`select pg_backend_pid() as pid`))[0]?.pid

test('D4: a statement on a silent connection fails, and idle ones close with it', async () => {
  const { proxy, sql, close } = await openPoolBehindProxy()
  const before = await occupy(sql, 5)
  assert.equal(proxy.silence(), 5)
  await assert.rejects(sql`select 1`, { code: 'CONNECTION_LOST' })
  const afterwards = await occupy(sql, 5)
  assert.equal(new Set([...before, ...afterwards]).size, 10)
  await close()
})

test('D4: a pool without limits of its own has those of the rule', async (t) => {
  const proxy = await openDatabaseProxy(database.url)
  const sql = openPool({ url: proxy.url, max: 1, applicationName: 'behind-proxy' })
  t.after(async () => {
    await sql.end({ timeout: 1 })
    await proxy.close()
  })
  const [before] = await untilConnected(
    () => sql<{ timeout: string }[]>`select current_setting('statement_timeout') as timeout`,
  )
  assert.equal(before?.timeout, '5s')
  assert.equal(proxy.silence(), 1)
  let failure: unknown
  const asked = sql`select 1`.catch((cause: unknown) => {
    failure = cause
  })
  await until('the statement is rejected', () => failure !== undefined)
  await asked
  assert.match(`${failure}`, /did not answer within 6000 ms/)
  assert.equal((failure as { code?: string }).code, 'CONNECTION_LOST')
})

for (const place of ['begin', 'a statement', 'the COMMIT', 'the ROLLBACK'] as const) {
  test(`D4: a transaction whose connection falls silent at ${place} fails`, async () => {
    const { proxy, sql, close } = await openPoolBehindProxy({ max: 1 })
    const before = await pidOf(sql)
    const own = new Error('the work itself failed')
    const work = sql.begin(async (tx) => {
      if (place === 'begin') proxy.silence()
      await tx`select 1`
      if (place !== 'begin') proxy.silence()
      if (place === 'a statement') await tx`select 2`
      if (place === 'the ROLLBACK') throw own
    })
    // A transaction that was rolled back is known to be void, so the error of the work is kept.
    await assert.rejects(work, place === 'the ROLLBACK' ? own : { code: 'CONNECTION_LOST' })
    assert.notEqual(await pidOf(sql), before)
    await close()
  })
}

test('the limit applies to one statement, not to all that were sent together', async () => {
  const { sql, close } = await openPoolBehindProxy()
  await pidOf(sql)
  const sleeps = await sql.begin((tx) =>
    Promise.all([1, 2, 3, 4, 5].map(() => tx`select pg_sleep(1.5)`)),
  )
  assert.equal(sleeps.length, 5)
  await close()
})

test('work that no request waits for has its own limit, or none, on both sides', async () => {
  const { sql, close } = await openPoolBehindProxy({ max: 1, statementMs: 2_000, graceMs: 5_000 })
  await pidOf(sql)
  const work = (tx: Tx) => tx<{ pid: number }[]>`select pg_sleep(3), pg_backend_pid() as pid`
  const [free] = await sql.begin(work, { statementMs: 0 })
  await assert.rejects(sql.begin(work), { code: '57014' })
  const [own] = await sql.begin(work, { statementMs: 10_000 })
  assert.equal(own?.pid, free?.pid, 'a statement that was canceled costs no connection')
  await close()
})

test('a process paused beyond the limit reads its response before it decides', async () => {
  const { sql, close } = await openPoolBehindProxy({
    ...{ url: database.url, max: 1, statementMs: 1_500, graceMs: 500 },
  })
  const before = await pidOf(sql)
  const answer = sql<{ pid: number }[]>`select pg_backend_pid() as pid`.then(([row]) => row?.pid)
  await wait(0) // It is sent.
  const pausedAtMs = monotonicMs()
  while (monotonicMs() - pausedAtMs < 3_000);
  assert.equal(await answer, before)
  await close()
})

test('D4: a wait for a connection above two seconds fails with its own error', async () => {
  const { sql, close } = await openPoolBehindProxy({ max: 1, statementMs: 10_000 })
  const pid = await pidOf(sql)
  // It has the connection until the wait has failed.
  const held = Promise.withResolvers<void>()
  const holder = sql.begin(() => held.promise)
  const startedMs = monotonicMs()
  await assert.rejects(sql`select 1`, { code: 'CONNECTION_LOST' })
  assert.ok(monotonicMs() - startedMs >= 1_900, 'not at once')
  held.resolve()
  await holder
  assert.equal(await pidOf(sql), pid, 'the connection itself is sound')
  await close()
})

/** The limit is generous: a busy machine answers late, which must not look like silence. */
const heartbeat = { everyMs: 200, limitMs: 2_000 }

test('a listener on a silent connection listens again on another one', async () => {
  const { proxy, sql, close } = await openPoolBehindProxy({
    heartbeat,
  })
  const received: string[] = []
  let listening = Promise.withResolvers<void>()
  await untilConnected(() =>
    sql.listen(
      'half_open',
      (payload) => received.push(payload),
      () => listening.resolve(),
    ),
  )
  await listening.promise
  listening = Promise.withResolvers<void>()
  assert.equal(proxy.silence(), 1)
  await listening.promise
  await database.sql`select pg_notify('half_open', 'on the new one')`
  await until('the notice arrives', () => received.length > 0)
  assert.deepEqual(received, ['on the new one'])
  await close()
})

test('all channels share one connection, and each listens again when it is replaced', async () => {
  const { proxy, sql, close } = await openPoolBehindProxy({
    heartbeat,
  })
  const received: string[] = []
  const again = new Map<string, number>()
  const listen = (channel: string, name = channel) =>
    untilConnected(() =>
      sql.listen(
        channel,
        (payload) => received.push(`${name} ${payload}`),
        () => again.set(name, (again.get(name) ?? 0) + 1),
      ),
    )
  const notify = (channel: string) => database.sql`select pg_notify(${channel}, 'x')`
  const connections = () => database.sql`
    select pid from pg_stat_activity where application_name = 'behind-proxy-listen'`
  const [first] = await Promise.all([listen('one'), listen('two'), listen('two', 'other')])
  await listen('three')
  // The server may still end that of the test before.
  await until('there is one connection', async () => (await connections()).length === 1)

  for (const lose of [proxy.silence, proxy.cut]) {
    again.clear()
    assert.equal(lose(), 1)
    await until('every channel listens again', () => again.size === 4)
    received.length = 0
    for (const channel of ['one', 'two', 'three']) await notify(channel)
    await until('every notice arrives', () => received.length === 4)
    assert.deepEqual(received, ['one x', 'two x', 'other x', 'three x'])
  }

  await first.unlisten()
  received.length = 0
  for (const channel of ['one', 'three']) await notify(channel)
  await until('the other channels are kept', () => received.length > 0)
  assert.deepEqual(received, ['three x'])
  await close()
})

test('the first subscription fails without a database, and a later one works', async () => {
  const { proxy, sql, close } = await openPoolBehindProxy()
  proxy.refuse(true)
  await assert.rejects(
    sql.listen('refused', () => {}),
    { code: 'CONNECTION_LOST' },
  )
  proxy.refuse(false)
  const received: string[] = []
  const { unlisten } = await untilConnected(() =>
    sql.listen('refused', (payload) => received.push(payload)),
  )
  await database.sql`select pg_notify('refused', 'x')`
  await until('the notice arrives', () => received.length > 0)
  await unlisten()
  const left = () => database.sql`
    select pid from pg_stat_activity where application_name = 'behind-proxy-listen'`
  await until('the connection ends', async () => (await left()).length === 0)
  await close()
})

test('a pool whose connections are silent can be closed', async () => {
  const { proxy, sql, close } = await openPoolBehindProxy({ statementMs: 10_000 })
  await occupy(sql, 3)
  await untilConnected(() => sql.listen('closing', () => {}))
  const pending = assert.rejects(sql`select pg_sleep(5)`, { code: 'CONNECTION_LOST' })
  await wait(50) // It is sent.
  assert.equal(proxy.silence(), 4)
  await close()
  await pending
})

test('both ends of a connection detect the loss of the other', async () => {
  const url = byTcp(database.url).href
  const sql = openPool({ url, max: 1, applicationName: 'by-tcp' })
  await pidOf(sql)
  const [row] = await sql`
    select current_setting('tcp_keepalives_idle') as idle,
      current_setting('tcp_keepalives_interval') as every,
      current_setting('tcp_keepalives_count') as count,
      current_setting('tcp_user_timeout') as unacknowledged`
  await sql.end()
  assert.deepEqual({ ...row }, { idle: '5', every: '2', count: '3', unacknowledged: '10000' })
})
