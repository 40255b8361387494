import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openTestDatabase } from '../../test/kit/database.ts'
import { until } from '../../test/kit/time-limit.ts'
import { untilConnected } from '../../test/kit/until-connected.ts'
import { migrate } from './migrate.ts'
import { blocksOf, planMigrations } from './migration-plan.ts'
import type { Sql } from './pool.ts'

const modes: readonly [readonly string[], ReturnType<typeof blocksOf>][] = [
  [[], undefined],
  [['AccessShareLock', 'ShareUpdateExclusiveLock'], undefined],
  [['RowExclusiveLock', 'AccessShareLock'], 'changed-rows'],
  [['RowExclusiveLock', 'ShareLock'], 'writes'],
  [['ShareRowExclusiveLock'], 'writes'],
  [['ExclusiveLock'], 'writes'],
  [['ShareLock', 'AccessExclusiveLock'], 'reads-and-writes'],
]
for (const [found, blocks] of modes)
  test(`${found.join(' and ') || 'no lock'} blocks ${blocks ?? 'nothing'}`, () => {
    assert.equal(blocksOf(found), blocks)
  })

async function setUp(t: TestContext, later: Record<string, string>) {
  const { sql, url, close } = await openTestDatabase({ max: 2 })
  t.after(close)
  await sql`drop schema public cascade`
  await sql`create schema public`
  const directory = await mkdtemp(join(tmpdir(), 'guiche-plan-'))
  t.after(() => rm(directory, { recursive: true }))
  const write = (name: string, text: string) => writeFile(join(directory, name), text)
  await write(
    '0001-fruits.sql',
    `create table fruits (name text primary key, colour text);
    create table sales (fruit text);
    insert into fruits select 'fruit ' || n from generate_series(1, 500) as n;
    analyze fruits`,
  )
  await untilConnected(() => migrate(url, directory))
  for (const [name, text] of Object.entries(later)) await write(name, text)
  return {
    sql,
    plan(parameters: Readonly<Record<string, string>> = {}, signal?: AbortSignal) {
      const chosen = new URL(url)
      for (const [name, value] of Object.entries(parameters)) chosen.searchParams.set(name, value)
      return untilConnected(() =>
        planMigrations(chosen.href, { directory, ...(signal && { signal }) }),
      )
    },
  }
}

/** The databases of plans of this one: other files make plans at the same time. */
const scratches = (sql: Sql) => sql<{ count: number }[]>`
  select count(*)::int from pg_database where datname like current_database() || '_plan_%'`

test('a plan of a file that names the table of the migrations', async (t) => {
  const { plan } = await setUp(t, {
    '0002-rights.sql': 'grant select on migrations to pg_monitor; alter table fruits add n int',
  })
  const [planned] = await plan()
  assert.deepEqual(
    planned?.tables.map(({ table }) => table),
    ['fruits'],
  )
})

test('a plan names what each pending migration blocks, reads and writes again', async (t) => {
  const { sql, plan } = await setUp(t, {
    '0002-index.sql': 'create index fruits_colour on fruits (colour)',
    '0003-default.sql': 'alter table fruits add column id uuid default gen_random_uuid()',
    '0004-column.sql': 'alter table fruits add column price integer',
    '0005-check.sql': 'alter table fruits add check (price > 0)',
    '0006-check.sql': 'alter table fruits add check (price < 9) not valid',
    '0007-reference.sql': 'alter table sales add foreign key (fruit) references fruits not valid',
    '0008-rows.sql': "update sales set fruit = 'umbu' where fruit = 'caju'",
    '0009-new.sql': 'create table boxes (id uuid); create index on boxes (id)',
    '0010-drop.sql': 'drop table sales',
  })
  const [{ bytes } = assert.fail()] = await sql<
    { bytes: number }[]
  >`select pg_total_relation_size('fruits') as bytes`
  const fruits = { table: 'fruits', isReadWhole: false, isRewritten: false, rows: 500, bytes }
  const sales = { table: 'sales', isReadWhole: false, isRewritten: false, rows: 0, bytes: 8192 }
  const all = 'reads-and-writes'
  assert.deepEqual(await plan(), [
    { name: '0002-index.sql', tables: [{ ...fruits, blocks: 'writes', isReadWhole: true }] },
    {
      name: '0003-default.sql',
      tables: [{ ...fruits, blocks: all, isReadWhole: true, isRewritten: true }],
    },
    { name: '0004-column.sql', tables: [{ ...fruits, blocks: all }] },
    { name: '0005-check.sql', tables: [{ ...fruits, blocks: all, isReadWhole: true }] },
    { name: '0006-check.sql', tables: [{ ...fruits, blocks: all }] },
    {
      name: '0007-reference.sql',
      tables: [
        { ...fruits, blocks: 'writes' },
        { ...sales, blocks: 'writes' },
      ],
    },
    { name: '0008-rows.sql', tables: [{ ...sales, blocks: 'changed-rows', isReadWhole: true }] },
    { name: '0009-new.sql', tables: [] },
    {
      // Its reference is dropped with it.
      name: '0010-drop.sql',
      tables: [
        { ...fruits, blocks: all },
        { ...sales, blocks: all },
      ],
    },
  ])
  const [left] = await sql`
    select (select count(*)::int from migrations) as applied, to_regclass('boxes') as boxes,
      (${scratches(sql)}) as scratch`
  assert.deepEqual({ ...left }, { applied: 1, boxes: null, scratch: 0 })
})

test('a plan of a file that fails names the file, and leaves no database', async (t) => {
  const { sql, plan } = await setUp(t, { '0002-wrong.sql': 'create tabel x ()' })
  await assert.rejects(plan(), { message: /0002-wrong\.sql/ })
  const [left] = await scratches(sql)
  assert.deepEqual({ ...left }, { count: 0 })
})

test('a plan that is stopped cuts the file that runs, and leaves no database', async (t) => {
  const { sql, plan } = await setUp(t, { '0002-slow.sql': 'select pg_sleep(600)' })
  const stopping = new AbortController()
  const stopped = assert.rejects(plan({}, stopping.signal), { name: 'AbortError' })
  await until('the file runs', async () => {
    const running = await sql`
      select from pg_stat_activity
      where datname like current_database() || '_plan_%' and query like '%pg_sleep(600)%'`
    return running.length > 0
  })
  stopping.abort()
  await stopped
  const [left] = await scratches(sql)
  assert.deepEqual({ ...left }, { count: 0 })
})

test('a role that may not create a database learns what to do', async (t) => {
  const { sql, plan } = await setUp(t, { '0002-new.sql': 'create table x ()' })
  await sql`grant usage on schema public to pg_monitor`
  await sql`grant select on migrations to pg_monitor`
  await assert.rejects(plan({ options: '-c role=pg_monitor' }), { message: /CREATEDB/ })
})
