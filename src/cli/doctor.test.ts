import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openTestDatabase } from '../../test/kit/database.ts'
import { programEnv, runGuiche } from '../../test/kit/guiche-process.ts'

test('the doctor reports a missing home, and creates none', (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'guiche-doctor-'))
  t.after(() => rmSync(directory, { recursive: true }))
  const home = join(directory, 'nowhere')
  const main = join(import.meta.dirname, '../main.ts')
  const { status, stderr } = spawnSync(process.execPath, [main, 'doctor'], {
    env: { ...programEnv, GUICHE_HOME: home },
    encoding: 'utf8',
  })
  assert.equal(status, 1)
  assert.match(stderr, /não há .*nowhere \(home-missing\)\n {2}→ defina GUICHE_HOME/)
  assert.equal(existsSync(home), false)
})

test('the doctor reports accounts without use, a missing worker and a wrong address', async (t) => {
  const database = await openTestDatabase()
  t.after(() => database.close())
  const other = createServer((_request, response) => response.end('outro programa')).listen(
    0,
    '127.0.0.1',
  )
  await once(other, 'listening')
  t.after(() => other.close())
  const home = mkdtempSync(join(tmpdir(), 'guiche-doctor-'))
  t.after(() => rmSync(home, { recursive: true }))
  const { port } = other.address() as AddressInfo
  const laptop = (...args: readonly string[]) =>
    runGuiche(args, {
      GUICHE_HOME: home,
      DATABASE_URL: database.url,
      GUICHE_BASE_URL: `http://127.0.0.1:${port}`,
    })

  const { stdout } = await laptop(
    'accounts',
    'create',
    '--name',
    'Loja',
    '--document',
    '11222333000181',
  )
  const { id } = JSON.parse(stdout) as { id: string }
  const { stderr, status } = await laptop('doctor')
  assert.equal(status, 1)
  assert.match(stderr, new RegExp(`estas contas não vendem por nenhum método nem sacam: ${id}`))
  assert.match(stderr, /nenhum worker trabalhou ainda/)
  assert.match(stderr, /não leva a este gateway: HTTP 200/)

  await database.sql`
    insert into ledger_samples (claimed_at, sampled_at, breaches)
    values (now(), now() - interval '10 minutes', 0)`
  await database.sql`update accounts set status = 'suspended'`
  other.removeAllListeners('request')
  other.on('request', (_request, response) => response.end('{"data":{"live":true}}'))
  const later = await laptop('doctor')
  assert.match(later.stderr, /nenhum worker trabalha há 10 minutos/)
  assert.doesNotMatch(later.stderr, /não vendem|não leva/)
})

test('migrate --status lists what is missing and changes nothing', async (t) => {
  const { database, env } = await openInstallation(t)
  const whole = await runGuiche(['migrate', '--status'], env)
  assert.equal(whole.status, 0)
  assert.match(whole.stdout, /✔ 0003-accounts\.sql {2}\d{4}-/)
  assert.match(whole.stdout, /\d+ aplicadas, 0 a aplicar\./)

  await database.sql`drop schema public cascade`
  await database.sql`create schema public`
  const empty = await runGuiche(['migrate', '--status'], env)
  assert.equal(empty.status, 1)
  assert.match(empty.stdout, /… 0003-accounts\.sql {2}falta/)
  assert.match(empty.stdout, /0 aplicadas, \d+ a aplicar\./)
  const [tables] = await database.sql<{ count: number }[]>`
    select count(*)::int as count from pg_tables where schemaname = 'public'`
  assert.equal(tables?.count, 0)
})

test('migrate --plan says what the missing ones block, and applies none', async (t) => {
  const { database, env } = await openInstallation(t)
  assert.equal(
    (await runGuiche(['migrate', '--plan'], env)).stdout,
    'Nenhuma migração a aplicar.\n',
  )

  await database.sql`delete from migrations where name >= '0021'`
  const { status, stdout } = await runGuiche(['migrate', '--plan'], env)
  assert.equal(status, 0)
  const line = 'accounts: bloqueia escritas (0 linhas, menos de 1 MB)'
  assert.ok(stdout.includes(`0021-people.sql\n  ${line}\n`), stdout)
  const [{ applied } = assert.fail()] = await database.sql<
    { applied: number }[]
  >`select count(*)::int as applied from migrations where name >= '0021'`
  assert.equal(applied, 0)
})

test('ledger digest of an open day gives one sentence, not a usage error', async (t) => {
  const { env } = await openInstallation(t)
  const { status, stderr } = await runGuiche(['ledger', 'digest'], env)
  assert.equal(status, 1)
  assert.match(stderr, /^nenhum dia com lançamentos acabou ainda: [^\n]*\n$/)
})

/** A migrated database, and the settings of a gateway on it. */
async function openInstallation(t: TestContext) {
  const database = await openTestDatabase()
  t.after(() => database.close())
  const home = mkdtempSync(join(tmpdir(), 'guiche-doctor-'))
  t.after(() => rmSync(home, { recursive: true }))
  return { database, env: { GUICHE_HOME: home, DATABASE_URL: database.url } }
}
