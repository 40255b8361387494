import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { after, before, test } from 'node:test'
import { openAuthority } from '../../sandbox/authority.ts'
import { addProvider } from '../../src/accounts/add-provider.ts'
import { newKey } from '../../src/accounts/api-key.ts'
import { changeAccount } from '../../src/accounts/open-account.ts'
import {
  askSession,
  domainsPath,
  moveTo,
  type SeenDomain,
  sessionPath,
  verifiedDomain,
} from '../kit/device-pay.ts'
import { forbiddenUrls } from '../kit/forbidden-urls.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { openSecondServer } from '../kit/second-server.ts'
import type { Shop } from '../kit/shop.ts'
import { openSites, type Sites } from '../kit/sites.ts'

const hostnames = ['loja.localhost', 'pendente.localhost', 'outra.localhost']
let sites: Sites
let world: World
let shop: Shop
before(async () => {
  sites = await openSites(hostnames)
  world = await openWorld(sites.env)
  shop = await world.openShop()
  await shop.control(
    'PUT',
    '/hosts',
    Object.fromEntries(hostnames.map((name) => [name, sites.address])),
  )
  await verifiedDomain(shop, sites, 'loja.localhost')
  await shop.call('POST', domainsPath, { domain: 'pendente.localhost' })
  await verifiedDomain(await world.openShop(), sites, 'outra.localhost')
})
after(async () => {
  await world.close()
  await sites.close()
})

const outcomes = async (who: Shop) => {
  const rows = await world.app.sql<{ hostname: string | null; outcome: string }[]>`
    select hostname, outcome
    from merchant_sessions
    where account_id = ${who.accountId}
    order by at, id`
  return rows.map(({ hostname, outcome }) => `${hostname} ${outcome}`)
}

test('a verified domain gets a session that the device accepts, once', async () => {
  const { http, body, headers } = await askSession(shop, { domain: 'loja.localhost' })
  assert.equal(http, 200)
  assert.deepEqual([body.status, body.error], [200, null])
  assert.equal(body.data.domainName, 'loja.localhost')
  assert.equal(headers.get('cache-control'), 'no-store')
  const verify = () =>
    shop.control<{ displayName: string }>('POST', '/device-pay/sessions/verify', {
      session: body.data,
      domain: 'loja.localhost',
    })
  assert.equal((await verify()).displayName, 'Loja Demonstração')
  await assert.rejects(verify, /session-used/)
})

test('the session is handed on byte for byte, however the wallet spells it', async (t) => {
  const session =
    '{ "epochTimestamp":1.0e3,\n\t"z":"\\u00e9\\/é", "a":[ ],"a":12345678901234567890,"__proto__":{"x":1} }'
  const own = await world.openShop()
  await moveTo(world, own, await walletThatAnswers(t, session))
  const { body } = await own.call<SeenDomain>('POST', domainsPath, { domain: 'loja.localhost' })
  assert.equal((await own.call('POST', `${domainsPath}/${body.data.id}/validate`)).http, 200)
  const { http, text } = await askSession(own, { domain: 'loja.localhost' })
  assert.equal(http, 200)
  assert.equal(text, `{"status":200,"message":"Sessão validada.","data":${session},"error":null}`)
})

for (const [what, answer] of [
  ['a list', '[]'],
  ['text', '"sessão"'],
  ['two objects', '{}{}'],
  ['half an object', '{"a":1'],
  ['more than 64 KiB', JSON.stringify({ a: 'x'.repeat(70_000) })],
] as const) {
  test(`a wallet that answers ${what} is a 503, and nothing of it reaches the page`, async (t) => {
    const own = await world.openShop()
    await moveTo(world, own, await walletThatAnswers(t, answer))
    const { body } = await own.call<SeenDomain>('POST', domainsPath, { domain: 'loja.localhost' })
    await own.call('POST', `${domainsPath}/${body.data.id}/validate`)
    const refused = await askSession(own, { domain: 'loja.localhost' })
    assert.deepEqual(
      [refused.http, refused.body.error?.code, refused.body.data],
      [503, 'device-pay-unavailable', null],
    )
  })
}

/** A wallet gateway that accepts every hostname and returns this text as each session. */
async function walletThatAnswers(
  t: { after(close: () => void): void },
  text: string,
): Promise<string> {
  const authority = await openAuthority(sites.env.GUICHE_HOME ?? '')
  const { certificate: cert, privateKey: key } = await authority.server('odd-wallet')
  const server = createHttpsServer({ cert, key }, (request, response) => {
    const isSession = request.url === '/paymentservices/paymentSession'
    request.resume()
    response.writeHead(200, { 'content-type': 'application/json' }).end(isSession ? text : '')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { wallet, ...cielo } = world.sandbox.credentials.cielo ?? {}
  const gatewayUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings = { ...cielo, wallet: { ...(wallet as object), gatewayUrl } }
  return (await addProvider(world.app, { kind: 'cielo', name: `Carteira ${gatewayUrl}`, settings }))
    .id
}

for (const [what, request] of [
  ['a PENDING domain', { domain: 'pendente.localhost' }],
  ['a domain of another account', { domain: 'outra.localhost' }],
  ['an unregistered domain', { domain: 'nenhuma.localhost' }],
  ['a host in upper case', { domain: 'LOJA.localhost' }],
  ['a host with a port', { domain: 'loja.localhost:443' }],
  ['a host with a scheme', { domain: 'https://loja.localhost' }],
  ['a host with a trailing dot', { domain: 'loja.localhost.' }],
  ['an IP address', { domain: '127.0.0.1' }],
  ['no text', { domain: '' }],
  ['an unknown public key', { domain: 'loja.localhost', key: newKey('public') }],
  ['a secret key in its place', { domain: 'loja.localhost', key: newKey('secret') }],
  ['what is no key at all', { domain: 'loja.localhost', key: 'pk_nada' }],
  [
    'a page of another host',
    { domain: 'loja.localhost', headers: { origin: 'https://evil.example' } },
  ],
  [
    'a page over plain http',
    { domain: 'loja.localhost', headers: { origin: 'http://loja.com.br' } },
  ],
  [
    'a page without an origin of its own',
    { domain: 'loja.localhost', headers: { origin: 'null' } },
  ],
  ['an origin that is none', { domain: 'loja.localhost', headers: { origin: 'loja.localhost' } }],
] as const) {
  test(`${what} is the same 400: domain unavailable`, async () => {
    const { http, text, body } = await askSession(shop, request)
    assert.equal(http, 400)
    assert.equal(body.error?.code, 'device-pay-domain-unavailable')
    const plain = await askSession(shop, { domain: 'nenhuma.localhost' })
    assert.equal(text, plain.text, 'the response does not show which')
  })
}

test('the public key of another account does not open this account’s domain', async () => {
  const other = await world.openShop()
  const { http, body } = await askSession(other, { domain: 'loja.localhost' })
  assert.deepEqual([http, body.error?.code], [400, 'device-pay-domain-unavailable'])
})

test('a suspended account gets the same 400 as an unregistered domain', async () => {
  for (const change of [
    { status: 'suspended' as const },
    { methods: { DEVICE_PAY: false } },
    { providers: { card: null } },
  ]) {
    const own = await world.openShop()
    await verifiedDomain(own, sites, 'loja.localhost')
    await changeAccount(world.app, own.accountId, change)
    world.app.accounts.refresh()
    const { text } = await askSession(own, { domain: 'loja.localhost' })
    assert.equal(text, (await askSession(shop, { domain: 'nenhuma.localhost' })).text)
  }
})

test('without any key the response is a 401', async () => {
  const { http, body } = await askSession(shop, { domain: 'loja.localhost', key: null })
  assert.deepEqual([http, body.error?.code], [401, 'public-key-invalid'])
})

for (const validationUrl of [null, 7, ['https://device-pay-gateway.localhost'], { href: 'x' }]) {
  test(`${JSON.stringify(validationUrl)} is rejected with the name of the field`, async () => {
    const { http, body } = await askSession(shop, { domain: 'loja.localhost', validationUrl })
    assert.deepEqual([http, body.error?.field], [400, 'validationUrl'])
  })
}

test('150 spellings of forbidden validationUrls are a 400 without a connection', async (t) => {
  let connections = 0
  const listener = createServer((socket) => {
    connections += 1
    socket.destroy()
  }).listen(0) // On every address of this machine.
  await once(listener, 'listening')
  t.after(() => listener.close())
  const { port } = listener.address() as AddressInfo
  const before = await shop.calls({ provider: 'wallet', operation: 'session' })
  const urls = forbiddenUrls(port)
  assert.ok(urls.length >= 150, `${urls.length} spellings`)
  for (const validationUrl of urls) {
    const { http, body } = await askSession(shop, { domain: 'loja.localhost', validationUrl })
    // No text holds a NUL.
    const code = validationUrl.includes('\0') ? 'validation-failed' : 'validation-url-invalid'
    assert.deepEqual([http, body.error?.code], [400, code], validationUrl.slice(0, 100))
  }
  assert.equal(connections, 0)
  const after = await shop.calls({ provider: 'wallet', operation: 'session' })
  assert.equal(after.length, before.length, 'no request went to the wallet either')
  const witness = await fetch(`http://127.0.0.1:${port}`).catch(() => undefined)
  assert.equal(witness, undefined)
  assert.ok(connections > 0, 'the listener would have seen one')
})

test('both addresses of a device are accepted; only the configured one is called', async () => {
  for (const name of ['startSession', 'paymentSession']) {
    const validationUrl = `https://device-pay-gateway.localhost/paymentservices/${name}`
    assert.equal((await askSession(shop, { domain: 'loja.localhost', validationUrl })).http, 200)
  }
})

for (const [fault, http, code] of [
  ['error-400', 400, 'device-pay-domain-unavailable'],
  ['error-401', 400, 'device-pay-domain-unavailable'],
  ['error-417', 400, 'device-pay-domain-unavailable'],
  ['error-500', 503, 'device-pay-unavailable'],
  ['error-503', 503, 'device-pay-unavailable'],
  ['error-502-html', 503, 'device-pay-unavailable'],
  ['reset-before', 503, 'device-pay-unavailable'],
  ['reset-body', 503, 'device-pay-unavailable'],
  ['truncated-json', 503, 'device-pay-unavailable'],
  ['missing-body', 503, 'device-pay-unavailable'],
  ['timeout-before', 503, 'device-pay-unavailable'],
] as const) {
  test(`a wallet gateway with ${fault} is a ${http}, without any text of the gateway`, async () => {
    await shop.control('POST', '/faults', {
      provider: 'wallet',
      operation: 'session',
      fault,
      times: 1,
    })
    const {
      http: status,
      body,
      text,
      headers,
    } = await askSession(shop, { domain: 'loja.localhost' })
    assert.deepEqual([status, body.error?.code, body.data], [http, code, null])
    assert.doesNotMatch(text, /statusMessage|Unauthorized|Expectation|merchantIdentifier/)
    if (http === 503) assert.ok(Number(headers.get('retry-after')) > 0)
    await world.app.worker?.runUntilIdle()
    assert.equal((await askSession(shop, { domain: 'loja.localhost' })).http, 200)
  })
}

test('an accepted request is recorded with its outcome, a refused one is not', async () => {
  const own = await world.openShop()
  await verifiedDomain(own, sites, 'loja.localhost')
  const { body } = await askSession(own, { domain: 'loja.localhost' })
  await askSession(own, { domain: 'nenhuma.localhost' })
  await askSession(own, { domain: '127.0.0.1' })
  await askSession(own, { domain: 'loja.localhost', headers: { origin: 'https://evil.example' } })
  await askSession(own, { domain: 'loja.localhost', validationUrl: 'https://evil.example/' })
  assert.deepEqual(await outcomes(own), ['loja.localhost given'])
  const rows = await world.app
    .sql`select * from merchant_sessions where account_id = ${own.accountId}`
  assert.ok(!JSON.stringify(rows).includes(String(body.data.nonce)))
  const sales = await world.app.sql`select from transactions where account_id = ${own.accountId}`
  assert.equal(sales.length, 0, 'a session is not a payment')
})

const corsOf = (headers: Headers) => [
  headers.get('access-control-allow-origin'),
  headers.get('vary'),
]

test('B4: only a page whose host is VERIFIED for the key may read the response', async () => {
  const own = await world.openShop()
  for (const [origin, allowed] of [
    ['https://loja.localhost', true],
    ['https://loja.localhost:8443', true],
    ['http://loja.localhost:3001', true], // A developer's page.
    ['https://pendente.localhost.evil.example', false],
    ['https://evil.example', false],
    ['http://evil.example', false],
    ['null', false],
  ] as const) {
    const { headers } = await askSession(shop, { domain: 'loja.localhost', headers: { origin } })
    assert.deepEqual(corsOf(headers), [allowed ? origin : null, 'Origin'], origin)
    assert.equal(headers.get('access-control-allow-credentials'), null)
  }
  await own.call('POST', domainsPath, { domain: 'loja.com.br' })
  const pending = await askSession(own, {
    domain: 'loja.com.br',
    headers: { origin: 'https://loja.com.br' },
  })
  assert.deepEqual(corsOf(pending.headers), [null, 'Origin'])
})

test('B4: a page whose host is VERIFIED may read that its key is over the limit', async () => {
  const own = await world.openShop()
  await own.call('POST', domainsPath, { domain: 'loja.com.br' })
  await world.app.sql`
    update domains set status = 'VERIFIED', verified_at = now()
    where account_id = ${own.accountId}`
  const { limits } = world.app.config
  // Two requests are admitted, and two refused ones may cost a query.
  const publicKeyPerAddress = { perSecond: 1 / 3_600, burst: 2 }
  const server = await openSecondServer(world, { rates: { ...limits.rates, publicKeyPerAddress } })
  const ask = (origin: string) =>
    askSession({ ...own, baseUrl: server.baseUrl }, { domain: 'x.com.br', headers: { origin } })
  for (const expected of [400, 400, 429]) {
    const { http, headers } = await ask('https://loja.com.br')
    assert.equal(http, expected)
    assert.deepEqual(corsOf(headers), ['https://loja.com.br', 'Origin'])
  }
  const elsewhere = await ask('https://evil.example')
  assert.deepEqual([elsewhere.http, ...corsOf(elsewhere.headers)], [429, null, 'Origin'])
  // Each refused request costs a query, so an address has as many of them as of admitted ones.
  const further = await ask('https://loja.com.br')
  assert.deepEqual([further.http, ...corsOf(further.headers)], [429, null, 'Origin'])
  await server.close()
})

test('a page gets its session from its own origin', async () => {
  for (const origin of ['https://loja.localhost', 'http://loja.localhost:3001']) {
    assert.equal(
      (await askSession(shop, { domain: 'loja.localhost', headers: { origin } })).http,
      200,
    )
  }
})

test('B4: a preflight of any https page allows the two headers without data', async () => {
  const preflight = (origin: string) =>
    fetch(shop.baseUrl + sessionPath, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    })
  const answer = await preflight('https://loja.com.br')
  assert.equal(answer.status, 204)
  assert.equal(answer.headers.get('access-control-allow-origin'), 'https://loja.com.br')
  assert.match(
    answer.headers.get('access-control-allow-headers') ?? '',
    /content-type.*x-public-key/i,
  )
  assert.equal(answer.headers.get('access-control-allow-credentials'), null)
  assert.equal(await answer.text(), '')
  assert.equal(
    (await preflight('http://loja.com.br')).headers.get('access-control-allow-origin'),
    null,
  )
})
