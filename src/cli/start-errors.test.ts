import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { byTcp, openTestDatabase } from '../../test/kit/database.ts'
import { withEnvironment } from '../../test/kit/environment.ts'
import { untilRun } from '../../test/kit/until-connected.ts'
import { randomBase62, randomSecret } from '../primitives/id.ts'
import { runCli } from './cli.ts'

/** An error before the gateway runs is one sentence, in Portuguese, or in English by LANG. */

const directory = mkdtempSync(join(tmpdir(), 'guiche-start-'))
const [database, foreign, standby] = await Promise.all([
  openTestDatabase(),
  openTestDatabase(),
  openTestDatabase(),
])
const taken = createServer().listen(0, '127.0.0.1')
const file = join(directory, 'file')
after(async () => {
  taken.close()
  await Promise.all([database.close(), foreign.close(), standby.close()])
  rmSync(directory, { recursive: true })
})
before(async () => {
  if (!taken.listening) await once(taken, 'listening')
  writeFileSync(file, '')
  // Tables of another program, with a name of ours among them.
  await foreign.sql`drop schema public cascade`
  await foreign.sql`create schema public`
  await foreign.sql`create table accounts (id int)`
  const { sql } = standby
  const name = new URL(standby.url).pathname.slice(1)
  await sql`alter database ${sql(name)} set default_transaction_read_only = on`
})

const at = (change: (url: URL) => void, { url } = database): string => {
  const changed = byTcp(url)
  change(changed)
  return changed.href
}
const production = {
  GUICHE_MODE: 'production',
  GUICHE_BASE_URL: 'https://pagamentos.loja.com.br',
  DATABASE_URL: 'postgres://app:x@db.loja.com.br/guiche?sslmode=verify-full',
  GUICHE_MASTER_KEYS: `1:${randomSecret(32).toString('base64')}`,
  GUICHE_PEPPER: randomBase62(40),
  GUICHE_ADMIN_TOKEN: randomBase62(40),
}

interface Mistake {
  readonly env: () => Readonly<Record<string, string>>
  readonly argv?: readonly string[]
  readonly pt: RegExp
  readonly en: RegExp
}

const mistakes: Readonly<Record<string, Mistake>> = {
  'a wrong password': {
    env: () => ({ DATABASE_URL: at((url) => (url.password = 'errada')) }),
    pt: /não aceita o usuário guiche com essa senha: corrija DATABASE_URL/,
    en: /does not accept user guiche with this password: correct DATABASE_URL/,
  },
  'a database that does not exist': {
    env: () => ({ DATABASE_URL: at((url) => (url.pathname = '/nenhum')) }),
    pt: /não há banco de dados "nenhum".*createdb nenhum/,
    en: /there is no database "nenhum".*createdb nenhum/,
  },
  'no server at the port': {
    env: () => ({ DATABASE_URL: 'postgres://guiche@127.0.0.1:1/guiche' }),
    pt: /nenhum PostgreSQL responde em 127\.0\.0\.1:1: inicie-o/,
    en: /no PostgreSQL responds at 127\.0\.0\.1:1: start it/,
  },
  'no server at any of two ports': {
    env: () => ({ DATABASE_URL: 'postgres://guiche@127.0.0.1:1,127.0.0.1:2/guiche' }),
    pt: /nenhum PostgreSQL responde em 127\.0\.0\.1:1, 127\.0\.0\.1:2: inicie-o/,
    en: /no PostgreSQL responds at 127\.0\.0\.1:1, 127\.0\.0\.1:2: start it/,
  },
  'only a standby': {
    env: () => ({
      DATABASE_URL: at(
        (url) => url.searchParams.set('target_session_attrs', 'read-write'),
        standby,
      ),
    }),
    pt: /nenhum PostgreSQL em .* aceita escritas: promova uma réplica/,
    en: /no PostgreSQL at .* accepts writes: promote a standby/,
  },
  'a server without TLS': {
    env: () => ({ DATABASE_URL: at((url) => url.searchParams.set('sslmode', 'verify-full')) }),
    pt: /a conexão TLS com o PostgreSQL em .* não é segura/,
    en: /the TLS connection to the PostgreSQL at .* is not safe/,
  },
  'an address that is none': {
    env: () => ({ DATABASE_URL: 'mysql://localhost/x' }),
    pt: /DATABASE_URL deve ser um endereço como postgres:/,
    en: /DATABASE_URL must be an address such as postgres:/,
  },
  'a migration that fails': {
    env: () => ({ DATABASE_URL: foreign.url }),
    pt: /a migração 0001-db\.sql falhou e foi desfeita: .*already exists/,
    en: /migration 0001-db\.sql failed: .*already exists/,
  },
  'a port that is taken': {
    argv: ['serve'],
    env: () => ({
      DATABASE_URL: database.url,
      PORT: String((taken.address() as AddressInfo).port),
    }),
    pt: /a porta \d+ está ocupada: pare quem a usa/,
    en: /port \d+ is taken: stop the program/,
  },
  'an address of another machine': {
    argv: ['serve'],
    env: () => ({ DATABASE_URL: database.url, HOST: '192.0.2.1', PORT: '0' }),
    pt: /esta máquina não tem o endereço 192\.0\.2\.1: corrija HOST/,
    en: /this machine does not have the address 192\.0\.2\.1: correct HOST/,
  },
  'a role that is none': {
    argv: ['serve', '--role', 'apy'],
    env: () => ({ DATABASE_URL: database.url }),
    pt: /--role deve ser um destes: api, worker/,
    en: /--role must be one of api, worker/,
  },
  'a sandbox in production': {
    argv: ['serve', '--role', 'api,sandbox'],
    env: () => production,
    pt: /--role sandbox é só do desenvolvimento/,
    en: /--role sandbox is for development/,
  },
  'a port that is none': {
    env: () => ({ PORT: '3o00' }),
    pt: /PORT deve ser um número inteiro de 0 a 65535/,
    en: /PORT must be a whole number from 0 to 65535/,
  },
  'a home that cannot be written': {
    env: () => ({ GUICHE_HOME: join(file, 'home') }),
    pt: /não é possível escrever em .*file\/home \(ENOTDIR\)/,
    en: /file\/home cannot be written to \(ENOTDIR\)/,
  },
  'a missing secret': {
    env: () => ({ ...production, GUICHE_PEPPER: '' }),
    pt: /falta GUICHE_PEPPER: defina-o, ou GUICHE_PEPPER_FILE/,
    en: /GUICHE_PEPPER is missing: set it, or GUICHE_PEPPER_FILE/,
  },
  'a short secret': {
    env: () => ({ ...production, GUICHE_ADMIN_TOKEN: 'curto' }),
    pt: /GUICHE_ADMIN_TOKEN é curto demais/,
    en: /GUICHE_ADMIN_TOKEN is too short/,
  },
  'an alphabetical token': {
    env: () => ({ ...production, GUICHE_ADMIN_TOKEN: 'abcdefghijklmnopqrstuvwxyz012345' }),
    pt: /GUICHE_ADMIN_TOKEN parece um exemplo/,
    en: /GUICHE_ADMIN_TOKEN looks like a sample/,
  },
  'a bad master key': {
    env: () => ({ ...production, GUICHE_MASTER_KEYS: '1:curto' }),
    pt: /GUICHE_MASTER_KEYS é VERSÃO:BASE64 de 32 bytes/,
    en: /GUICHE_MASTER_KEYS is VERSION:BASE64 of 32 random bytes/,
  },
  'a previous token without an end': {
    env: () => ({ ...production, GUICHE_ADMIN_TOKEN_PREVIOUS: randomBase62(40) }),
    pt: /defina GUICHE_ADMIN_TOKEN_PREVIOUS_UNTIL/,
    en: /set GUICHE_ADMIN_TOKEN_PREVIOUS_UNTIL/,
  },
  'an end that is no instant': {
    env: () => ({ ...production, GUICHE_ADMIN_TOKEN_UNTIL: '31/01/2027' }),
    pt: /GUICHE_ADMIN_TOKEN_UNTIL deve ser uma data com hora e fuso/,
    en: /GUICHE_ADMIN_TOKEN_UNTIL must be a date with time and zone/,
  },
  'a proxy without an address': {
    env: () => ({ ...production, GUICHE_TRUSTED_PROXIES: '10.0.0.0/8, balanceador' }),
    pt: /GUICHE_TRUSTED_PROXIES é uma lista .*balanceador não serve/,
    en: /GUICHE_TRUSTED_PROXIES is a list .*balanceador is none/,
  },
  'a mail password with a percent sign': {
    env: () => ({ ...production, SMTP_URL: 'smtps://guiche:100%@smtp.loja.com.br' }),
    pt: /SMTP_URL deve ser um endereço como .*%25/,
    en: /SMTP_URL must be an address such as .*%25/,
  },
  'a database user with a percent sign': {
    env: () => ({ DATABASE_URL: 'postgres://a%b@localhost/guiche' }),
    pt: /DATABASE_URL deve ser um endereço como postgres:/,
    en: /DATABASE_URL must be an address such as postgres:/,
  },
  'a database of another machine without TLS': {
    env: () => ({ ...production, DATABASE_URL: 'postgres://app:x@db.loja.com.br/guiche' }),
    pt: /usa TLS: ponha sslmode=verify-full em DATABASE_URL/,
    en: /uses TLS: put sslmode=verify-full into DATABASE_URL/,
  },
}

for (const [what, { env, argv = ['migrate'], pt, en }] of Object.entries(mistakes)) {
  for (const [language, says] of Object.entries({ pt, en })) {
    test(`${what} is one sentence (${language})`, async (t) => {
      const home = join(directory, 'home')
      const lang = language === 'en' ? 'en_US.UTF-8' : 'pt_BR.UTF-8'
      const settings: Record<string, string> = {
        GUICHE_HOME: home,
        LC_ALL: lang,
        LOG_LEVEL: 'silent',
        ...env(),
      }
      withEnvironment(t, settings)
      const printed = t.mock.method(console, 'error', () => {})
      const run = async () => {
        printed.mock.resetCalls()
        const code = await runCli(argv)
        const lines = printed.mock.calls.map((call) => call.arguments.join(' '))
        return { code, text: lines.join('\n') }
      }
      // Some cases expect the sentence of a database that does not respond.
      const { code, text } = await untilRun(run, (ended) =>
        says.test(ended.text) ? '' : ended.text,
      )
      assert.equal(code, 1)
      assert.match(text, says)
      assert.doesNotMatch(text, /\n/)
    })
  }
}

test('--help of any command explains it and does nothing', async (t) => {
  // It cannot be created: a command that tried would fail.
  withEnvironment(t, { GUICHE_HOME: join(file, 'nowhere') })
  for (const argv of [
    ['migrate', '--help'],
    ['doctor', '-h'],
    ['serve', '--role', 'x', '--help'],
    ['keys', '--help'],
  ]) {
    const printed = t.mock.method(console, 'log', () => {})
    assert.equal(await runCli(argv), 0, argv.join(' '))
    const text = printed.mock.calls.map((call) => call.arguments.join(' ')).join('\n')
    assert.match(text, new RegExp(`guiche ${argv[0]}`))
    assert(text.split('\n').every((line) => line.length <= 100))
    printed.mock.restore()
  }
})
