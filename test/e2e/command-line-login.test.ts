import assert from 'node:assert/strict'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { hostname, userInfo } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openAuthenticator } from '../kit/authenticator.ts'
import { openCommandLine } from '../kit/command-line.ts'
import { withEnvironment } from '../kit/environment.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { newPerson, newPersonWithApp, openBrowser, password } from '../kit/person.ts'
import type { Shop } from '../kit/shop.ts'

/* Who a command of the machine is, and that it cannot be made to be another person. */

let world: World
let shop: Shop
let commandLine: ReturnType<typeof openCommandLine>
before(async () => {
  world = await openWorld({ GUICHE_SECOND_PERSON: 'on', RATE_SIGN_INS_PER_ADDRESS: '1000' })
  shop = await world.openShop()
  commandLine = openCommandLine(world)
})
after(async () => {
  commandLine.close()
  await world.close()
})

const guiche = (...argv: string[]) => commandLine.guiche(...argv)
const logIn = ({ browser }: Pick<Operator, 'browser'>) => commandLine.logIn(browser)
const prove = (code: string) => commandLine.prove(code)

/** A person of the operator with an app. */
const newOperator = (role: string) => newPersonWithApp(world, { accountId: null, role })
type Operator = Awaited<ReturnType<typeof newOperator>>

const lastEntries = async (count = 1) => {
  const rows = await world.app.sql<{ content: string }[]>`
    select content from audit_entries order by number desc limit ${count}`
  return rows.map(({ content }) => JSON.parse(content))
}
/** How many changes the audit log holds. What a person reads leaves entries too. */
const entries = async () => {
  const [row] = await world.app.sql<{ count: number }[]>`
    select count(*) as count
    from audit_entries
    where content::jsonb ->> 'action' not like '%.read'`
  return row?.count
}
const newKey = () => guiche('keys', 'create', shop.accountId, '--kind', 'public', '--name', 'CLI')

test('after a login a change goes through the API, with the proof that it needs', async () => {
  const ana = await newOperator('admin')
  const text = await logIn(ana)
  assert.match(text, /confirme o código [A-Z2-9]{8}\n/)
  assert.equal((await stat(join(world.home, 'login'))).mode & 0o777, 0o600)

  const stale = await newKey()
  assert.equal(stale.code, 1)
  assert.match(stale.text, /\(proof-required\)\n.*guiche prove/)
  assert.equal(await prove(openBrowser(world.baseUrl).code(ana.secret)), 0)
  const made = await newKey()
  assert.equal(made.code, 0, made.text)
  assert.match(JSON.parse(made.text).key, /^pk_/)
  const [{ action, actor }] = await lastEntries()
  assert.deepEqual([action, actor.kind, actor.id], ['key.created', 'person', ana.personId])

  const cliLogins = () => world.app.sql`
    select from people.logins where person_id = ${ana.personId} and kind = 'cli'`
  assert.equal((await cliLogins()).length, 1)
  assert.deepEqual(JSON.parse((await guiche('logout')).text), { ended: true })
  assert.equal((await cliLogins()).length, 0)
  assert.equal((await newKey()).code, 0)
  assert.equal((await lastEntries())[0].actor.kind, 'cli')
})

test('guiche prove sends the password unchanged, and asks for no code of a passkey', async () => {
  const person = await newPerson(world.app, { accountId: shop.accountId, role: 'owner' })
  const browser = openBrowser(world.baseUrl)
  await browser.post('/api/auth/sign-in', { email: person.email, password })
  const own = ' sete pombos na janela torta '
  const changed = await browser.post('/api/auth/password', { current: password, password: own })
  assert.equal(changed.status, 200, changed.text)
  await logIn({ browser })
  assert.equal(await prove(own.trim()), 1)
  assert.equal(await prove(own), 0)

  const authenticator = openAuthenticator(world.baseUrl.replace('127.0.0.1', 'localhost'))
  const { challenge } = (await browser.post('/api/auth/passkeys/begin')).data
  const response = authenticator.create(challenge)
  const passkey = await browser.post('/api/auth/passkeys', { name: 'Celular', response })
  assert.equal(passkey.status, 200, passkey.text)
  await logIn({ browser }) // The first factor ended the login that was opened without it.
  const { code, text } = await guiche('prove')
  assert.equal(code, 1)
  assert.match(text, /chave de acesso não serve no terminal/)
  await guiche('logout')
})

test('a login goes over http to this machine only', async () => {
  for (const url of ['http://gateway.example', 'http://192.168.0.2:8080', 'ftp://localhost', 'x']) {
    const { code, text } = await guiche('login', '--base-url', url)
    assert.equal(code, 2, url)
    assert.match(text, /--base-url/)
  }
})

test('what needs a second person waits for one, and what the role lacks is refused', async () => {
  const ana = await newOperator('admin')
  await logIn(ana)
  await prove(openBrowser(world.baseUrl).code(ana.secret))
  const limits = '{"cashout":{"limits":{"perDay":99999999}}}'
  const asked = await guiche('accounts', 'set', shop.accountId, limits)
  assert.equal(asked.code, 0, asked.text)
  assert.match(asked.text, /"status": "PENDING"/)
  const account = async () =>
    (await ana.browser.get(`/api/admin/accounts/${shop.accountId}`)).data.cashout.limits.perDay
  assert.notEqual(await account(), 99_999_999)
  const correction = ['--debit', 'fees', '--credit', 'available', '--amount', '100']
  const corrected = await guiche(
    ...['ledger', 'correct', '--account', shop.accountId, ...correction],
    ...['--reason', 'x', '--by', 'Bruno', '--key', 'one'],
  )
  assert.match(corrected.text, /"status": "PENDING"/, corrected.text)
  const key = await guiche('keys', 'create', shop.accountId, '--kind', 'secret', '--name', 'x')
  assert.match(key.text, /"status": "PENDING"/, key.text)
  await guiche('logout')

  const caio = await newOperator('auditor')
  await logIn(caio)
  await prove(openBrowser(world.baseUrl).code(caio.secret))
  const before = await entries()
  const denied: readonly (readonly string[])[] = [
    ['accounts', 'create', '--name', 'X', '--document', '11222333000181'],
    ['accounts', 'set', shop.accountId, limits],
    ['keys', 'create', shop.accountId, '--kind', 'secret', '--name', 'x'],
    ['keys', 'rotate', shop.accountId, crypto.randomUUID()],
    ['keys', 'revoke', shop.accountId, crypto.randomUUID()],
    ['providers', 'renew-callback', crypto.randomUUID()],
    ['people', 'invite', 'eu@exemplo.com.br', '--role', 'admin'],
    ['people', 'suspend', ana.email],
    ['ledger', 'resume-cashouts', '--by', 'x', '--note', 'x', '--seen', 'x'],
  ]
  for (const argv of denied) {
    const { code, text } = await guiche(...argv)
    assert.equal(code, 1, argv.join(' '))
    assert.match(text, /\(permission-denied\)/, argv.join(' '))
  }
  assert.equal(await entries(), before)
  await guiche('logout')
})

test('an operator invites into any account, and a member into their own account', async () => {
  const invite = (email: string) =>
    guiche('people', 'invite', email, '--role', 'read-only', '--account', shop.accountId)
  const ana = await newOperator('admin')
  const owner = await newPersonWithApp(world, { accountId: shop.accountId, role: 'owner' })
  const elsewhere = await newPersonWithApp(world, {
    accountId: (await world.openShop()).accountId,
    role: 'owner',
  })
  for (const [{ browser, secret }, email, refusal] of [
    [ana, 'um@exemplo.com.br', undefined],
    [owner, 'dois@exemplo.com.br', undefined],
    [elsewhere, 'tres@exemplo.com.br', /\(permission-denied\)/],
  ] as const) {
    await logIn({ browser })
    await prove(openBrowser(world.baseUrl).code(secret))
    const { code, text } = await invite(email)
    if (refusal) assert.match(text, refusal)
    else assert.deepEqual([code, JSON.parse(text).email], [0, email], text)
    await guiche('logout')
  }
})

test('an edited login file makes no entry in the name of another person', async () => {
  const [ana, bruno] = [await newOperator('admin'), await newOperator('admin')]
  await logIn(bruno)
  const file = join(world.home, 'login')
  const saved = JSON.parse(await readFile(file, 'utf8'))
  const [row] = await world.app.sql<{ id: string; token: string }[]>`
    select id, token from people.logins where person_id = ${ana.personId}`
  assert(row)
  const signature = saved.token.split('.')[1]
  const forged: readonly (readonly [why: string, content: string])[] = [
    ['the id of another person', JSON.stringify({ ...saved, personId: ana.personId, token: 'x' })],
    ['the id of her login', JSON.stringify({ ...saved, token: row.id })],
    ['the digest of her login', JSON.stringify({ ...saved, token: row.token })],
    [
      'her digest under his signature',
      JSON.stringify({ ...saved, token: `login_${row.token.slice(0, 43)}.${signature}` }),
    ],
    ['another token', JSON.stringify({ ...saved, token: saved.token.replace(/.$/, 'A#') })],
    ['no token', JSON.stringify({ url: saved.url })],
    ['nothing', ''],
    ['her address', ana.email],
  ]
  const before = await entries()
  for (const [why, content] of forged) {
    await writeFile(file, content)
    const { code, text } = await newKey()
    assert.notEqual(code, 0, `${why}: ${text}`)
    assert.match(text, /guiche logout/, why)
  }
  // A login that ended is not the user of the machine either.
  await writeFile(file, JSON.stringify(saved))
  await world.app.sql`
    delete from people.logins where person_id = ${bruno.personId} and kind = 'cli'`
  world.app.people.logins.refresh()
  assert.match((await newKey()).text, /\(login-required\)\n.*guiche logout/)
  assert.equal(await entries(), before)
  assert.deepEqual(JSON.parse((await guiche('logout')).text), { ended: false })
})

test('no variable changes the user and the host that an entry names', async (t) => {
  const ana = await newOperator('admin')
  const names = { USER: 'ana', LOGNAME: 'ana', USERNAME: 'ana', SUDO_USER: 'ana', HOSTNAME: 'x' }
  const ours = { GUICHE_ACTOR: 'ana', GUICHE_PERSON: ana.personId, GUICHE_LOGIN: ana.email }
  withEnvironment(t, { ...names, ...ours })
  assert.equal((await newKey()).code, 0)
  const { username } = userInfo()
  const [{ actor }] = await lastEntries()
  assert.deepEqual(
    [actor.kind, actor.id, actor.name],
    ['cli', username, `${username}@${hostname()}`],
  )
})
