import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openWorld, type World } from '../kit/gateway.ts'
import { newPerson, openBrowser, password } from '../kit/person.ts'

let world: World
before(async () => {
  world = await openWorld({ RATE_SIGN_INS_PER_ADDRESS: '1000' })
})
after(() => world.close())

test('an invited operator signs in, enrols an app, and needs it from then on', async () => {
  const { email } = await newPerson(world.app, { accountId: null, role: 'admin' })
  const browser = openBrowser(world.baseUrl)
  assert.equal((await browser.get('/api/auth/login')).code, 'login-required')
  const signedIn = await browser.post('/api/auth/sign-in', { email, password })
  assert.deepEqual([signedIn.status, signedIn.data.next], [200, null])
  assert.match(signedIn.setCookie, /^__Host-guiche-login=login_[^;]+; Path=\/; Max-Age=43200;/)
  assert.match(signedIn.setCookie, /; HttpOnly; Secure; SameSite=Strict$/)

  const { data: who } = await browser.get('/api/auth/login')
  assert.equal(who.person.email, email)
  assert.equal(who.memberships[0].role, 'admin')
  assert(who.memberships[0].permissions.includes('accounts:write'))

  const { data: totp } = await browser.post('/api/auth/totp')
  assert.match(totp.uri, /^otpauth:\/\/totp\//)
  const wrong = await browser.post('/api/auth/totp/confirm', { code: '000000' })
  assert.deepEqual([wrong.status, wrong.code], [401, 'second-factor-refused'])
  const confirmed = await browser.post('/api/auth/totp/confirm', {
    code: browser.code(totp.secret),
  })
  assert.equal(confirmed.data.recoveryCodes.length, 10)
  // A stolen password is no proof.
  const byPassword = await browser.post('/api/auth/proof', { password })
  assert.deepEqual([byPassword.status, byPassword.code], [401, 'second-factor-refused'])

  const other = openBrowser(world.baseUrl)
  const half = await other.post('/api/auth/sign-in', { email, password })
  assert.equal(half.data.next, 'second-factor')
  for (const path of ['/api/auth/logins', '/api/admin/accounts'])
    assert.equal((await other.get(path)).code, 'second-factor-required', path)
  assert.deepEqual((await other.get('/api/auth/login')).data.memberships, [])

  const before = other.cookie()
  const recoveryCode = confirmed.data.recoveryCodes[0]
  assert.equal((await other.post('/api/auth/second-factor', { recoveryCode })).data.next, null)
  assert.notEqual(other.cookie(), before)
  assert.equal((await other.get('/api/admin/accounts')).status, 200)

  const third = openBrowser(world.baseUrl)
  await third.post('/api/auth/sign-in', { email, password })
  const again = await third.post('/api/auth/second-factor', { recoveryCode })
  assert.equal(again.code, 'second-factor-refused')
  const code = third.code(totp.secret, 1)
  assert.equal((await third.post('/api/auth/second-factor', { code })).status, 200)
  await third.post('/api/auth/sign-out')
  assert.equal((await third.get('/api/auth/login')).code, 'login-required')
})

test('an ended login opens nothing two seconds later, in another process too', async () => {
  const { email } = await newPerson(world.app, { accountId: null, role: 'auditor' })
  const [first, second] = [openBrowser(world.baseUrl), openBrowser(world.baseUrl)]
  for (const each of [first, second]) await each.post('/api/auth/sign-in', { email, password })
  assert.equal((await second.get('/api/admin/accounts')).status, 200)
  const { data: logins } = await first.get('/api/auth/logins')
  assert.equal(logins.length, 2)
  const theirs = logins.find((each: { isThisOne: boolean }) => !each.isThisOne)
  // As another process does: without clearing the memory of this one.
  await world.app.sql`delete from people.logins where id = ${theirs.id}`
  await new Promise((wake) => setTimeout(wake, 2_000))
  assert.equal((await second.get('/api/admin/accounts')).code, 'login-required')
  assert.equal((await first.get('/api/admin/accounts')).status, 200)
  assert.equal((await first.delete(`/api/auth/logins/${theirs.id}`)).code, 'not-found')
})

const origins: readonly (readonly [why: string, headers: Record<string, string>, code?: string])[] =
  [
    ['no origin at all', {}, 'origin-refused'],
    ['a foreign origin', { origin: 'https://evil.example' }, 'origin-refused'],
    ['an opaque origin', { origin: 'null' }, 'origin-refused'],
    ['another port', { origin: 'http://127.0.0.1:1' }, 'origin-refused'],
    ['another site', { 'sec-fetch-site': 'cross-site' }, 'origin-refused'],
    ['the same site', { 'sec-fetch-site': 'same-site' }, 'origin-refused'],
    ...['', 'Bearer', 'Bearer login_ x'].map(
      (authorization) =>
        [
          `a foreign origin beside "${authorization}"`,
          { origin: 'https://evil.example', authorization },
          'origin-refused',
        ] as const,
    ),
    ['the same origin', { 'sec-fetch-site': 'same-origin' }],
  ]
test('a change by cookie needs our origin, a bearer does not', async () => {
  const { email } = await newPerson(world.app, { accountId: null, role: 'admin' })
  const browser = openBrowser(world.baseUrl)
  await browser.post('/api/auth/sign-in', { email, password })
  const send = (headers: Record<string, string>) =>
    fetch(`${world.baseUrl}/api/auth/logins`, { method: 'DELETE', headers })
  for (const [why, headers, code] of origins) {
    const response = await send({ cookie: browser.cookie(), ...headers })
    assert.equal(response.status, code ? 403 : 200, why)
    assert.equal(response.headers.get('access-control-allow-origin'), null)
  }
  const bearer = browser.cookie().split('=')[1]
  assert.equal((await send({ authorization: `Bearer ${bearer}` })).status, 200)
  const forged = `${bearer?.slice(0, -1)}${bearer?.endsWith('A') ? 'B' : 'A'}`
  assert.equal((await send({ authorization: `Bearer ${forged}` })).status, 401)
  const foreign = await fetch(`${world.baseUrl}/api/auth/sign-in`, {
    method: 'POST',
    headers: { origin: 'https://evil.example', 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  assert.equal(foreign.status, 403)
  assert.equal(foreign.headers.get('set-cookie'), null)
})

test('wrong passwords lock the person, and the response is that of an unknown one', async () => {
  const { email } = await newPerson(world.app, { accountId: null, role: 'support' })
  const browser = openBrowser(world.baseUrl)
  const bodies = new Set<string>()
  for (let each = 0; each < 10; each += 1)
    bodies.add((await browser.post('/api/auth/sign-in', { email, password: 'errada' })).text)
  bodies.add((await browser.post('/api/auth/sign-in', { email, password })).text)
  bodies.add((await browser.post('/api/auth/sign-in', { email: 'x@y.com', password })).text)
  assert.equal(bodies.size, 1)
  assert.equal(browser.cookie(), '')
})

test('a person of two accounts acts for the named one, within the role', async () => {
  const [shop, other, foreign] = [
    await world.openShop(),
    await world.openShop(),
    await world.openShop(),
  ]
  const { email, personId } = await newPerson(world.app, {
    accountId: shop.accountId,
    role: 'owner',
  })
  const browser = openBrowser(world.baseUrl)
  await browser.post('/api/auth/sign-in', { email, password })
  const sale = await shop.sell({ paymentMethod: 'PIX', amount: 10_00 })
  assert.equal((await browser.get(`/api/user/transactions/${sale.id}`)).data.id, sale.id)
  assert.equal((await browser.get('/api/admin/accounts')).code, 'permission-denied')
  for (const accountId of [foreign.accountId, 'x', crypto.randomUUID()]) {
    const refused = await browser.get('/api/user/transactions', { 'guiche-account': accountId })
    assert.deepEqual([refused.status, refused.code], [404, 'not-found'], accountId)
  }
  await newPerson(world.app, { accountId: other.accountId, role: 'read-only', email })
  assert.equal((await browser.get('/api/user/transactions')).code, 'not-found')
  const chosen = await browser.put('/api/auth/account', { accountId: other.accountId })
  assert.equal(chosen.status, 200)
  assert.deepEqual((await browser.get('/api/user/transactions')).data, [])
  const refused = await browser.put('/api/auth/account', { accountId: foreign.accountId })
  assert.equal(refused.code, 'not-found')
  const as = { 'guiche-account': other.accountId }
  assert.deepEqual((await browser.get('/api/user/transactions', as)).data, [])
  const key = { kind: 'secret', name: 'x' }
  assert.equal((await browser.post('/api/user/keys', key, as)).code, 'permission-denied')

  const own = { 'guiche-account': shop.accountId }
  assert.equal((await browser.post('/api/user/keys', key, own)).status, 200)
  await world.app.sql`
    update people.logins set proved_at = now() - interval '11 minutes'
    where person_id = ${personId}`
  world.app.people.logins.refresh()
  assert.equal((await browser.post('/api/user/keys', key, own)).code, 'proof-required')
  assert.equal((await browser.post('/api/auth/proof', { password })).status, 200)
  assert.equal((await browser.post('/api/user/keys', key, own)).status, 200)
})

test('who accepts a claim gives money back, so a person needs a fresh proof for it', async () => {
  const { accountId } = await world.newMerchant()
  const id = crypto.randomUUID()
  for (const [place, role, path] of [
    [accountId, 'support', `/api/user/chargebacks/${id}/answer`],
    [null, 'support', `/api/admin/accounts/${accountId}/disputes/${id}/answer`],
  ] as const) {
    const { email, personId } = await newPerson(world.app, { accountId: place, role })
    const browser = openBrowser(world.baseUrl)
    await browser.post('/api/auth/sign-in', { email, password })
    await world.app.sql`
      update people.logins set proved_at = now() - interval '11 minutes'
      where person_id = ${personId}`
    world.app.people.logins.refresh()
    const by = place === null ? { answeredBy: 'Ana' } : {}
    const contested = await browser.post(path, { decision: 'contest', text: 'Entregue.', ...by })
    assert.equal(contested.code, 'not-found', contested.text)
    const accept = { decision: 'accept', ...by }
    assert.equal((await browser.post(path, accept)).code, 'proof-required')
    assert.equal((await browser.post('/api/auth/proof', { password })).status, 200)
    assert.equal((await browser.post(path, accept)).code, 'not-found')
  }
})

test('a person sends an address for webhooks only with the permission for endpoints', async () => {
  const shop = await world.openShop()
  const { accountId } = shop
  const [finance, developer] = [openBrowser(world.baseUrl), openBrowser(world.baseUrl)]
  for (const [browser, role] of [
    [finance, 'finance'],
    [developer, 'developer'],
  ] as const) {
    const { email } = await newPerson(world.app, { accountId, role })
    await browser.post('/api/auth/sign-in', { email, password })
  }
  const postbackUrl = `${world.receiver.url}/elsewhere`
  const link = { title: 'Curso', amount: 50_00 }
  const made = await finance.post('/api/user/payment-links', link)
  assert.equal(made.status, 201, made.text)
  const path = `/api/user/payment-links/${made.data.id}`
  const cashout = { amount: 1_00, pixKey: 'fornecedora@loja.example', pixType: 'EMAIL' }
  for (const refused of [
    await finance.post('/api/user/payment-links', { ...link, postbackUrl }),
    await finance.patch(path, { postbackUrl }),
    await finance.patch(path, { postbackUrl: null }),
    await finance.put('/api/user/cashout/schedule', { enabled: false, postbackUrl }),
    await finance.post('/api/user/cashout', { ...cashout, postbackUrl }),
  ]) {
    assert.equal(refused.code, 'permission-denied', refused.text)
    assert.match(refused.text, /webhooks:write/)
  }
  assert.equal((await developer.patch(path, { postbackUrl })).data.postbackUrl, postbackUrl)
  assert.equal((await finance.patch(path, { title: 'Curso de barro' })).status, 200)
  const byKey = await shop.call('POST', '/api/user/payment-links', { ...link, postbackUrl })
  assert.equal(byKey.http, 201, byKey.text)
})

test('an owner invites, changes and removes people, up to the role of an owner', async () => {
  const shop = await world.openShop()
  const { accountId } = shop
  const owner = await newPerson(world.app, { accountId, role: 'owner' })
  await world.app.sql`
    insert into people.account_roles (id, account_id, name, read_as, permissions, created_by)
    values (
      gen_random_uuid(), ${accountId}, 'gerente', 'gerente',
      '{people:read,people:write,transactions:read}', 'test'
    )`
  const manager = await newPerson(world.app, { accountId, role: 'gerente' })
  const [first, second] = [openBrowser(world.baseUrl), openBrowser(world.baseUrl)]
  await first.post('/api/auth/sign-in', { email: owner.email, password })
  await second.post('/api/auth/sign-in', { email: manager.email, password })

  const path = '/api/user/people'
  const email = 'convidada@exemplo.com.br'
  const sent = await first.post(`${path}/invitations`, { email, role: 'support' })
  assert.deepEqual([sent.status, sent.data.email], [200, email])
  assert.doesNotMatch(sent.text, /token|#/)
  const { data: people } = await second.get(path)
  assert.deepEqual([people.persons.length, people.invitations.length], [2, 1])
  assert.equal((await second.delete(`${path}/invitations/${sent.data.id}`)).status, 200)

  const more = await second.post(`${path}/invitations`, { email, role: 'owner' })
  assert.equal(more.code, 'permission-denied')
  const demoted = await second.patch(`${path}/${owner.personId}`, { role: 'gerente' })
  assert.equal(demoted.code, 'permission-denied')
  assert.equal((await second.delete(`${path}/${owner.personId}`)).code, 'permission-denied')
  assert.equal((await first.delete(`${path}/${owner.personId}`)).code, 'last-owner')
  const basic = { authorization: `Basic ${Buffer.from(`x:${shop.secretKey}`).toString('base64')}` }
  const byKey = await first.post(`${path}/invitations`, { email, role: 'support' }, basic)
  assert.equal(byKey.code, 'permission-denied')

  const changed = await first.patch(`${path}/${manager.personId}`, { role: 'read-only' })
  assert.equal(changed.status, 200)
  assert.equal((await second.get('/api/user/transactions')).status, 200)
  assert.equal((await second.post(`${path}/invitations`, { email, role: 'support' })).status, 403)
  assert.equal((await first.delete(`${path}/${manager.personId}`)).status, 200)
  assert.equal((await second.get('/api/user/transactions')).code, 'not-found')
})

test('the name of a browser is stored without card numbers', async () => {
  const { email, personId } = await newPerson(world.app, { accountId: null, role: 'auditor' })
  const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36'
  for (const agent of [chrome, 'Loja/1.0 4111 1111 1111 1111'])
    await openBrowser(world.baseUrl).post(
      '/api/auth/sign-in',
      { email, password },
      { 'user-agent': agent },
    )
  const stored = await world.app.sql<{ agent: string }[]>`
    select user_agent as agent from people.logins where person_id = ${personId}
    order by created_at`
  assert.deepEqual(
    stored.map(({ agent }) => agent),
    [chrome, 'Loja/#.# #### #### #### ####'],
  )
  const entries = await world.app.sql<{ content: string }[]>`
    select content from audit_entries
    where content::jsonb ->> 'action' = 'login.opened'`
  assert.ok(!entries.some(({ content }) => content.includes('1111 1111')))
})

test('an administrator suspends a person of any account', async () => {
  const admin = await newPerson(world.app, { accountId: null, role: 'admin' })
  const other = await newPerson(world.app, { accountId: null, role: 'auditor' })
  const [first, second] = [openBrowser(world.baseUrl), openBrowser(world.baseUrl)]
  await first.post('/api/auth/sign-in', { email: admin.email, password })
  await second.post('/api/auth/sign-in', { email: other.email, password })
  const path = `/api/admin/people/${other.personId}/suspension`
  assert.equal((await second.post(path)).code, 'permission-denied')
  assert.equal((await first.post(path)).status, 200)
  assert.equal((await second.get('/api/auth/login')).code, 'login-required')
  const again = await second.post('/api/auth/sign-in', { email: other.email, password })
  assert.equal(again.code, 'sign-in-refused')
  assert.equal((await first.delete(path)).status, 200)
  assert.equal(
    (await second.post('/api/auth/sign-in', { email: other.email, password })).status,
    200,
  )
})

test('a command line gets a login when a person allows it, once', async () => {
  const { email } = await newPerson(world.app, { accountId: null, role: 'auditor' })
  const [browser, program] = [openBrowser(world.baseUrl), openBrowser(world.baseUrl)]
  await browser.post('/api/auth/sign-in', { email, password })
  const poll = async (deviceCode: string) => {
    await world.app.sql`update people.device_codes set last_polled_at = null`
    return (await program.post('/api/auth/device/poll', { deviceCode })).data
  }
  const begun = (await program.post('/api/auth/device')).data
  assert.deepEqual(await poll(begun.deviceCode), { state: 'pending', token: null })
  const soon = await program.post('/api/auth/device/poll', { deviceCode: begun.deviceCode })
  assert.equal(soon.data.state, 'too-fast')
  const decision = { userCode: begun.userCode, isApproved: true }
  assert.equal((await program.post('/api/auth/device/decision', decision)).code, 'login-required')
  assert.equal((await browser.post('/api/auth/device/decision', decision)).status, 200)
  const again = await browser.post('/api/auth/device/decision', decision)
  assert.equal(again.code, 'link-not-valid')
  const { state, token } = await poll(begun.deviceCode)
  assert.equal(state, 'approved')
  assert.equal((await poll(begun.deviceCode)).state, 'over')
  const bearer = { authorization: `Bearer ${token}` }
  const { data: who } = await program.get('/api/auth/login', bearer)
  assert.deepEqual([who.kind, who.person.email], ['cli', email])
  assert.equal((await program.get('/api/admin/accounts', bearer)).status, 200)

  const second = (await program.post('/api/auth/device')).data
  const denial = { userCode: second.userCode, isApproved: false }
  assert.equal((await browser.post('/api/auth/device/decision', denial)).status, 200)
  assert.equal((await poll(second.deviceCode)).state, 'denied')
  assert.equal((await poll('unknown')).state, 'over')
  const stored = await world.app.sql<{ token: string }[]>`select token from people.logins`
  assert(stored.every((row) => /^[0-9a-f]{64}$/.test(row.token)))
})
