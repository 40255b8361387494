import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { after, test } from 'node:test'
import { openTestDatabase } from '../../test/kit/database.ts'
import { openPool } from './pool.ts'

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

test('a bigint that JavaScript would round is an error, never another number', async () => {
  await assert.rejects(
    sql`select 9007199254740993::int8`,
    /too large to be read exactly: 9007199254740993/,
  )
})

test('every connection has the limits and the name it was opened with', async () => {
  const pool = openPool({ url: database.url, max: 1, applicationName: 'guiche-api' })
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
  const before = await ask()
  await sql`select pg_terminate_backend(${before ?? 0})`
  const answers = []
  for (let attempt = 0; attempt < 5; attempt++) answers.push(await ask().catch(() => undefined))
  const [first, ...others] = new Set(answers.filter((pid) => pid !== undefined))
  assert.notEqual(first, before)
  assert.deepEqual(others, [])
  assert.notEqual(first, undefined)
})
