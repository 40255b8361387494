import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, before, type TestContext, test } from 'node:test'
import { Agent, request } from 'undici'
import { through } from '../kit/api-process.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { lockWaits } from '../kit/lock-waits.ts'
import { newPerson, openBrowser, password } from '../kit/person.ts'
import { type RawAnswer, sendRaw } from '../kit/raw-http.ts'
import { openSecondServer } from '../kit/second-server.ts'
import type { Shop } from '../kit/shop.ts'
import { timeLimit, until, untilFound } from '../kit/time-limit.ts'

/*
 * Requests without a key, and requests that never end, do not shut other merchants out
 * (docs/design/rules.md#b3, docs/design/rules.md#b5).
 */

let world: World
let shop: Shop
let other: Shop
before(async () => {
  world = await openWorld({ GUICHE_REQUESTS_IN_FLIGHT: '40', RATE_UNKNOWN_CREDENTIALS_FACTOR: '1' })
  shop = await world.openShop()
  other = await world.openShop()
})
after(() => world.close())

const balance = '/api/user/wallet/balance'
const basic = (key: string) =>
  `Authorization: Basic ${Buffer.from(`x:${key}`).toString('base64')}\r\n`

/** Opens connections that each begin a body and send one byte of it. */
async function beginBodies(
  count: number,
  path: string,
  { credentials = '', baseUrl = world.baseUrl, localAddress = '127.0.0.1', bytes = 2_000 } = {},
): Promise<Socket[]> {
  const { hostname, port } = new URL(baseUrl)
  return Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect({ port: Number(port), host: hostname, localAddress })
      socket.on('error', () => {})
      await once(socket, 'connect')
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: a\r\n${credentials}Content-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n{`,
      )
      return socket
    }),
  )
}

async function assertServed(merchant: Shop, times = 5): Promise<void> {
  const statuses = []
  for (let turn = 0; turn < times; turn++) statuses.push((await merchant.call('GET', balance)).http)
  assert.deepEqual(new Set(statuses), new Set([200]))
}

for (const [what, path, credentials] of [
  ['to a callback address that does not exist', '/callbacks/x', () => ''],
  ['to a callback address that looks right', `/callbacks/${'x'.repeat(40)}`, () => ''],
  ['to an address that does not exist', '/nothing', () => ''],
  ['with a public key', '/api/public/cards/tokens', () => `X-Public-Key: ${shop.publicKey}\r\n`],
  ['with a secret key', '/api/user/transactions', () => basic(shop.secretKey)],
] as const) {
  test(`unfinished bodies ${what} do not block another merchant`, async () => {
    const sockets = await beginBodies(100, path, { credentials: credentials() })
    await assertServed(other)
    for (const socket of sockets) socket.destroy()
  })
}

for (const [what, head, count] of [
  [
    'a wait with a key',
    () =>
      `GET /api/user/events?after=now&wait=25 HTTP/1.1\r\nHost: a\r\n${basic(shop.secretKey)}\r\n`,
    4,
  ],
  [
    'answers that are not read',
    () => 'GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(10),
    4,
  ],
] as const) {
  test(`requests behind ${what} on a connection do not block another merchant`, async () => {
    const { hostname, port } = new URL(world.baseUrl)
    const sockets = Array.from({ length: count }, () =>
      connect(Number(port), hostname)
        .on('error', () => {})
        .pause(),
    )
    for (const socket of sockets)
      socket.write(head() + 'GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(500))
    await assertServed(other, 50)
    for (const socket of sockets) socket.destroy()
  })
}

test('a client that pipelines a few requests gets each response', async () => {
  const { hostname, port } = new URL(world.baseUrl)
  const socket = connect(Number(port), hostname)
  const get = (more = '') =>
    `GET ${balance} HTTP/1.1\r\nHost: a\r\n${basic(shop.secretKey)}${more}\r\n`
  socket.write(get().repeat(9) + get('Connection: close\r\n'))
  let text = ''
  for await (const chunk of socket) text += chunk
  assert.equal(text.split('HTTP/1.1 200 OK').length - 1, 10)
})

test('a preflight gets its response before its body', async () => {
  const head =
    'OPTIONS /api/public/cards/tokens HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n'
  const socket = connect(Number(new URL(world.baseUrl).port), '127.0.0.1')
  socket.write(`${head}Content-Length: 2000\r\n\r\n{`)
  const [answer] = await once(socket, 'data')
  assert.match(String(answer), /^HTTP\/1\.1 204 /)
  socket.destroy()
})

/** Another server of the gateway, with room for twenty guesses, which does not grow. */
async function openForGuesses(t: TestContext): Promise<string> {
  const { rates } = world.app.config.limits
  const unknownCredentials = { perSecond: 0.001, burst: 20 }
  const server = await openSecondServer(world, { rates: { ...rates, unknownCredentials } })
  t.after(() => server.close())
  return server.baseUrl
}

/**
 * Guesses from an address of its own until that is refused. A busy gateway answers 503 for a
 * moment, and counts nothing.
 */
async function assertLimited(t: TestContext, url: string, method: 'GET' | 'POST'): Promise<void> {
  const dispatcher = new Agent({ localAddress: '127.0.9.9' })
  t.after(() => dispatcher.close())
  let counted = 0
  const refused = await untilFound(
    'guesses are refused',
    async () => {
      const { statusCode, headers, body } = await request(url, { method, dispatcher })
      await body.dump()
      if (statusCode === 404) counted += 1
      return { statusCode, retryAfter: headers['retry-after'] }
    },
    ({ statusCode }) => statusCode === 429,
  )
  assert.ok(Number(refused.retryAfter) >= 1)
  assert.equal(counted, 20)
}

test('guessed callback addresses get 429; the provider at that address does not', async (t) => {
  const baseUrl = await openForGuesses(t)
  await assertLimited(t, `${baseUrl}/callbacks/${'y'.repeat(40)}`, 'POST')
  const noticeUrl = world.providers.noticeUrls.cielo ?? ''
  const notice = await fetch(noticeUrl.replace(world.baseUrl, baseUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  assert.equal(notice.status, 200)
})

test('a caller that guesses payment links gets 429, and an existing link is served', async (t) => {
  const { boleto } = await shop.sell(boletoOrder)
  const baseUrl = await openForGuesses(t)
  await assertLimited(t, `${baseUrl}/pay/${'y'.repeat(24)}`, 'GET')
  assert.equal((await fetch((boleto?.url ?? '').replace(world.baseUrl, baseUrl))).status, 200)
})

test('one address may open a limited number of pages, then it gets 429', async () => {
  const { boleto } = await shop.sell(boletoOrder)
  const { rates } = world.app.config.limits
  const server = await openSecondServer(world, {
    rates: { ...rates, pagesPerAddress: { perSecond: 0.001, burst: 3 } },
  })
  const statuses = []
  for (let turn = 0; turn < 4; turn++) {
    statuses.push((await fetch(server.baseUrl + new URL(boleto?.url ?? '').pathname)).status)
  }
  assert.deepEqual(statuses, [200, 200, 200, 429])
  await server.close()
})

const boletoOrder = {
  amount: 5_000,
  paymentMethod: 'BOLETO',
  customer: { name: 'Ana', document: { number: '52998224725', type: 'CPF' } },
}

test('a body below the least rate gets a 408, and its connection is closed', async () => {
  const server = await openSecondServer(world, { bodyGraceMs: 100 })
  const head = `POST /api/user/transactions HTTP/1.1\r\nHost: a\r\n${basic(shop.secretKey)}`
  const slow: RawAnswer = await sendRaw(
    server.baseUrl,
    `${head}Content-Type: application/json\r\nContent-Length: 2000\r\n\r\n{`,
  )
  assert.deepEqual([slow.status, slow.headers.connection], [408, 'close'])
  assert.equal(JSON.parse(slow.body).error.code, 'request-timeout')
  await server.close()
})

test('one merchant at its share of the places gets 429, and another is served', async () => {
  const server = await openSecondServer(world, {
    requestsInFlight: 8,
    requestsInFlightPerAccount: 4,
  })
  const [here, there] = [shop, other].map((each) => through(world, each, server.baseUrl)) as [
    Shop,
    Shop,
  ]
  const hold = (merchant: Shop) =>
    Array.from({ length: 4 }, () =>
      merchant.call('GET', '/api/user/events?after=now&wait=25').catch(() => {}),
    )
  const held = hold(here)
  const refused = await untilRefused(here)
  assert.deepEqual([refused.http, refused.body.error?.code], [429, 'rate-limited'])
  // Before its body: the rest of this one never arrives.
  const unread: RawAnswer = await sendRaw(
    server.baseUrl,
    `POST /api/user/quotes HTTP/1.1\r\nHost: a\r\n${basic(shop.secretKey)}Content-Type: application/json\r\nContent-Length: 2000\r\n\r\n{`,
  )
  assert.deepEqual([unread.status, unread.headers['retry-after']], [429, '1'])
  await assertServed(there)
  // The second merchant takes the rest: now nothing more is taken on, before anything of a request
  // is read.
  held.push(...hold(there))
  const full = await untilRefused(there, 503)
  assert.deepEqual(
    [full.http, full.body.error?.code, full.headers.get('retry-after')],
    [503, 'overloaded', '1'],
  )
  assert.equal(
    full.body.message,
    'Estamos com requisições demais agora e nada foi feito. Tente de novo em instantes.',
  )
  assert.equal((await fetch(`${server.baseUrl}/health/live`)).status, 200)
  await server.close() // Ends the waits.
  await Promise.all(held)
})

test('keyless bodies from many addresses leave room for the body of a merchant', async () => {
  const { rates } = world.app.config.limits
  const server = await openSecondServer(world, {
    bodyGraceMs: 28_000,
    keylessPerAddress: 64,
    requestsInFlight: 1_024,
    rates: { ...rates, signInsPerAddress: { perSecond: 1_000, burst: 1_000 } },
  })
  // 64 MiB are 256 such bodies, and 128 MiB are 512.
  const full = { baseUrl: server.baseUrl, bytes: 256 * 1_024 }
  const sockets = (
    await Promise.all(
      Array.from({ length: 9 }, (_, index) =>
        beginBodies(64, '/api/auth/sign-in', { ...full, localAddress: `127.0.0.${index + 1}` }),
      ),
    )
  ).flat()
  const [refused] = await Promise.race(
    sockets.map((socket) => once(socket, 'data', { signal: timeLimit() })),
  )
  assert.match(String(refused), /^HTTP\/1\.1 503 /)
  // Its body arrives after its headers.
  const { hostname, port } = new URL(server.baseUrl)
  let received = ''
  const merchant = connect(Number(port), hostname)
    .on('error', () => {})
    .on('data', (bytes) => {
      received += bytes
    })
  merchant.write(
    `POST /api/user/quotes HTTP/1.1\r\nHost: a\r\n${basic(shop.secretKey)}Content-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n`,
  )
  await until('the head has arrived', () => received !== '')
  merchant.write('{')
  assert.equal((await through(world, shop, server.baseUrl).call('GET', balance)).http, 200)
  merchant.write('}')
  await until('the request has a response', () => /HTTP\/1\.1 [2-5]/.test(received))
  assert.match(received, /HTTP\/1\.1 400 /)
  for (const socket of [...sockets, merchant]) socket.destroy()
  await server.close()
})

test('a person of a merchant takes from the share of the merchant', async () => {
  const server = await openSecondServer(world, {
    requestsInFlight: 8,
    requestsInFlightPerAccount: 4,
  })
  const [here, there] = [shop, other].map((each) => through(world, each, server.baseUrl)) as [
    Shop,
    Shop,
  ]
  const { email } = await newPerson(world.app, { accountId: shop.accountId, role: 'read-only' })
  const browser = openBrowser(server.baseUrl, new URL(world.baseUrl).origin)
  assert.equal((await browser.post('/api/auth/sign-in', { email, password })).status, 200)
  assert.equal((await browser.get(balance)).status, 200)
  const held = Array.from({ length: 4 }, () =>
    here.call('GET', '/api/user/events?after=now&wait=25').catch(() => {}),
  )
  await untilRefused(here)
  const refused = await browser.get(balance)
  assert.deepEqual([refused.status, refused.code], [429, 'rate-limited'])
  assert.equal((await browser.get('/api/auth/login')).status, 200, 'access needs no share')
  await assertServed(there)
  await server.close() // Ends the waits.
  await Promise.all(held)
})

test('changes of one merchant that wait for a lock leave connections to another', async () => {
  const changes = await world.app.sql.begin(
    async (tx) => {
      await tx`set local idle_in_transaction_session_timeout = 0`
      await tx`select 1 from audit_chain for update` // Each change below waits for this lock.
      const sent = Array.from({ length: 30 }, (_, turn) =>
        shop.call('PUT', '/api/user/brand', { name: `Loja ${turn}` }),
      )
      await until('a change waits', async () => (await lockWaits(world.app.sql)).length > 0)
      await assertServed(other)
      return { sent }
    },
    { statementMs: 0 },
  )
  const statuses = (await Promise.all(changes.sent)).map(({ http }) => http)
  assert.ok(
    statuses.every((status) => [200, 429, 503].includes(status)),
    statuses.join(' '),
  )
})

async function untilRefused(merchant: Shop, status?: number) {
  for (;;) {
    const answer = await merchant.call('GET', balance)
    if (status === undefined ? answer.http !== 200 : answer.http === status) return answer
  }
}

test('an address with too many open requests without a key gets 429, a key is served', async () => {
  const server = await openSecondServer(world, { keylessPerAddress: 2, bodyGraceMs: 28_000 })
  const statusOf = async (open: string) => (await fetch(server.baseUrl + open)).status
  const sockets = await beginBodies(2, `/checkout/${'x'.repeat(24)}`, { baseUrl: server.baseUrl })
  for (const open of ['/', '/openapi.json'])
    await until(`${open} is refused`, async () => (await statusOf(open)) === 429)
  assert.equal((await through(world, shop, server.baseUrl).call('GET', balance)).http, 200)
  for (const socket of sockets) socket.destroy()
  for (const open of ['/', '/openapi.json'])
    await until(`${open} is served again`, async () => (await statusOf(open)) === 200)
  await server.close()
})

test('a connection above the bound gets a 503 and is closed, not reset', async () => {
  const server = await openSecondServer(world, { connections: 2 })
  const port = Number(new URL(server.baseUrl).port)
  const silent = await Promise.all(
    [1, 2].map(async () => {
      const socket = connect(port, '127.0.0.1')
      await once(socket, 'connect')
      return socket
    }),
  )
  const refused = await sendRaw(server.baseUrl, `GET ${balance} HTTP/1.1\r\nHost: a\r\n\r\n`)
  assert.deepEqual(
    [refused.status, refused.headers.connection, refused.headers['retry-after']],
    [503, 'close', '1'],
  )
  for (const socket of silent) socket.destroy()
  await server.close()
})
