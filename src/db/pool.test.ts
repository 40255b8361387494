import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { after, test } from 'node:test'
import { openTestDatabase } from '../../test/kit/database.ts'
import { openDatabaseProxy } from '../../test/kit/database-proxy.ts'
import { until } from '../../test/kit/time-limit.ts'
import { untilConnected } from '../../test/kit/until-connected.ts'
import { columnar } from './columnar.ts'
import { LostBatch, openPool } from './pool.ts'

const database = await openTestDatabase()
after(() => database.close())
const { sql } = database

test('columns are read as the types in which rows are written', async () => {
  const [row] = await sql`
    select 9007199254740991::int8 as big, array[1, 2]::int8[] as bigs, date '2026-02-28' as day,
      array[date '2026-02-28'] as days, timestamptz '2026-02-28 12:00:00-03' as instant,
      '{"a": [1]}'::jsonb as json`
  assert.deepEqual(
    { ...row },
    {
      big: 9007199254740991,
      bigs: [1, 2],
      day: '2026-02-28',
      days: ['2026-02-28'],
      instant: new Date('2026-02-28T15:00:00Z'),
      json: { a: [1] },
    },
  )
})

test('values written in those types arrive unchanged', async () => {
  await sql`create table things (big int8, day date, instant timestamptz, json jsonb)`
  const thing = {
    big: 100_000_000_000_000,
    day: '2024-02-29',
    instant: new Date(1_700_000_000_123),
    json: { é: 'ção' },
  }
  await sql`insert into things values (${thing.big}, ${thing.day}, ${thing.instant}, ${thing.json})`
  await sql`
    insert into things
    select *
    from unnest(${[thing.big]}::int8[], ${[thing.day]}::date[], ${[thing.instant]}::timestamptz[],
      ${[JSON.stringify(thing.json)]}::text[]::jsonb[])`
  assert.deepEqual(
    (await sql`select * from things`).map((row) => ({ ...row })),
    [thing, thing],
  )
})

test('arrays of every type arrive unchanged, with nulls, quotes and no element', async () => {
  await sql`
    create table columns (a uuid, b text, c int, d smallint, e bigint, f boolean, g date,
      h timestamptz, i bytea, j json, k jsonb)`
  const text = `{"a", \\ 'b'}\n${'é🂡'.repeat(3)} null`
  const full = {
    a: '01900000-0000-7000-8000-000000000001',
    b: text,
    c: -1,
    d: 2,
    e: 9_007_199_254_740_991,
    f: true,
    g: '2024-02-29',
    h: new Date(1_700_000_000_123),
    i: Buffer.from([0, 92, 34, 255]),
    j: JSON.stringify({ text }),
    k: JSON.stringify([text, null]),
  }
  const empty = Object.fromEntries(Object.keys(full).map((name) => [name, null]))
  const write = async (rows: readonly (typeof full)[]) => {
    const { columns, arrays } = columnar(rows, {
      a: 'uuid',
      b: 'text',
      c: 'int',
      d: 'smallint',
      e: 'bigint',
      f: 'boolean',
      g: 'date',
      h: 'timestamptz',
      i: 'bytea',
      j: 'json',
      k: 'jsonb',
    })
    await sql`insert into columns (${columns}) select * from unnest(${arrays})`
  }
  await write([])
  await write([full, empty as unknown as typeof full, { ...full, b: '' }])
  const read = { ...full, j: { text }, k: [text, null] }
  assert.deepEqual(
    (await sql`select * from columns`).map((row) => ({ ...row })),
    [read, empty, { ...read, b: '' }],
  )
})

test('statements that are sent at once are committed together or not at all', async () => {
  await sql`create table pairs (id int primary key)`
  const insert = (id: number) => sql`insert into pairs values (${id})`
  await sql.atOnce([insert(1), insert(2)])
  await assert.rejects(sql.atOnce([insert(3), insert(1), insert(4)]), { code: '23505' })
  await assert.rejects(sql.atOnce([insert(5), sql`select from missing_table`]), { code: '42P01' })
  await sql.atOnce([insert(6)])
  const rows = await sql<{ id: number }[]>`select id from pairs order by id`
  assert.deepEqual(
    rows.map(({ id }) => id),
    [1, 2, 6],
  )
})

test('D3: statements of a lost batch are void once its session was ended', async () => {
  await sql`create table late (id int)`
  const proxy = await openDatabaseProxy(database.url)
  const url = new URL(proxy.url)
  url.searchParams.set('application_name', 'loja') // The driver prefers it to the pool's name.
  const far = openPool({ url: url.href, max: 1, applicationName: 'far' })
  const loseOne = async (id: number) => {
    await untilConnected(() => far`select 1`)
    const sprung = proxy.silenceAt('sync', 'held')
    const lost = await far.atOnce([sql`insert into late values (${id})`]).catch((error) => error)
    await sprung
    assert.ok(lost instanceof LostBatch)
    await untilConnected(() => far`select 1`) // `endLost` needs a connection.
    return lost
  }
  const untilEnded = ({ backendPid }: LostBatch) =>
    until('the session has ended', async () => {
      const rows = await sql`select from pg_stat_activity where pid = ${backendPid}`
      return rows.length === 0
    })
  const ended = await loseOne(1)
  await far.endLost(ended)
  proxy.release()
  await untilEnded(ended)
  assert.deepEqual(await sql`select id from late`, [])
  const open = await loseOne(2)
  proxy.release()
  await far.endLost(open)
  await untilEnded(open)
  await far.endLost(open) // It has ended already.
  await far.end({ timeout: 1 })
  await proxy.close()
})

test('a bigint that JavaScript would round is an error, never another number', async () => {
  await assert.rejects(
    sql`select 9007199254740993::int8`,
    /too large to be read exactly: 9007199254740993/,
  )
})

test('every connection has the limits and the name it was opened with', async () => {
  const pool = openPool({ url: database.url, max: 1, applicationName: 'guiche-api' })
  await untilConnected(() => pool`select 1`)
  const [limits] = await pool`
    select current_setting('statement_timeout') as statement,
      current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as idle,
      current_setting('application_name') as name, current_setting('TimeZone') as zone,
      current_setting('synchronous_commit') as synchronous`
  await pool.end()
  assert.deepEqual(
    { ...limits },
    {
      statement: '5s',
      lock: '3s',
      idle: '10s',
      name: 'guiche-api',
      zone: 'UTC',
      synchronous: 'on',
    },
  )
})

test('a transaction may plan its statements once; its connection plans as before', async () => {
  const settings = { url: database.url, max: 1, applicationName: 'plans' }
  const pool = openPool(settings)
  const planning = async (of: Pick<typeof pool, 'unsafe'>) => [
    ...(await of.unsafe('show plan_cache_mode')),
    ...(await of.unsafe('show enable_seqscan')),
    ...(await of.unsafe('show jit')),
  ]
  // As the servers of operators have it.
  await untilConnected(() => pool.unsafe('set jit = on; set plan_cache_mode = auto'))
  const inside = await pool.begin(planning, { plansOnce: true })
  const seen = [
    { plan_cache_mode: 'force_generic_plan' },
    { enable_seqscan: 'off' },
    { jit: 'off' },
  ]
  assert.deepEqual(inside, seen)
  const after = await planning(pool)
  assert.deepEqual(after, [{ plan_cache_mode: 'auto' }, { enable_seqscan: 'on' }, { jit: 'on' }])
  await pool.end()
})

test('D4: a connection to a silent server fails after two seconds', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = silent.address()
  assert(address && typeof address === 'object')
  const pool = openPool({
    url: `postgres://guiche:x@127.0.0.1:${address.port}/guiche`,
    max: 1,
    applicationName: 'test',
  })
  const startedAt = performance.now()
  await assert.rejects(pool`select 1`, { code: 'CONNECTION_LOST' })
  assert(performance.now() - startedAt < 20_000)
  await pool.end({ timeout: 0 })
  silent.close()
})

test('a pool whose connections were cut opens new ones by itself', async () => {
  const pool = openPool({ url: database.url, max: 1, applicationName: 'cut' })
  after(() => pool.end())
  const ask = async () => (await pool<{ pid: number }[]>`select pg_backend_pid() as pid`)[0]?.pid
  const before = await untilConnected(ask)
  await sql`select pg_terminate_backend(${before ?? 0})`
  const answers = []
  for (let attempt = 0; attempt < 5; attempt++) answers.push(await ask().catch(() => undefined))
  const [first, ...others] = new Set(answers.filter((pid) => pid !== undefined))
  assert.notEqual(first, before)
  assert.deepEqual(others, [])
  assert.notEqual(first, undefined)
})

test('the options of an address are beside those of the gateway, which count', async () => {
  const url = new URL(database.url)
  url.searchParams.set('options', '-c TimeZone=America/Sao_Paulo -c work_mem=5MB')
  const own = openPool({ url: url.href, max: 1, applicationName: 'own-options' })
  await untilConnected(() => own`select 1`)
  const [settings] = await own`
    select current_setting('TimeZone') as zone, current_setting('work_mem') as memory`
  assert.deepEqual(settings, { zone: 'UTC', memory: '5MB' })
  await own.end({ timeout: 1 })
})
