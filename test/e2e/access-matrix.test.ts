import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { needsProof } from '../../contract/permission.ts'
import { accountRoles, operatorRoles } from '../../contract/role.ts'
import { routes } from '../../src/http/routes.ts'
import { buildServer } from '../../src/http/server/server.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { newPerson, newPersonWithApp, openBrowser, password } from '../kit/person.ts'

/* Who may call which route: every row of the table with every kind of caller. */

type Guarded = Extract<(typeof routes)[number], { readonly access: 'user' | 'admin' }>
type Server = ReturnType<typeof buildServer>

let world: World
let server: Server
let accountId: string
let foreignId: string
let secretKey: string
before(async () => {
  world = await openWorld({ RATE_SIGN_INS_PER_ADDRESS: '10000' })
  const rates = Object.fromEntries(
    Object.keys(world.app.config.limits.rates).map((name) => [
      name,
      { perSecond: 1e6, burst: 1e6 },
    ]),
  ) as World['app']['config']['limits']['rates']
  const limits = { ...world.app.config.limits, rates }
  server = buildServer({ ...world.app, config: { ...world.app.config, limits } })
  ;({ accountId, secretKey } = await world.newMerchant())
  foreignId = (await world.newMerchant()).accountId
})
after(async () => {
  await server.close()
  await world.close()
})

const accountRoutes = routes.filter((route) => route.access === 'user') as Guarded[]
const operatorRoutes = routes.filter((route) => route.access === 'admin') as Guarded[]
const loginRoutes = routes.filter((route) => route.access === 'login')
const changes = ({ method }: Pick<Guarded, 'method'>) => method !== 'GET'

/** A login whose second factor was shown just now. */
async function loginOf(role: string, at: string | null): Promise<string> {
  const { email } = await newPerson(world.app, { accountId: at, role })
  const browser = openBrowser(world.baseUrl)
  await browser.post('/api/auth/sign-in', { email, password })
  const { data } = await browser.post('/api/auth/totp')
  await browser.post('/api/auth/totp/confirm', { code: browser.code(data.secret) })
  return browser.cookie()
}

const own = { 'sec-fetch-site': 'same-origin' }

/** The code with which a route refuses the caller. Undefined: it let the caller in. */
async function refusal(
  { method, path, endpoint }: Pick<Guarded, 'method' | 'path' | 'endpoint'>,
  headers: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  if (endpoint.isStream) return refusalOfStream(path, headers)
  const response = await server.inject({
    method,
    url: path.replace(/:\w+/g, '00000000-0000-7000-8000-000000000000'),
    headers: { ...headers, ...(method !== 'GET' && { 'content-type': 'application/json' }) },
    // A body that no route accepts: what is let in changes nothing.
    ...(method !== 'GET' && method !== 'DELETE' && { payload: '[]' }),
  })
  const { error } = response.json<{ error: { code: string } | null }>()
  return error && refusals.has(error.code) ? error.code : undefined
}

/** A stream that lets the caller in has no end: it is read over a connection that can be closed. */
async function refusalOfStream(
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const response = await fetch(world.baseUrl + path, { headers })
  if (response.ok) return response.body?.cancel().then(() => undefined)
  const { error } = (await response.json()) as { error: { code: string } }
  return error.code
}

const refusals: ReadonlySet<string> = new Set([
  'unauthenticated',
  'admin-unauthenticated',
  'login-required',
  'permission-denied',
  'origin-refused',
  'second-factor-required',
  'proof-required',
])

for (const [role, permissions] of Object.entries(accountRoles))
  test(`at an account, ${role} may call exactly its routes`, async () => {
    const cookie = await loginOf(role, accountId)
    for (const route of accountRoutes)
      assert.equal(
        await refusal(route, { cookie, ...own }),
        (permissions as readonly string[]).includes(route.permission)
          ? undefined
          : 'permission-denied',
        `${route.method} ${route.path}`,
      )
    for (const route of operatorRoutes)
      assert.equal(
        await refusal(route, { cookie, ...own }),
        'permission-denied',
        `${route.method} ${route.path}`,
      )
  })

for (const [role, permissions] of Object.entries(operatorRoles))
  test(`at the operator, ${role} may call exactly its routes`, async () => {
    const cookie = await loginOf(role, null)
    for (const route of operatorRoutes)
      assert.equal(
        await refusal(route, { cookie, ...own }),
        (permissions as readonly string[]).includes(route.permission)
          ? undefined
          : 'permission-denied',
        `${route.method} ${route.path}`,
      )
    for (const { method, path } of accountRoutes) {
      const response = await server.inject({
        method,
        url: path.replace(/:\w+/g, '00000000-0000-7000-8000-000000000000'),
        headers: { cookie, ...own, 'guiche-account': accountId },
      })
      assert.equal(response.statusCode, 404, `${method} ${path}`)
    }
  })

test('without credentials no route is open', async () => {
  for (const route of accountRoutes)
    assert.equal(await refusal(route, {}), 'unauthenticated', `${route.method} ${route.path}`)
  for (const route of operatorRoutes)
    assert.equal(await refusal(route, {}), 'admin-unauthenticated', `${route.method} ${route.path}`)
  for (const route of loginRoutes)
    assert.equal(await refusal(route, {}), 'login-required', `${route.method} ${route.path}`)
})

test('a key opens no route of the operator, and none of a person', async () => {
  const authorization = `Basic ${Buffer.from(`x:${secretKey}`).toString('base64')}`
  for (const route of operatorRoutes)
    assert.equal(await refusal(route, { authorization }), 'admin-unauthenticated', route.path)
  for (const route of loginRoutes)
    assert.equal(await refusal(route, { authorization }), 'login-required', route.path)
})

test('a login that lacks its second factor opens no route', async () => {
  for (const [rows, at, role] of [
    [accountRoutes, accountId, 'owner'],
    [operatorRoutes, null, 'admin'],
  ] as const) {
    const { email } = await newPersonWithApp(world, { accountId: at, role })
    const browser = openBrowser(world.baseUrl)
    await browser.post('/api/auth/sign-in', { email, password })
    const cookie = browser.cookie()
    for (const route of rows)
      assert.equal(
        await refusal(route, { cookie, ...own }),
        'second-factor-required',
        `${route.method} ${route.path}`,
      )
  }
})

test('an ended login opens nothing', async () => {
  const [owner, admin] = [await loginOf('owner', accountId), await loginOf('admin', null)]
  for (const cookie of [owner, admin])
    await server.inject({ method: 'POST', url: '/api/auth/sign-out', headers: { cookie, ...own } })
  for (const route of accountRoutes)
    assert.equal(await refusal(route, { cookie: owner, ...own }), 'login-required', route.path)
  for (const route of [...operatorRoutes, ...loginRoutes])
    assert.equal(await refusal(route, { cookie: admin, ...own }), 'login-required', route.path)
})

test('a change from a foreign page is refused for every login', async () => {
  const [owner, admin] = [await loginOf('owner', accountId), await loginOf('admin', null)]
  const origin = 'https://evil.example'
  for (const route of accountRoutes.filter(changes))
    assert.equal(await refusal(route, { cookie: owner, origin }), 'origin-refused', route.path)
  for (const route of [...operatorRoutes, ...loginRoutes].filter(changes))
    assert.equal(await refusal(route, { cookie: admin, origin }), 'origin-refused', route.path)
})

test('what shows a secret needs a fresh second factor, for a read as well', () => {
  const showsSecret = /\/(?:webhooks\/secret|webhook-secret|cashout\/approval|:id\/result)(?:\/|$)/
  const found = [...accountRoutes, ...operatorRoutes].filter(({ path }) => showsSecret.test(path))
  assert.equal(found.length, 7)
  for (const { method, path, permission } of found)
    assert.ok(needsProof(permission), `${method} ${path}`)
})

test('an old second factor opens everything but what needs it fresh', async () => {
  const [owner, admin] = [await loginOf('owner', accountId), await loginOf('admin', null)]
  await world.app.sql`update people.logins set proved_at = proved_at - interval '11 minutes'`
  world.app.people.logins.refresh()
  for (const [cookie, rows] of [
    [owner, accountRoutes],
    [admin, operatorRoutes],
  ] as const)
    for (const route of rows)
      assert.equal(
        await refusal(route, { cookie, ...own }),
        needsProof(route.permission) ? 'proof-required' : undefined,
        `${route.method} ${route.path}`,
      )
})

test('a person acts for no account of others', async () => {
  const cookie = await loginOf('owner', accountId)
  for (const { method, path } of accountRoutes) {
    const response = await server.inject({
      method,
      url: path.replace(/:\w+/g, '00000000-0000-7000-8000-000000000000'),
      headers: { cookie, ...own, 'guiche-account': foreignId },
    })
    const { error } = response.json<{ error: { code: string } | null }>()
    assert.deepEqual([response.statusCode, error?.code], [404, 'not-found'], `${method} ${path}`)
  }
})
