import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openTestDatabase } from '../../test/kit/database.ts'
import { untilConnected } from '../../test/kit/until-connected.ts'
import { migrate, migrationsDigest } from './migrate.ts'

const database = await openTestDatabase()
await database.sql`drop schema public cascade`
after(() => database.close())

/** A database without tables, and a directory with these files. */
async function setUp(files: Record<string, string>) {
  await database.sql`drop schema if exists public cascade`
  await database.sql`create schema public`
  const directory = await mkdtemp(join(tmpdir(), 'guiche-migrate-'))
  after(() => rm(directory, { recursive: true }))
  const write = (more: Record<string, string>) =>
    Promise.all(Object.entries(more).map(([name, text]) => writeFile(join(directory, name), text)))
  await write(files)
  const run = () => untilConnected(() => migrate(database.url, directory))
  return { directory, write, run }
}

const fruits = {
  '0001-fruits.sql':
    'create table fruits (name text primary key);\ninsert into fruits values ($$açaí$$);',
}

test('files are applied once, in the order of their numbers', async () => {
  const { run } = await setUp({
    '0002-second.sql': `insert into fruits values ('caju')`,
    ...fruits,
  })
  assert.deepEqual(await run(), ['0001-fruits.sql', '0002-second.sql'])
  assert.deepEqual(await run(), [])
  assert.deepEqual(
    [...(await database.sql`select name from fruits order by name`)],
    [{ name: 'açaí' }, { name: 'caju' }],
  )
})

test('a file added later is applied on the next run', async () => {
  const { run, write } = await setUp(fruits)
  await run()
  await write({ '0002-more.sql': `insert into fruits values ('umbu')` })
  assert.deepEqual(await run(), ['0002-more.sql'])
})

test('a file that changed after it was applied is rejected in one line that names it', async () => {
  const { run, write } = await setUp(fruits)
  await run()
  await write({ '0001-fruits.sql': 'create table vegetables (name text)' })
  await assert.rejects(run(), {
    message: /^migration 0001-fruits\.sql has changed since it was applied[^\n]*$/,
  })
})

test('other line endings do not change a file', async () => {
  const { run, write } = await setUp(fruits)
  await run()
  await write({ '0001-fruits.sql': fruits['0001-fruits.sql'].replaceAll('\n', '\r\n') })
  assert.deepEqual(await run(), [])
})

test('a file that fails has no effect, and the files before it keep theirs', async () => {
  const { run } = await setUp({
    ...fruits,
    '0002-bad.sql': 'create table half (id int); select nonsense;',
  })
  await assert.rejects(run(), {
    message: /^migration 0002-bad\.sql failed: column "nonsense" does not exist$/,
  })
  const [left] =
    await database.sql`select to_regclass('half') as half, to_regclass('fruits')::text as fruits`
  assert.deepEqual({ ...left }, { half: null, fruits: 'fruits' })
  assert.deepEqual(
    [...(await database.sql`select name from migrations`)],
    [{ name: '0001-fruits.sql' }],
  )
})

/** A sequence counts the tries: a rollback does not undo it. */
const losing = (deadlocks: number) => ({
  '0001-tries.sql': 'create sequence tries; create table fruits (name text)',
  '0002-more.sql': `
    insert into fruits values ('umbu');
    do $$
    begin
      if nextval('tries') <= ${deadlocks} then
        raise exception 'deadlock detected' using errcode = '40P01';
      end if;
    end
    $$;`,
})

test('a file that loses four deadlocks with the gateway is applied once', async () => {
  const { run } = await setUp(losing(4))
  assert.deepEqual(await run(), ['0001-tries.sql', '0002-more.sql'])
  assert.deepEqual([...(await database.sql`select name from fruits`)], [{ name: 'umbu' }])
})

test('a file that loses five deadlocks fails', async () => {
  const { run } = await setUp(losing(5))
  await assert.rejects(run(), { message: 'migration 0002-more.sql failed: deadlock detected' })
  assert.deepEqual([...(await database.sql`select name from fruits`)], [])
  assert.deepEqual(await run(), ['0002-more.sql'])
})

test('a file numbered below one that was applied is rejected', async () => {
  const { run, write } = await setUp({ '0002-fruits.sql': 'create table fruits (name text)' })
  await run()
  await write({ '0001-late.sql': 'select 1' })
  await assert.rejects(run(), /0001-late\.sql comes after 0002-fruits\.sql was applied/)
})

test('processes that start together apply each file exactly once', async () => {
  const { run } = await setUp({ ...fruits, '0002-more.sql': `insert into fruits values ('umbu')` })
  const applied = await Promise.all([run(), run(), run(), run()])
  assert.deepEqual(applied.flat().sort(), ['0001-fruits.sql', '0002-more.sql'])
})

test('a database ahead of the files is unchanged, so two versions can run at once', async () => {
  const { run, directory, write } = await setUp({
    ...fruits,
    '0002-next.sql': 'create table next (id int)',
  })
  await run()
  await rm(join(directory, '0002-next.sql'))
  assert.deepEqual(await run(), [])
  await write({ '0002-next.sql': 'create table next (id int)' })
})

for (const [problem, files] of Object.entries({
  'is not named like 0003-accounts.sql': { '1-short.sql': '' },
  'have the same number': { '0001-one.sql': '', '0001-two.sql': '' },
})) {
  test(`files that ${problem} are rejected before any is applied`, async () => {
    const { run } = await setUp({ ...files, '0000-first.sql': 'create table first (id int)' })
    await assert.rejects(run(), { message: new RegExp(problem) })
    assert.deepEqual(
      [...(await database.sql`select to_regclass('first') as first`)],
      [{ first: null }],
    )
  })
}

test('a role that may not create tables accepts a database that is up to date', async () => {
  const { run, directory } = await setUp(fruits)
  await run()
  const role = 'pg_monitor' // Any role that owns no table: every server has this one.
  await database.sql.unsafe(
    `grant usage on schema public to ${role}; grant select on migrations to ${role}`,
  )
  const url = new URL(database.url)
  url.searchParams.set('options', `-c role=${role}`)
  assert.deepEqual(await untilConnected(() => migrate(url.href, directory)), [])
})

test('a program older than a contracting migration needs is refused', async () => {
  const { run, write, directory } = await setUp({
    '0001-box.sql': 'create table box (a int, b int)',
  })
  await run()
  await write({
    '0002-contract.sql': '-- Contract: unused since 1.10.0.\nalter table box drop column b',
  })
  const as = (program: string) =>
    untilConnected(() => migrate(database.url, directory, undefined, program))
  assert.deepEqual(await as('1.10.0'), ['0002-contract.sql'])
  await rm(join(directory, '0002-contract.sql'))
  await assert.rejects(as('1.9.2'), {
    message:
      /^migration 0002-contract\.sql has removed what version 1\.9\.2 uses: start version 1\.10\.0/,
  })
  for (const program of ['1.10.0', '1.11.0', '2.0.0']) assert.deepEqual(await as(program), [])
})

test('the digest of a directory changes with any file', async () => {
  const { directory, write } = await setUp(fruits)
  const before = await migrationsDigest(directory)
  assert.equal(await migrationsDigest(directory), before)
  await write({ '0002-more.sql': '' })
  assert.notEqual(await migrationsDigest(directory), before)
})
