import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { pino } from 'pino'
import { newKey } from '../../src/accounts/api-key.ts'
import { routes } from '../../src/http/routes.ts'
import { buildServer } from '../../src/http/server/server.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { sendRaw } from '../kit/raw-http.ts'
import type { Shop } from '../kit/shop.ts'

let world: World
let shop: Shop
before(async () => {
  world = await openWorld()
  shop = await world.openShop()
})
after(() => world.close())

const path = '/api/user/transactions'
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
const auth = () => basic(`x:${shop.secretKey}`)
const order = { amount: 1_000, paymentMethod: 'PIX' }
const json = { 'content-type': 'application/json' }

/** Every failure is the envelope (docs/design/interface.md#response-envelope). */
function assertFailure(body: string, status: number, code: string) {
  const answer = JSON.parse(body)
  assert.equal(answer.status, status)
  assert.equal(typeof answer.message, 'string')
  assert.equal(answer.data, null)
  assert.equal(answer.error.code, code)
  assert.equal(answer.error.message, answer.message)
}

for (const [what, status, code, request] of [
  ['a body that is not JSON', 400, 'invalid-json', { body: '{' }],
  [
    'a body nested 33 deep',
    400,
    'body-too-deep',
    { body: `{"metadata":${'['.repeat(32)}${']'.repeat(32)}}` },
  ],
  ['a body with a key twice', 400, 'duplicate-json-key', { body: '{"amount":1,"amount":2}' }],
  [
    'a body above 256 KiB',
    413,
    'body-too-large',
    { body: `{"metadata":"${'x'.repeat(256 * 1_024)}"}` },
  ],
  [
    'a form',
    415,
    'unsupported-media-type',
    { body: 'amount=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  ],
  [
    'text',
    415,
    'unsupported-media-type',
    { body: '{}', headers: { 'content-type': 'text/plain' } },
  ],
  [
    'an amount with an exponent',
    400,
    'validation-failed',
    { body: '{"amount":1e3,"paymentMethod":"PIX"}' },
  ],
  ['no body', 400, 'validation-failed', { body: '' }],
  ['a list', 400, 'validation-failed', { body: '[]' }],
  [
    'an idempotency key of two words',
    400,
    'idempotency-key-invalid',
    { body: JSON.stringify(order), headers: { ...json, 'idempotency-key': 'two words' } },
  ],
  [
    'an unknown version',
    400,
    'version-not-supported',
    { body: JSON.stringify(order), headers: { ...json, 'guiche-version': '1999-01-01' } },
  ],
] as const) {
  test(`${what} is a JSON ${status} of code ${code}`, async () => {
    const answer = await fetch(world.baseUrl + path, {
      method: 'POST',
      headers: { ...json, authorization: auth(), ...('headers' in request ? request.headers : {}) },
      body: request.body,
    })
    assert.equal(answer.status, status)
    assertFailure(await answer.text(), status, code)
    assert.match(answer.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/)
  })
}

for (const [what, status, code, bytes] of [
  ['no Host', 400, 'host-invalid', `GET ${path} HTTP/1.1\r\n\r\n`],
  ['two Hosts', 400, 'host-invalid', `GET ${path} HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n`],
  ['a Host that is none', 400, 'host-invalid', `GET ${path} HTTP/1.1\r\nHost: a b/c\r\n\r\n`],
  [
    'headers above 16 KiB',
    431,
    'headers-too-large',
    `GET ${path} HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`,
  ],
  ['what is not HTTP', 400, 'request-malformed', 'HELLO\r\n\r\n'],
  [
    'a body of two lengths',
    400,
    'request-malformed',
    `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`,
  ],
  [
    'a path of a reading that cannot be decoded',
    404,
    'not-found',
    'GET /api/user/%ff HTTP/1.1\r\nHost: a\r\n\r\n',
  ],
  [
    'a path of a change that cannot be decoded',
    400,
    'request-malformed',
    'POST /api/user/%ff HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n',
  ],
  ['an unknown method', 400, 'request-malformed', `BREW ${path} HTTP/1.1\r\nHost: a\r\n\r\n`],
] as const) {
  test(`${what} is a JSON ${status} of code ${code}`, async () => {
    const answer = await sendRaw(world.baseUrl, bytes)
    assert.equal(answer.status, status)
    assert.match(answer.headers['content-type'] ?? '', /^application\/json/)
    assertFailure(answer.body, status, code)
    assert.match(answer.headers['x-request-id'] ?? '', /^[0-9a-f-]{36}$/)
  })
}

test('an unknown path is a JSON 404, a wrong method a 405 with the right ones', async () => {
  const missing = await shop.call('GET', '/api/user/nothing')
  assert.equal(missing.http, 404)
  assertFailure(missing.text, 404, 'route-not-found')
  const wrong = await shop.call('DELETE', path)
  assert.equal(wrong.http, 405)
  assertFailure(wrong.text, 405, 'method-not-allowed')
  const invitations = await shop.call('PATCH', '/api/user/people/invitations', {})
  assert.deepEqual([invitations.http, invitations.headers.get('allow')], [405, 'POST'])
  assert.equal(wrong.headers.get('allow'), 'POST, GET, HEAD')
})

test('a request without valid credentials is refused before its body is read', async () => {
  const headers = ['Host: a', 'Content-Type: application/json', 'Content-Length: 1000']
  const head = [`POST ${path} HTTP/1.1`, ...headers, '', ''].join('\r\n')
  const answer = await sendRaw(world.baseUrl, head) // The thousand bytes are never sent.
  assert.equal(answer.status, 401)
  assertFailure(answer.body, 401, 'unauthenticated')
})

test('a callback address that no provider has is refused before its body is read', async () => {
  const headers = ['Host: a', 'Content-Type: application/json', 'Content-Length: 2000']
  const head = [`POST /callbacks/${'x'.repeat(40)} HTTP/1.1`, ...headers, '', '{'].join('\r\n')
  const answer = await sendRaw(world.baseUrl, head) // The other bytes are never sent.
  assert.equal(answer.status, 404)
  assertFailure(answer.body, 404, 'not-found')
})

test('every route that wants a key or a login refuses a request without one, in JSON', async () => {
  for (const { method, path: pattern, access } of routes) {
    if (access === 'open' || access === 'sign-in') continue
    const url = world.baseUrl + pattern.replace(/:\w+/g, '0198c1de-7a4b-7c11-9d52-3f6f2f0f9b10')
    const answer = await fetch(url, { method })
    assert.equal(answer.status, 401, `${method} ${pattern}`)
    const codes = {
      user: 'unauthenticated',
      public: 'public-key-invalid',
      admin: 'admin-unauthenticated',
      login: 'login-required',
    }
    assertFailure(await answer.text(), 401, codes[access])
  }
})

test('a public key opens no route of a secret one, nor the other way round', async () => {
  assert.equal(
    (await shop.call('GET', path, undefined, { authorization: basic(`x:${shop.publicKey}`) })).http,
    401,
  )
  const token = await fetch(`${world.baseUrl}/api/public/cards/tokens`, {
    method: 'POST',
    headers: { 'x-public-key': shop.secretKey },
  })
  assert.equal(token.status, 401)
  const admin = await fetch(`${world.baseUrl}/api/admin/accounts`, {
    headers: { authorization: `Bearer ${shop.secretKey}` },
  })
  assert.equal(admin.status, 401)
})

test('an id of another account gets exactly the response of an unknown id', async () => {
  const other = await world.openShop()
  const sale = await other.sell(order)
  const unknown = await shop.call('GET', `${path}/0198c1de-7a4b-7c11-9d52-3f6f2f0f9b10`)
  for (const [method, suffix] of [
    ['GET', ''],
    ['GET', '/summary'],
    ['GET', '/timeline'],
    ['POST', '/cancel'],
    ['POST', '/capture'],
  ] as const) {
    const foreign = await shop.call(method, `${path}/${sale.id}${suffix}`)
    assert.equal(foreign.http, 404)
    assert.equal(foreign.text, unknown.text)
  }
  assert.deepEqual((await shop.call<unknown[]>('GET', path)).body.data, [])
})

test('messages are in Portuguese, or in English on request', async () => {
  const body = { ...order, amount: 0 }
  const pt = await shop.call('POST', path, body)
  assert.equal(pt.body.message, 'O campo amount deve ser no mínimo 1.')
  const en = await shop.call('POST', path, body, { 'accept-language': 'en-US,pt;q=0.5' })
  assert.equal(en.body.message, 'The field amount must be at least 1.')
})

test('every error names the page that explains it', async () => {
  const { body } = await shop.call('GET', '/nothing')
  const page = await fetch(`${body.error?.docs}`)
  assert.equal(page.status, 200)
  assert.match(await page.text(), /route-not-found/)
})

test('an account gets responses in the version of its first call', async () => {
  const { headers } = await shop.call('GET', '/api/user/wallet/balance')
  const version = headers.get('guiche-version') ?? ''
  assert.match(version, /^\d{4}-\d\d-\d\d$/)
  const [row] = await world.app.sql<
    { version: string }[]
  >`select api_version as version from accounts where id = ${shop.accountId}`
  assert.equal(row?.version, version)
})

test('a path may end in a slash or have a double slash after the base address', async () => {
  assert.equal((await shop.call('GET', '//api/user/wallet/balance/')).http, 200)
})

test('health reports alive and ready, and the reference names every route', async () => {
  for (const name of ['live', 'ready'])
    assert.equal((await fetch(`${world.baseUrl}/health/${name}`)).status, 200)
  const document = (await (await fetch(`${world.baseUrl}/openapi.json`)).json()) as {
    paths: Record<string, object>
  }
  for (const { path: pattern, method } of routes) {
    assert.ok(
      method.toLowerCase() in (document.paths[pattern.replace(/:(\w+)/g, '{$1}')] ?? {}),
      `${method} ${pattern}`,
    )
  }
  assert.match(
    await (await fetch(`${world.baseUrl}/metrics`)).text(),
    /guiche_http_request_duration_seconds_count/,
  )
})

test('a card token is made from any https page, used once, and never shows the card', async () => {
  const card = {
    number: '4111111111111111',
    holderName: 'ANA',
    expirationMonth: 12,
    expirationYear: 2031,
    cvv: '123',
  }
  const url = `${world.baseUrl}/api/public/cards/tokens`
  const headers = { ...json, 'x-public-key': shop.publicKey, origin: 'https://loja.com.br' }
  const preflight = await fetch(url, {
    method: 'OPTIONS',
    headers: { origin: 'https://loja.com.br', 'access-control-request-method': 'POST' },
  })
  assert.equal(preflight.status, 204)
  assert.equal(preflight.headers.get('access-control-allow-origin'), 'https://loja.com.br')
  const made = await fetch(url, { method: 'POST', headers, body: JSON.stringify(card) })
  assert.equal(made.status, 200)
  assert.equal(made.headers.get('access-control-allow-origin'), 'https://loja.com.br')
  assert.equal(made.headers.get('access-control-allow-credentials'), null)
  const { data } = (await made.json()) as {
    data: { token: string; brand: string; lastDigits: string }
  }
  assert.deepEqual([data.brand, data.lastDigits], ['VISA', '************1111'])
  const sale = {
    amount: 1_000,
    paymentMethod: 'CREDIT_CARD',
    card: { token: data.token },
    customer: { name: 'Ana' },
  }
  assert.equal((await shop.sell(sale)).status, 'PAID')
  const again = await shop.call('POST', path, sale)
  assert.equal(again.http, 400)
  assertFailure(again.text, 400, 'card-token-invalid')
  const foreign = await world.openShop()
  assertFailure((await foreign.call('POST', path, sale)).text, 400, 'card-token-invalid')
})

test('no page of another origin may read a secret route', async () => {
  const answer = await fetch(world.baseUrl + path, {
    headers: { authorization: auth(), origin: 'https://loja.com.br' },
  })
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('access-control-allow-origin'), null)
  const preflight = await fetch(world.baseUrl + path, {
    method: 'OPTIONS',
    headers: { origin: 'https://loja.com.br' },
  })
  assert.equal(preflight.headers.get('access-control-allow-origin'), null)
})

test('an account can refuse its secret key where it comes with an Origin header', async () => {
  const own = await world.openShop()
  const balance = () =>
    own.call('GET', '/api/user/wallet/balance', undefined, { origin: 'https://loja.com.br' })
  assert.equal((await balance()).http, 200)
  const changed = await asOperator('PATCH', `/accounts/${own.accountId}`, {
    secretKeyWithOrigin: 'refuse',
  })
  assert.equal(changed.http, 200)
  assertFailure((await balance()).text, 403, 'secret-key-in-browser')
  assert.equal((await own.call('GET', '/api/user/wallet/balance')).http, 200)
})

test('a key that was never issued is refused even when its checksum is right', async () => {
  assert.equal(
    (await shop.call('GET', path, undefined, { authorization: basic(`x:${newKey('secret')}`) }))
      .http,
    401,
  )
})

test('B1: a slow or endless caller is cut off', async () => {
  const instance = buildServer(world.app)
  await instance.ready()
  const { headersTimeout, requestTimeout, keepAliveTimeout, maxRequestsPerSocket } = instance.server
  assert.deepEqual(
    { headersTimeout, requestTimeout, keepAliveTimeout, maxRequestsPerSocket },
    {
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 75_000,
      maxRequestsPerSocket: 10_000,
    },
  )
  await instance.close()
})

test('a proxy that is not configured is warned of once', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  const instance = buildServer({ ...world.app, log })
  const warnings = () => lines.filter((line) => line.includes('GUICHE_TRUSTED_PROXIES')).length
  await instance.inject({ url: '/' })
  assert.equal(warnings(), 0, 'a request without a proxy')
  for (const client of ['203.0.113.7', '203.0.113.8'])
    await instance.inject({ url: '/', headers: { 'x-forwarded-for': client } })
  assert.equal(warnings(), 1)
  await instance.close()
})

test('a method that no address takes is a JSON 405', async () => {
  const answer = await sendRaw(world.baseUrl, `QUERY ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
  assertFailure(answer.body, 405, 'method-not-allowed')
  assert.equal(answer.headers.allow, 'POST, GET, HEAD')
})

test('a card that is over, or whose code was left empty, gets no token', async () => {
  const card = {
    number: '4111111111111111',
    holderName: 'ANA',
    expirationMonth: 12,
    expirationYear: 2031,
    cvv: '123',
  }
  for (const [wrong, code, field] of [
    [{ expirationYear: 2020 }, 'card-expired', 'card.expirationYear'],
    [{ cvv: '' }, 'validation-failed', 'card.cvv'],
  ] as const) {
    const answer = await fetch(`${world.baseUrl}/api/public/cards/tokens`, {
      method: 'POST',
      headers: { ...json, 'x-public-key': shop.publicKey },
      body: JSON.stringify({ ...card, ...wrong }),
    })
    const { error } = (await answer.json()) as { error: { code: string; field: string } }
    assert.deepEqual([answer.status, error.code, error.field], [400, code, field])
  }
})

test('a proxy request gets a 405 in JSON', async () => {
  const answer = await sendRaw(
    world.baseUrl,
    'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n',
  )
  const { error } = JSON.parse(answer.body) as { error: { code: string } }
  assert.deepEqual([answer.status, error.code], [405, 'method-not-allowed'])
  assert.match(answer.headers.allow ?? '', /GET, HEAD, POST/)
})

test('the root leads a person to the docs and gives a program the routes', async () => {
  const person = await fetch(world.baseUrl, {
    redirect: 'manual',
    headers: { accept: 'text/html,*/*;q=0.8' },
  })
  assert.deepEqual([person.status, person.headers.get('location')], [302, '/docs'])
  const program = await fetch(`${world.baseUrl}/`)
  const { data } = (await program.json()) as {
    data: { docs: string; openapi: string; health: string }
  }
  for (const address of Object.values(data))
    assert.equal((await fetch(address)).status, 200, address)
})

test('a request is a line of the log, and a probe that succeeds is not', async (t) => {
  const logged: string[] = []
  const isLogged = Promise.withResolvers<void>()
  t.mock.method(world.app.log, 'info', ({ route }: { route: string }) => {
    logged.push(route)
    if (route === '/openapi.json') isLogged.resolve()
  })
  for (const path of ['/health/live', '/health/ready', '/openapi.json'])
    await (await fetch(`${world.baseUrl}${path}`)).text()
  await isLogged.promise
  assert.deepEqual(
    logged.filter((route) => route.startsWith('/health/')),
    [],
  )
})

async function asOperator(method: string, path: string, body?: unknown) {
  const response = await fetch(`${world.baseUrl}/api/admin${path}`, {
    method,
    headers: {
      authorization: `Bearer ${world.adminToken}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const reported = (await response.json()) as {
    message: string
    error: { code: string; field?: string } | null
  }
  return { http: response.status, ...reported }
}

test('an operator’s request without a body gets an error with the expected fields', async () => {
  const { http, message, error } = await asOperator('POST', '/accounts')
  assert.deepEqual(
    [http, message, error?.field],
    [400, 'O corpo da requisição deve ser um objeto.', undefined],
  )
})

test('a misspelt setting is rejected by name, and nothing is changed', async () => {
  const path = `/accounts/${shop.accountId}`
  const misspelt = { name: 'Outra', cashout: { limits: { perNihgt: 1_000 } } }
  const { http, message, error } = await asOperator('PATCH', path, misspelt)
  assert.deepEqual(
    [http, error?.code, error?.field],
    [400, 'validation-failed', 'cashout.limits.perNihgt'],
  )
  assert.equal(message, 'O campo cashout.limits.perNihgt não é conhecido.')
  const { data } = (await asOperator('GET', path)) as unknown as { data: { name: string } }
  assert.notEqual(data.name, 'Outra')
  const nothing = await asOperator('PATCH', path, {})
  assert.deepEqual(
    [nothing.http, nothing.message],
    [400, 'O corpo da requisição não diz o que mudar.'],
  )
  const decision = await asOperator('POST', `${path}/keys`, {
    kind: 'public',
    name: 'x',
    nome: 'y',
  })
  assert.deepEqual([decision.http, decision.error?.field], [400, 'nome'])
})

test('a merchant’s request without a body gets an error with the missing fields', async () => {
  for (const [what, method, fields] of [
    ['cashout', 'POST', ['amount', 'pixKey']],
    ['cashout/schedule', 'PUT', ['enabled']],
    ['quotes', 'POST', ['amount', 'paymentMethod']],
    ['transactions', 'POST', ['amount', 'paymentMethod']],
  ] as const) {
    const { http, body } = await shop.call(method, `/api/user/${what}`)
    assert.deepEqual([what, http, body.error?.field], [what, 400, fields[0]])
    const named =
      (body.error as { issues?: { field: string }[] }).issues?.map(({ field }) => field) ?? []
    for (const field of fields) assert.ok(named.includes(field), `${what} does not name ${field}`)
  }
  const schedule = await shop.call('PUT', '/api/user/cashout/schedule', { enabled: true })
  assert.equal(schedule.body.error?.field, 'frequency')
})

test('W1: the largest order there can be makes a notice below 20 kB', async () => {
  const tail = `/${'h'.repeat(2_048 - world.receiver.url.length - 1)}`
  const largest = (length: number) => ({
    amount: 99_999_99,
    paymentMethod: 'BOLETO',
    customer: { name: 'Á'.repeat(60), document: { number: '52998224725', type: 'CPF' } },
    postbackUrl: world.receiver.url + tail,
    boleto: { instructions: Array.from({ length: 10 }, () => 'ç'.repeat(100)) },
    metadata: 'é'.repeat(length),
  })
  let length = 6_000
  while ((await shop.call('POST', path, largest(length))).http === 400) length -= 50
  const sale = await shop.sell(largest(length))
  const [notice] = await shop.webhooks(sale.id, 1)
  assert.ok(Buffer.byteLength(notice?.raw ?? '') < 20_000)
  assert.ok(length > 4_000, `${length}`)
})
