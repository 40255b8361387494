import assert from 'node:assert/strict'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { formGrant, openOAuthClient } from './oauth-client.ts'
import { openProviderClient } from './provider-client.ts'

interface Reply {
  readonly status: number
  readonly body?: unknown
  readonly afterMs?: number
}

interface Provider {
  /** The response to the token request of this number, from 1. */
  readonly token?: (n: number) => Reply
  /** The response to an API call with this `Authorization` header. */
  readonly api?: (authorization: string) => Reply
  readonly refusedStatuses?: readonly number[]
}

const granted = (n: number): Reply => ({
  status: 200,
  body: { access_token: `token-${n}`, expires_in: 3600, token_type: 'Bearer' },
})

/** A provider on a local port, with an OAuth client and an API client for it. */
async function open(
  t: TestContext,
  { token = granted, api = () => ({ status: 200 }), ...options }: Provider = {},
) {
  const tokenRequests: { authorization: string | undefined; body: string }[] = []
  const calls: string[] = []
  const replyTo = async (request: IncomingMessage): Promise<Reply> => {
    const { authorization = '' } = request.headers
    const body = Buffer.concat(await Array.fromAsync(request)).toString()
    if (request.url === '/oauth/token') return token(tokenRequests.push({ authorization, body }))
    calls.push(authorization)
    return api(authorization)
  }
  const server = createServer(async (request, response) => {
    const { status, body, afterMs = 0 } = await replyTo(request)
    await delay(afterMs)
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = openProviderClient({ origin })
  const grant = formGrant({ clientId: 'shop', clientSecret: 'secret', scope: 'read write' })
  const oauth = openOAuthClient({ tokenUrl: `${origin}/oauth/token`, grant, ...options })
  t.after(async () => {
    server.closeAllConnections()
    server.close()
    await client.close()
    await oauth.close().catch(() => {}) // Two tests close it themselves.
  })
  const call = async (signal = new AbortController().signal) => {
    const answer = await oauth.request(client, { method: 'GET', path: '/charges', signal })
    return answer.kind === 'answered' ? answer.status : answer.kind
  }
  return { oauth, call, calls, tokenRequests }
}

test('the token request carries the credentials and the scope', async (t) => {
  const { call, tokenRequests } = await open(t)
  await call()
  assert.deepEqual(tokenRequests, [
    {
      authorization: `Basic ${btoa('shop:secret')}`,
      body: 'grant_type=client_credentials&scope=read+write',
    },
  ])
})

const tokenResponses: readonly [string, Reply, 'usable' | 'not usable'][] = [
  ['a token with every field', granted(1), 'usable'],
  [
    'a token type in lower case',
    { status: 200, body: { access_token: 'a', expires_in: 60, token_type: 'bearer' } },
    'usable',
  ],
  ['no token type', { status: 200, body: { access_token: 'a', expires_in: 60 } }, 'usable'],
  [
    'another token type',
    { status: 200, body: { access_token: 'a', expires_in: 60, token_type: 'mac' } },
    'not usable',
  ],
  ['a life as text', { status: 200, body: { access_token: 'a', expires_in: '60' } }, 'usable'],
  ['no life', { status: 200, body: { access_token: 'a' } }, 'usable'],
  ['a life of zero', { status: 200, body: { access_token: 'a', expires_in: 0 } }, 'not usable'],
  [
    'a life that is not a number',
    { status: 200, body: { access_token: 'a', expires_in: 'long' } },
    'not usable',
  ],
  ['an empty token', { status: 200, body: { access_token: '', expires_in: 60 } }, 'not usable'],
  [
    'a token that breaks a header',
    { status: 200, body: { access_token: 'a\r\nb', expires_in: 60 } },
    'not usable',
  ],
  ['no token', { status: 200, body: { expires_in: 60 } }, 'not usable'],
  ['a body that is not JSON', { status: 200, body: '<html>' }, 'not usable'],
  ['another status than 200', { ...granted(1), status: 201 }, 'not usable'],
  ['refused credentials', { status: 401, body: { error: 'invalid_client' } }, 'not usable'],
]
for (const [what, reply, result] of tokenResponses) {
  test(`token response with ${what}: ${result}`, async (t) => {
    const { oauth, call, calls } = await open(t, { token: () => reply })
    assert.equal(await call(), result === 'usable' ? 200 : 'not-sent')
    assert.equal(calls.length, result === 'usable' ? 1 : 0)
    const header = oauth.authorization(new AbortController().signal)
    await (result === 'usable' ? header : assert.rejects(header, /no token/))
  })
}

/** How often the API was called and how many tokens were requested for one or two calls. */
const renewals: readonly [string, Provider, { result: number; calls: string[]; tokens: number }][] =
  [
    [
      '401 for an old token: one new token, one more call',
      { api: (used) => ({ status: used === 'Bearer token-1' ? 401 : 200 }) },
      { result: 200, calls: ['Bearer token-1', 'Bearer token-2'], tokens: 2 },
    ],
    [
      '401 for every token: the second 401 is returned',
      { api: () => ({ status: 401 }) },
      { result: 401, calls: ['Bearer token-1', 'Bearer token-2'], tokens: 2 },
    ],
    [
      '403: returned, the token stays',
      { api: () => ({ status: 403 }) },
      { result: 403, calls: ['Bearer token-1'], tokens: 1 },
    ],
    [
      '403 where the provider refuses tokens with it: one new token, one more call',
      {
        api: (used) => ({ status: used === 'Bearer token-1' ? 403 : 200 }),
        refusedStatuses: [401, 403],
      },
      { result: 200, calls: ['Bearer token-1', 'Bearer token-2'], tokens: 2 },
    ],
    [
      '500: returned, not repeated',
      { api: () => ({ status: 500 }) },
      { result: 500, calls: ['Bearer token-1'], tokens: 1 },
    ],
  ]
for (const [what, provider, expected] of renewals) {
  test(what, async (t) => {
    const { call, calls, tokenRequests } = await open(t, provider)
    assert.deepEqual({ result: await call(), calls, tokens: tokenRequests.length }, expected)
  })
}

test('calls at the same time and after it share one token', async (t) => {
  const { call, tokenRequests } = await open(t, { token: (n) => ({ ...granted(n), afterMs: 20 }) })
  assert.deepEqual(await Promise.all([call(), call(), call()]), [200, 200, 200])
  await call()
  assert.equal(tokenRequests.length, 1)
})

test('calls that are refused at the same time share one new token', async (t) => {
  const { call, tokenRequests } = await open(t, {
    api: (used) => ({ status: used === 'Bearer token-1' ? 401 : 200, afterMs: 20 }),
  })
  assert.deepEqual(await Promise.all([call(), call(), call()]), [200, 200, 200])
  assert.equal(tokenRequests.length, 2)
})

test('a token is renewed before it expires', async (t) => {
  const { call, calls } = await open(t, {
    token: (n) => ({ status: 200, body: { access_token: `token-${n}`, expires_in: 1 } }),
  })
  await call()
  await delay(920) // A tenth of its life is left.
  await call()
  assert.deepEqual(calls, ['Bearer token-1', 'Bearer token-2'])
})

test('a token request that failed is repeated by the next call', async (t) => {
  const { call } = await open(t, { token: (n) => (n === 1 ? { status: 503 } : granted(n)) })
  assert.deepEqual([await call(), await call()], ['not-sent', 200])
})

test('a caller that aborts stops waiting for a token; the other callers get it', async (t) => {
  const { call, calls, tokenRequests } = await open(t, {
    token: (n) => ({ ...granted(n), afterMs: 200 }),
  })
  const hasty = new AbortController()
  const [first, second] = [call(hasty.signal), call()]
  await delay(20)
  hasty.abort()
  const ended: string[] = []
  await Promise.all([
    first.then((outcome) => ended.push(`first: ${outcome}`)),
    second.then((outcome) => ended.push(`second: ${outcome}`)),
  ])
  assert.deepEqual(ended, ['first: not-sent', 'second: 200'])
  assert.deepEqual([calls.length, tokenRequests.length], [1, 1])
})

test('a call whose signal is already aborted requests no token', async (t) => {
  const { call, tokenRequests } = await open(t)
  assert.equal(await call(AbortSignal.abort()), 'not-sent')
  assert.equal(tokenRequests.length, 0)
})

test('only the token in use is forgotten when another client reports a refused one', async (t) => {
  const { oauth } = await open(t)
  const header = () => oauth.authorization(new AbortController().signal)
  assert.equal(await header(), 'Bearer token-1')
  oauth.refused('Bearer token-0')
  assert.equal(await header(), 'Bearer token-1')
  oauth.refused('Bearer token-1')
  assert.equal(await header(), 'Bearer token-2')
})

test('closing waits for the calls in progress, also for a token', async (t) => {
  const { oauth, call } = await open(t, {
    token: (n) => ({ ...granted(n), afterMs: 50 }),
    api: () => ({ status: 200, afterMs: 50 }),
  })
  const answer = call()
  let isClosed = false
  const closed = oauth.close().then(() => (isClosed = true))
  await delay(20)
  assert.equal(isClosed, false)
  assert.equal(await answer, 200)
  await closed
})

test('closing ends a token request without callers', async (t) => {
  const { oauth } = await open(t, { token: (n) => ({ ...granted(n), afterMs: 4_900 }) })
  const hasty = new AbortController()
  const header = oauth.authorization(hasty.signal)
  await delay(20)
  hasty.abort()
  await assert.rejects(header, /stopped waiting/)
  const startedAt = performance.now()
  await oauth.close()
  assert.ok(performance.now() - startedAt < 4_000)
})
