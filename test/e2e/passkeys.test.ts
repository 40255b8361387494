import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openAuthenticator } from '../kit/authenticator.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { newPerson, openBrowser, password } from '../kit/person.ts'

let world: World
before(async () => {
  world = await openWorld({ RATE_SIGN_INS_PER_ADDRESS: '1000' })
})
after(() => world.close())

const originOf = () => world.baseUrl.replace('127.0.0.1', 'localhost')

/** A person with one passkey, in a browser that is signed in. */
async function newHolder() {
  const { email, personId } = await newPerson(world.app, { accountId: null, role: 'auditor' })
  const browser = openBrowser(world.baseUrl)
  await browser.post('/api/auth/sign-in', { email, password })
  const authenticator = openAuthenticator(originOf())
  const { data: options } = await browser.post('/api/auth/passkeys/begin')
  assert.equal(options.rp.id, 'localhost')
  assert.equal(options.authenticatorSelection.userVerification, 'required')
  const sent = { name: 'Celular', response: authenticator.create(options.challenge) }
  const added = await browser.post('/api/auth/passkeys', sent)
  assert.deepEqual([added.status, added.data?.name], [200, 'Celular'], added.text)
  return { email, personId, browser, authenticator, sent, passkey: added.data }
}

const begin = async (browser = openBrowser(world.baseUrl)) => {
  const { data } = await browser.post('/api/auth/passkeys/sign-in/begin')
  return { browser, request: data.request, challenge: data.options.challenge }
}

test('a passkey signs in alone, and a password then needs a second factor', async () => {
  const { email, authenticator } = await newHolder()
  const { browser, request, challenge } = await begin()
  const response = authenticator.get(challenge)
  const signedIn = await browser.post('/api/auth/passkeys/sign-in', { request, response })
  assert.deepEqual([signedIn.status, signedIn.data?.next], [200, null], signedIn.text)
  const { data: who } = await browser.get('/api/auth/login')
  assert.deepEqual([who.person.email, who.next], [email, null])
  assert.notEqual(who.provedAt, null)
  const again = await openBrowser(world.baseUrl).post('/api/auth/passkeys/sign-in', {
    ...{ request, response },
  })
  assert.equal(again.code, 'passkey-refused')
  const half = await openBrowser(world.baseUrl).post('/api/auth/sign-in', { email, password })
  assert.equal(half.data.next, 'second-factor')
})

test('only the first passkey ends the logins that were opened without it', async () => {
  const { email } = await newPerson(world.app, { accountId: null, role: 'auditor' })
  const [own, other, afterwards] = [1, 2, 3].map(() => openBrowser(world.baseUrl))
  assert(own && other && afterwards)
  const register = async () => {
    const { data: options } = await own.post('/api/auth/passkeys/begin')
    const authenticator = openAuthenticator(originOf())
    const response = authenticator.create(options.challenge)
    const added = await own.post('/api/auth/passkeys', { name: 'Celular', response })
    assert.equal(added.status, 200, added.text)
    return authenticator
  }
  for (const browser of [own, other]) await browser.post('/api/auth/sign-in', { email, password })
  const authenticator = await register()
  assert.equal((await other.get('/api/auth/login')).code, 'login-required')
  assert.equal((await own.get('/api/auth/login')).status, 200)

  const { request, challenge } = await begin(afterwards)
  const response = authenticator.get(challenge)
  await afterwards.post('/api/auth/passkeys/sign-in', { request, response })
  await register()
  for (const browser of [own, afterwards])
    assert.equal((await browser.get('/api/auth/login')).status, 200)
})

test('a response is refused when anything of it is not right', async () => {
  const { authenticator, browser: own, sent } = await newHolder()
  const elsewhere = openAuthenticator('https://evil.example')
  const wrong: readonly (readonly [why: string, make: (challenge: string) => unknown])[] = [
    ['another challenge', () => authenticator.get('AAAA')],
    ['a key of no one', (challenge) => elsewhere.get(challenge)],
    [
      'no check of the person',
      (challenge) => authenticator.get(challenge, { checksPerson: false }),
    ],
    ['nothing', () => null],
    ['a text', () => 'x'],
    ['no response', () => ({ id: authenticator.get('AAAA').id })],
    [
      'another signature',
      (challenge) => ({
        ...authenticator.get(challenge),
        response: { ...authenticator.get(challenge).response, signature: 'AAAA' },
      }),
    ],
  ]
  for (const [why, make] of wrong) {
    const { browser, request, challenge } = await begin()
    const body = { request, response: make(challenge) }
    const refused = await browser.post('/api/auth/passkeys/sign-in', body)
    assert.deepEqual([refused.status, refused.code], [401, 'passkey-refused'], why)
    assert.equal(browser.cookie(), '', why)
  }
  assert.equal((await own.post('/api/auth/passkeys', sent)).code, 'passkey-refused')
})

test('a copied passkey, whose counter stands still, is refused', async () => {
  const { authenticator } = await newHolder()
  const first = await begin()
  const response = authenticator.get(first.challenge)
  const body = { request: first.request, response }
  assert.equal((await first.browser.post('/api/auth/passkeys/sign-in', body)).status, 200)
  const { browser, request, challenge } = await begin()
  const copy = authenticator.get(challenge, { copied: true })
  const refused = await browser.post('/api/auth/passkeys/sign-in', { request, response: copy })
  assert.equal(refused.code, 'passkey-refused')
})

test('passkeys are listed and removed, and a suspended person enters with none', async () => {
  const { personId, browser, authenticator, passkey } = await newHolder()
  const { data: listed } = await browser.get('/api/auth/passkeys')
  assert.deepEqual(
    listed.map(({ id, name }: { id: string; name: string }) => [id, name]),
    [[passkey.id, 'Celular']],
  )
  await world.app.sql`update people.persons set status = 'suspended' where id = ${personId}`
  const next = await begin()
  const body = { request: next.request, response: authenticator.get(next.challenge) }
  assert.equal((await next.browser.post('/api/auth/passkeys/sign-in', body)).status, 401)
  await world.app.sql`update people.persons set status = 'active' where id = ${personId}`
  world.app.people.logins.refresh()

  const path = `/api/auth/passkeys/${passkey.id}`
  await world.app.sql`update people.logins set proved_at = null where person_id = ${personId}`
  world.app.people.logins.refresh()
  assert.equal((await browser.delete(path)).code, 'proof-required')
  await world.app.sql`update people.logins set proved_at = now() where person_id = ${personId}`
  world.app.people.logins.refresh()
  assert.equal((await browser.delete(path)).status, 200)
  assert.equal((await browser.delete(path)).code, 'not-found')
})

/** A login of this person that lacks its second factor. */
async function half(email: string) {
  const browser = openBrowser(world.baseUrl)
  assert.equal(
    (await browser.post('/api/auth/sign-in', { email, password })).data.next,
    'second-factor',
  )
  return browser
}

type Browser = ReturnType<typeof openBrowser>
const challengeOf = async (browser: Browser): Promise<string> =>
  (await browser.post('/api/auth/passkeys/challenge')).data.challenge

test('a passkey is the second factor after a password', async () => {
  const { email, authenticator } = await newHolder()
  const browser = await half(email)
  assert.equal((await browser.get('/api/admin/accounts')).code, 'second-factor-required')
  const { data: options } = await browser.post('/api/auth/passkeys/challenge')
  assert.equal(options.userVerification, 'required')
  assert.deepEqual(
    options.allowCredentials.map(({ id }: { id: string }) => id),
    [authenticator.get('AAAA').id],
  )
  const before = browser.cookie()
  const passkey = authenticator.get(options.challenge)
  const done = await browser.post('/api/auth/second-factor', { passkey })
  assert.deepEqual([done.status, done.data?.next], [200, null], done.text)
  assert.notEqual(browser.cookie(), before)
  assert.equal((await browser.get('/api/admin/accounts')).status, 200)
  assert.notEqual((await browser.get('/api/auth/login')).data.provedAt, null)
})

test('a passkey is the fresh proof of a login whose proof is old', async () => {
  const { personId, browser, authenticator } = await newHolder()
  await world.app.sql`
    update people.logins set proved_at = now() - interval '11 minutes'
    where person_id = ${personId}`
  world.app.people.logins.refresh()
  assert.equal((await browser.post('/api/auth/totp')).code, 'proof-required')
  const passkey = authenticator.get(await challengeOf(browser))
  const proved = await browser.post('/api/auth/proof', { passkey })
  assert.equal(proved.status, 200, proved.text)
  assert.equal((await browser.post('/api/auth/totp')).status, 200)
  assert.equal((await browser.post('/api/auth/proof', { passkey })).code, 'passkey-refused')
})

for (const path of ['second-factor', 'proof'])
  test(`${path} refuses a passkey that is not right in every part`, async () => {
    const [holder, other] = [await newHolder(), await newHolder()]
    const open = async () => (path === 'proof' ? holder.browser : half(holder.email))
    const { authenticator } = holder
    const wrong: readonly (readonly [
      why: string,
      make: (challenge: string, browser: Browser) => unknown,
    ])[] = [
      ['another challenge', () => authenticator.get('AAAA')],
      ['no check of the person', (sent) => authenticator.get(sent, { checksPerson: false })],
      ['a passkey of another person', (sent) => other.authenticator.get(sent)],
      [
        'the challenge of another login of the person',
        async () => authenticator.get(await challengeOf(await half(holder.email))),
      ],
      [
        'a challenge that is five minutes old',
        async (sent) => {
          await world.app.sql`
            update people.verifications set expires_at = now() - interval '1 second'`
          return authenticator.get(sent)
        },
      ],
      [
        'a response that was used',
        async (sent, browser) => {
          const passkey = authenticator.get(sent, { checksPerson: false })
          await browser.post(`/api/auth/${path}`, { passkey })
          return authenticator.get(sent)
        },
      ],
      ['nothing', () => null],
    ]
    for (const [why, make] of wrong) {
      const browser = await open()
      const before = browser.cookie()
      const passkey = await make(await challengeOf(browser), browser)
      const refused = await browser.post(`/api/auth/${path}`, { passkey })
      assert.deepEqual([refused.status, refused.code], [401, 'passkey-refused'], why)
      assert.equal(browser.cookie(), before, why)
    }
    // Of many requests with one response one is accepted.
    const browser = await open()
    const passkey = authenticator.get(await challengeOf(browser))
    const results = await Promise.all(
      [1, 2, 3, 4, 5].map(() => browser.post(`/api/auth/${path}`, { passkey })),
    )
    assert.equal(results.filter(({ status }) => status === 200).length, 1)
    const both = await (await open()).post(`/api/auth/${path}`, { passkey, code: '123456' })
    assert.equal(both.code, 'validation-failed')
  })

test('a person without a passkey gets no challenge', async () => {
  const { email } = await newPerson(world.app, { accountId: null, role: 'auditor' })
  const browser = openBrowser(world.baseUrl)
  await browser.post('/api/auth/sign-in', { email, password })
  assert.equal((await browser.post('/api/auth/passkeys/challenge')).code, 'second-factor-missing')
})
