import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openTestDatabase } from '../../test/kit/database.ts'
import { useEnvironment } from '../../test/kit/environment.ts'
import { untilRun } from '../../test/kit/until-connected.ts'
import { runCli } from './cli.ts'

const database = await openTestDatabase()
const home = await mkdtemp(join(tmpdir(), 'guiche-people-'))
useEnvironment({ GUICHE_HOME: home, DATABASE_URL: database.url, LC_ALL: 'en_US.UTF-8' })
after(async () => {
  await database.close()
  await rm(home, { recursive: true, force: true })
})

/** Runs a command, and returns its exit code and its output. */
const guiche = (...argv: string[]) =>
  untilRun(
    () => guicheOnce(argv),
    ({ code, text }) => (code === 0 ? '' : text),
  )

async function guicheOnce(argv: readonly string[]) {
  const [log, error] = [console.log, console.error]
  const lines: string[] = []
  console.log = console.error = (...texts: unknown[]) => void lines.push(texts.join(' '))
  try {
    return { code: await runCli(argv), text: lines.join('\n') }
  } finally {
    Object.assign(console, { log, error })
  }
}

test('a person is invited, listed, suspended and reactivated', async () => {
  const invited = await guiche('people', 'invite', 'Ana@exemplo.com.br', '--role', 'admin')
  assert.equal(invited.code, 0, invited.text)
  const { email, role, url } = JSON.parse(invited.text)
  assert.deepEqual([email, role], ['ana@exemplo.com.br', 'admin'])
  assert.match(url, /\/dashboard\/invitation#[A-Za-z0-9_-]{43}$/)
  const { persons, invitations } = JSON.parse((await guiche('people', 'list')).text)
  assert.deepEqual([persons.length, invitations.length], [0, 1])

  await database.sql`
    insert into people.persons (id, name, email, email_verified)
    values (gen_random_uuid(), 'Bia', 'bia@exemplo.com.br', true)`
  const suspended = await guiche('people', 'suspend', 'bia@exemplo.com.br')
  assert.equal(JSON.parse(suspended.text).status, 'suspended')
  const active = await guiche('people', 'reactivate', 'bia@exemplo.com.br')
  assert.equal(JSON.parse(active.text).status, 'active')
  const [row] = await database.sql<{ content: string }[]>`
    select content from audit_entries order by number desc limit 1`
  const { action, actor } = JSON.parse(row?.content ?? '')
  assert.deepEqual([action, actor.kind], ['person.reactivated', 'cli'])
})

const refused: readonly (readonly [argv: readonly string[], code: number])[] = [
  [['people', 'invite', 'ana@exemplo.com.br'], 2],
  [['people', 'invite', 'ana@exemplo.com.br', '--role', 'owner'], 1],
  [['people', 'invite', 'ana', '--role', 'admin'], 1],
  [['people', 'invite', 'a@b.co', '--role', 'admin', '--language', 'fr'], 2],
  [['people', 'suspend', 'nobody@exemplo.com.br'], 1],
]
for (const [argv, code] of refused)
  test(`${argv.join(' ')} exits with ${code}`, async () =>
    assert.equal((await guiche(...argv)).code, code))
