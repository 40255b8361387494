import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { parseEnv } from 'node:util'
import { withEnvironment } from '../../test/kit/environment.ts'
import { productionSettings } from '../config/settings.ts'
import { readConfig } from '../config.ts'
import { runCli } from './cli.ts'

const scratch = mkdtempSync(join(tmpdir(), 'guiche-init-'))
after(() => rmSync(scratch, { recursive: true }))
const address = 'https://pagamentos.exemplo.com.br'
const read = (folder: string, name: string) => readFileSync(join(folder, name), 'utf8')

/** Runs `guiche init production` in a new folder. */
async function init(t: test.TestContext, name: string, ...options: string[]) {
  const folder = join(scratch, name)
  const logged = t.mock.method(console, 'log', () => undefined)
  const complained = t.mock.method(console, 'error', () => undefined)
  const code = await runCli(['init', 'production', folder, ...options])
  const linesOf = ({ mock }: typeof logged) => mock.calls.map((call) => String(call.arguments))
  const lines = { printed: linesOf(logged).join('\n'), errors: linesOf(complained).join('\n') }
  logged.mock.restore()
  complained.mock.restore()
  return { folder, code, ...lines }
}

for (const [language, locale] of [
  ['pt', 'pt_BR.UTF-8'],
  ['en', 'en_US.UTF-8'],
] as const)
  test(`the files in ${language} have every setting, and the gateway reads them`, async (t) => {
    withEnvironment(t, { LC_ALL: locale })
    const { folder, code } = await init(t, language, '--base-url', address)
    assert.equal(code, 0)
    const text = read(folder, 'guiche.env')
    assert.ok(text.includes({ pt: '# ---- Segredos ----', en: '# ---- Secrets ----' }[language]))
    const written = parseEnv(`${text}\n${read(folder, 'secrets.env')}`)
    const { baseUrl, secrets } = readConfig(written)
    assert.equal(baseUrl, address)
    const endsInDays = ((secrets.adminTokenUntil?.getTime() ?? 0) - Date.now()) / 86_400_000
    assert.ok(endsInDays > 363 && endsInDays < 367, `the token ends in ${endsInDays} days`)

    const shown = parseEnv(text.replace(/^#(?=[A-Z_]+=)/gm, ''))
    const settings = productionSettings.flatMap((group) => group.settings)
    for (const { name, isRequired, hasFile, ...setting } of settings)
      if (isRequired && hasFile) assert.ok(written[`${name}_FILE`], name)
      else if (!isRequired && !['GUICHE_MODE', 'GUICHE_ADMIN_TOKEN_UNTIL'].includes(name))
        assert.equal(shown[name], setting.default ?? setting.example ?? '', name)
  })

test('the files are for their owner only, and the secrets are new each time', async (t) => {
  const [one, other] = [await init(t, 'one'), await init(t, 'other')]
  assert.equal(statSync(join(one.folder, 'secrets')).mode & 0o777, 0o700)
  for (const name of ['guiche.env', 'secrets.env', 'master-keys', 'pepper', 'admin-token']) {
    const path = name.endsWith('.env') ? name : `secrets/${name}`
    assert.equal(statSync(join(one.folder, path)).mode & 0o777, 0o600, path)
    if (path !== name) assert.notEqual(read(one.folder, path), read(other.folder, path))
    if (path !== name) assert.ok(!one.printed.includes(read(one.folder, path).trim()), path)
  }
  assert.match(one.printed, /GUICHE_BASE_URL/, 'it is to be filled in')
  assert.match(read(one.folder, 'guiche.env'), /^GUICHE_BASE_URL=$/m)
})

test('the printed commands read a folder with a space in its name', async (t) => {
  const { folder, printed } = await init(t, 'My Shop', '--base-url', address)
  const lines = printed.split('\n').map((line) => line.trim())
  const commands = ['psql postgres <', 'set -a;', 'DATABASE_URL_FILE='].map((start) => {
    const line = lines.find((each) => each.startsWith(start))
    return line?.replace('psql postgres', 'cat').replace('npx guiche migrate', 'printenv')
  })
  const script = [...commands, 'printenv'].join(' &&\n')
  const output = execFileSync('bash', ['-c', script], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  })
  assert.ok(output.startsWith(read(folder, 'secrets/create-database.sql')))
  for (const name of ['owner-database-url', 'database-url'])
    assert.match(output, new RegExp(`^DATABASE_URL_FILE=${folder}/secrets/${name}$`, 'm'))
  assert.match(output, new RegExp(`^GUICHE_BASE_URL=${address}$`, 'm'))
})

test('a file that exists stops it before anything is written', async (t) => {
  const { folder } = await init(t, 'twice')
  const pepper = read(folder, 'secrets/pepper')
  rmSync(join(folder, 'guiche.env'))
  const { code, errors } = await init(t, 'twice')
  assert.equal(code, 1)
  assert.ok(errors.includes(join(folder, 'secrets.env')), errors)
  assert.equal(read(folder, 'secrets/pepper'), pepper)
  assert.ok(!existsSync(join(folder, 'guiche.env')))
})

test('what it wrote is removed when it cannot write everything', async (t) => {
  const folder = join(scratch, 'half')
  mkdirSync(join(folder, 'secrets'), { recursive: true })
  symlinkSync('/nowhere/token', join(folder, 'secrets/admin-token')) // The last file.
  assert.equal((await init(t, 'half')).code, 1)
  assert.deepEqual(readdirSync(folder), ['secrets'])
  assert.deepEqual(readdirSync(join(folder, 'secrets')), ['admin-token'])
})

test('a mistake in an option is named, and nothing is written', async (t) => {
  const plain = await init(t, 'plain', '--base-url', 'http://pagamentos.exemplo.com.br')
  assert.match(plain.errors, /https/)
  const nowhere = await init(t, 'nowhere', '--database-host', 'not a host')
  assert.match(nowhere.errors, /DATABASE_URL/)
  for (const { code, folder } of [plain, nowhere])
    assert.deepEqual([code, existsSync(folder)], [1, false])
})

for (const [host, address] of [
  ['localhost', /@localhost\/guiche$/],
  ['127.0.0.1:5433', /@127\.0\.0\.1:5433\/guiche$/],
  ['banco.interno', /@banco\.interno\/guiche\?sslmode=verify-full$/],
  ['/var/run/postgresql', /@localhost\/guiche\?host=%2Fvar%2Frun%2Fpostgresql$/],
] as const)
  test(`the database at ${host}`, async (t) => {
    const { folder } = await init(t, `at-${host.replaceAll('/', '-')}`, '--database-host', host)
    for (const [role, name] of [
      ['guiche', 'owner-database-url'],
      ['guiche_app', 'database-url'],
    ] as const) {
      const url = read(folder, `secrets/${name}`).trim()
      assert.match(url, address)
      const [, password = ''] = new RegExp(`^postgres://${role}:(\\w{40})@`).exec(url) ?? []
      const created = new RegExp(`role ${role} login (?:createdb )?password '${password}';`)
      assert.match(read(folder, 'secrets/create-database.sql'), created)
    }
  })
