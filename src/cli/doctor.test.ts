import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openTestDatabase } from '../../test/kit/database.ts'
import { randomBase62, randomSecret } from '../primitives/id.ts'

test('the doctor says that there is no home, and makes none', (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'guiche-doctor-'))
  t.after(() => rmSync(directory, { recursive: true }))
  const home = join(directory, 'nowhere')
  const main = join(import.meta.dirname, '../main.ts')
  const { status, stderr } = spawnSync(process.execPath, [main, 'doctor'], {
    env: { PATH: process.env.PATH, GUICHE_HOME: home },
    encoding: 'utf8',
  })
  assert.equal(status, 1)
  assert.match(stderr, /não há .*nowhere: defina GUICHE_HOME/)
  assert.equal(existsSync(home), false)
})

/** The doctor of a production process on `url`. */
function examine(url: string, more: Readonly<Record<string, string>> = {}) {
  const main = join(import.meta.dirname, '../main.ts')
  const { stdout, stderr } = spawnSync(process.execPath, [main, 'doctor'], {
    env: {
      PATH: process.env.PATH,
      GUICHE_MODE: 'production',
      GUICHE_BASE_URL: 'https://pagamentos.loja.com.br',
      DATABASE_URL: url,
      ...secrets,
      ...more,
    },
    encoding: 'utf8',
  })
  return { stdout, stderr }
}

const secrets = {
  GUICHE_MASTER_KEYS: `1:${randomSecret(32).toString('base64')}`,
  GUICHE_PEPPER: randomBase62(40),
  GUICHE_ADMIN_TOKEN: randomBase62(40),
}

test('the doctor warns of a role that may rewrite history, and of tokens near their end', async (t) => {
  const database = await openTestDatabase()
  t.after(() => database.close())
  const role = 'pg_monitor' // Any role that owns nothing: this one every server has.
  const restricted = new URL(database.url)
  restricted.searchParams.set('options', `-c role=${role}`)

  assert.match(examine(database.url).stderr, /o papel guiche é dono das tabelas/)
  await database.sql.unsafe(`select restrict_to_append('${role}')`)
  const sound = examine(restricted.href)
  assert.match(sound.stdout, /papel pg_monitor do PostgreSQL, sem TLS/)
  assert.doesNotMatch(sound.stderr, /papel|GUICHE_ADMIN_TOKEN/)
  await database.sql.unsafe(`grant update on events to ${role}`)
  assert.match(examine(restricted.href).stderr, /o papel pg_monitor pode mudar ou apagar a história/)

  const ended = { GUICHE_ADMIN_TOKEN_UNTIL: '2020-01-01T00:00:00Z' }
  assert.match(examine(restricted.href, ended).stderr, /GUICHE_ADMIN_TOKEN já terminou/)
})
