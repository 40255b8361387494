import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { invitePerson } from '../../src/people/invite.ts'
import { openAuthenticator } from '../kit/authenticator.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { newPerson, openBrowser, password } from '../kit/person.ts'

let world: World
before(async () => {
  world = await openWorld({ RATE_SIGN_INS_PER_ADDRESS: '1000' })
})
after(() => world.close())

async function signedIn(role = 'owner', accountId: string | null = null) {
  const account = accountId ?? (await world.newMerchant()).accountId
  const { email, personId } = await newPerson(world.app, { accountId: account, role })
  const browser = openBrowser(world.baseUrl)
  await browser.post('/api/auth/sign-in', { email, password })
  return { browser, email, personId, accountId: account }
}

test('the installation says whether the request brought a login', async () => {
  const { browser } = await signedIn()
  assert.equal((await browser.get('/api/auth/installation')).data.isSignedIn, true)
  const visitor = openBrowser(world.baseUrl)
  assert.equal((await visitor.get('/api/auth/installation')).data.isSignedIn, false)
})

test('a person reads which second factors there are, also before the second step', async () => {
  const { browser, email } = await signedIn()
  const none = { hasTotp: false, hasPasskey: false, recoveryCodesLeft: 0 }
  assert.deepEqual((await browser.get('/api/auth/second-factor')).data, none)
  const { secret } = (await browser.post('/api/auth/totp')).data
  assert.deepEqual((await browser.get('/api/auth/second-factor')).data, none)
  const confirmed = await browser.post('/api/auth/totp/confirm', { code: browser.code(secret) })
  const half = openBrowser(world.baseUrl)
  await half.post('/api/auth/sign-in', { email, password })
  const [recoveryCode] = confirmed.data.recoveryCodes
  const left = confirmed.data.recoveryCodes.length
  const read = async () => (await half.get('/api/auth/second-factor')).data
  assert.deepEqual(await read(), { hasTotp: true, hasPasskey: false, recoveryCodesLeft: left })
  await half.post('/api/auth/second-factor', { recoveryCode })
  assert.equal((await read()).recoveryCodesLeft, left - 1)
})

test('a person moves the app to another phone', async () => {
  const { browser, email } = await signedIn()
  const register = async () => {
    const { status, text, data } = await browser.post('/api/auth/totp')
    assert.equal(status, 200, text)
    const code = browser.code(data.secret)
    const confirmed = await browser.post('/api/auth/totp/confirm', { code })
    assert.equal(confirmed.data.recoveryCodes.length, 10)
    return data.secret
  }
  const [earlier, present] = [await register(), await register()]
  const other = openBrowser(world.baseUrl)
  await other.post('/api/auth/sign-in', { email, password })
  const show = (secret: string) =>
    other.post('/api/auth/second-factor', { code: other.code(secret, 1) })
  assert.equal((await show(earlier)).code, 'second-factor-refused')
  assert.equal((await show(present)).status, 200)
})

test('a person renames an own passkey only', async () => {
  const { browser } = await signedIn()
  const authenticator = openAuthenticator(world.baseUrl.replace('127.0.0.1', 'localhost'))
  const { challenge } = (await browser.post('/api/auth/passkeys/begin')).data
  const response = authenticator.create(challenge)
  const { id } = (await browser.post('/api/auth/passkeys', { name: 'Celular', response })).data
  const renamed = await browser.patch(`/api/auth/passkeys/${id}`, { name: '  Chave azul ' })
  assert.deepEqual([renamed.status, renamed.data.name], [200, 'Chave azul'])
  const [listed] = (await browser.get('/api/auth/passkeys')).data
  assert.equal(listed.name, 'Chave azul')
  assert.equal(
    (await browser.patch(`/api/auth/passkeys/${id}`, { name: ' ' })).code,
    'name-invalid',
  )
  const other = await signedIn()
  const refused = await other.browser.patch(`/api/auth/passkeys/${id}`, { name: 'Minha' })
  assert.equal(refused.code, 'not-found')
})

test('a person changes their own name, with a proof, and the language of mails', async () => {
  const { browser, personId } = await signedIn()
  const changed = await browser.patch('/api/auth/person', { name: 'Ana  Lima', language: 'en' })
  assert.equal(changed.status, 200, changed.text)
  const { person } = (await browser.get('/api/auth/login')).data
  assert.deepEqual([person.name, person.language], ['Ana Lima', 'en'])
  assert.equal((await browser.patch('/api/auth/person', { name: '42' })).code, 'name-invalid')
  assert.equal((await browser.patch('/api/auth/person', {})).code, 'validation-failed')

  await world.app.sql`
    update people.logins set proved_at = now() - interval '1 hour' where person_id = ${personId}`
  world.app.people.logins.refresh()
  const stale = await browser.patch('/api/auth/person', { name: 'Bia Lima' })
  assert.equal(stale.code, 'proof-required')
  assert.equal((await browser.patch('/api/auth/person', { language: 'pt' })).status, 200)
})

test('an invitation names the person who sent it, and no program', async () => {
  const { personId, accountId } = await signedIn()
  const { app } = world
  const given = { accountId, role: 'finance', language: 'pt' } as const
  const { name } = (
    await app.sql<{ name: string }[]>`
    select name from people.persons where id = ${personId}`
  )[0] ?? { name: '' }
  const person = { ...app, actor: { kind: 'person', id: personId, name } as const }
  const byPerson = await invitePerson(person, { ...given, email: 'convidada@exemplo.com.br' })
  const byProgram = await invitePerson(app, { ...given, email: 'outra@exemplo.com.br' })
  const read = async (token: string) =>
    (await openBrowser(world.baseUrl).post('/api/auth/invitations/read', { token })).data.invitedBy
  assert.equal(await read(byPerson.token), name)
  assert.equal(await read(byProgram.token), null)
})

test('an account reads its own prices and limits, and no provider', async () => {
  const { accountId } = await world.newMerchant()
  const { browser } = await signedIn('read-only', accountId)
  const { status, data } = await browser.get('/api/user/account')
  assert.equal(status, 200)
  assert.deepEqual(
    [data.id, data.methods.PIX, data.notReady, typeof data.limits.maxAmount],
    [accountId, true, [], 'number'],
  )
  assert.ok(data.prices.CREDIT_CARD.length > 0)
  assert.equal('providers' in data, false)
})
