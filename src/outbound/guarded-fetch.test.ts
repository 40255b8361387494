import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { openTestAuthority } from '../../test/kit/authority.ts'
import { withEnvironment } from '../../test/kit/environment.ts'
import type { Outbound } from '../config.ts'
import { monotonicMs } from '../primitives/clock.ts'
import { strictOutbound } from './destination.ts'
import {
  type ExchangeOutcome,
  type GuardedFetchOptions,
  openGuardedFetch,
} from './guarded-fetch.ts'

const sandbox: Outbound = {
  allowHttp: true,
  extraPorts: 'any',
  allowedSubnets: ['127.0.0.0/8', '::1/128'],
  deniedSubnets: [],
}
/** For receivers that never end. A busy machine still sends a whole response within them. */
const shortLimits = { wholeMs: 1_000, bodyMs: 100 }

interface Witness {
  readonly port: number
  /** Connections accepted so far. */
  readonly connections: () => number
  /** Whole requests read so far. */
  readonly requests: string[]
  /** Resolves when every connection so far has ended. */
  readonly allClosed: () => Promise<unknown>
}

/** A server that runs `react` for every request, once its head and body were read. */
async function serve(
  t: TestContext,
  react: (socket: Socket, n: number) => void,
  host = '127.0.0.1',
): Promise<Witness> {
  const requests: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk.toString()
      const [head, body] = received.split('\r\n\r\n')
      if (
        body === undefined ||
        body.length < Number(/content-length: (\d+)/i.exec(head ?? '')?.[1] ?? 0)
      )
        return
      requests.push(received)
      received = ''
      react(socket, requests.length)
    })
  })
  await listen(t, server, host)
  t.after(() => {
    for (const socket of sockets) socket.destroy()
  })
  const allClosed = () =>
    Promise.all(
      [...sockets].map(
        (each) => each.closed || new Promise((resolve) => each.once('close', resolve)),
      ),
    )
  return { port: portOf(server), connections: () => sockets.size, requests, allClosed }
}

async function listen(t: TestContext, server: Server, host: string): Promise<void> {
  server.listen(0, host)
  await once(server, 'listening')
  t.after(() => server.close())
}

function portOf(server: Server): number {
  const address = server.address()
  assert(address !== null && typeof address === 'object')
  return address.port
}

function open(t: TestContext, options: Partial<GuardedFetchOptions> = {}) {
  const client = openGuardedFetch({ rules: sandbox, ...options })
  t.after(() => client.close())
  return (url: string, { scope = 'shop', body = '{}' } = {}) =>
    client.send({
      url,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      scope,
    })
}

const ok = (body = '') => `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`

/** The bounds that must hold on a slow test machine: far below the production limits. */
const boundMs = 20_000 // Far above every limit of these tests, and far below an endless wait.

test('a response has its status, headers and body', async (t) => {
  const shop = await serve(t, (socket) => socket.write(ok('ok')))
  const outcome = await open(t)(`http://127.0.0.1:${shop.port}/hook`)
  assert(outcome.kind === 'answered')
  assert.equal(outcome.status, 200)
  assert.deepEqual(outcome.headers, { 'content-length': '2' })
  assert.equal(outcome.body.toString(), 'ok')
})

test('path and query arrive unchanged, byte for byte', async (t) => {
  const shop = await serve(t, (socket) => socket.write(ok()))
  const target = `/a/../b/%7e%7E//c;d?x=%20&y=a+b&q="'|{}^\`&z`
  await open(t)(`http://127.0.0.1:${shop.port}${target}`)
  assert.equal(shop.requests[0]?.split('\r\n')[0], `POST ${target} HTTP/1.1`)
})

const never = 'https://loja.example'
const closedDoors: [
  string,
  (port: number) => { url: string; addresses?: string[]; rules?: Outbound },
][] = [
  ['a literal', (port) => ({ url: `https://127.0.0.1:${port}/` })],
  ['a literal in another spelling', (port) => ({ url: `https://0x7f.1:${port}/` })],
  ['plain http', (port) => ({ url: `http://loja.example:${port}/`, addresses: ['127.0.0.1'] })],
  ['a name that resolves here', (port) => ({ url: `${never}:${port}/`, addresses: ['127.0.0.1'] })],
  [
    'a name that resolves here over IPv6',
    (port) => ({ url: `${never}:${port}/`, addresses: ['::ffff:127.0.0.1'] }),
  ],
  [
    'a good address before a bad one',
    (port) => ({ url: `${never}:${port}/`, addresses: ['8.8.8.8', '127.0.0.1'] }),
  ],
  [
    'a bad address before a good one',
    (port) => ({ url: `${never}:${port}/`, addresses: ['127.0.0.1', '8.8.8.8'] }),
  ],
  [
    'good IPv4 beside bad IPv6',
    (port) => ({ url: `${never}:${port}/`, addresses: ['8.8.8.8', '::1'] }),
  ],
  ['an address with a zone', (port) => ({ url: `${never}:${port}/`, addresses: ['fe80::1%lo'] })],
  [
    'a resolver that returns invalid data',
    (port) => ({ url: `${never}:${port}/`, addresses: ['loopback'] }),
  ],
  ['a resolver that returns nothing', (port) => ({ url: `${never}:${port}/`, addresses: [] })],
  [
    'a denied network, even in the sandbox',
    (port) => ({
      url: `http://loja.example:${port}/`,
      addresses: ['127.0.0.1'],
      rules: { ...sandbox, deniedSubnets: ['127.0.0.0/8'] },
    }),
  ],
]

for (const [name, door] of closedDoors) {
  test(`no connection is made to ${name} (S3)`, async (t) => {
    const here = await serve(t, (socket) => socket.write(ok()))
    const {
      url,
      addresses = ['8.8.8.8'],
      rules = { ...strictOutbound, extraPorts: [here.port] },
    } = door(here.port)
    const outcome = await open(t, { rules, resolve: async () => addresses })(url)
    assert.equal(outcome.kind, 'refused')
    assert.equal(here.connections(), 0)
  })
}

test('a name whose address becomes forbidden is rejected at its next connection', async (t) => {
  const good = await serve(t, (socket) => socket.end(ok()), '127.0.0.1')
  const bad = createServer()
  bad.listen(good.port, '127.0.0.2')
  await once(bad, 'listening')
  t.after(() => bad.close())
  let badConnections = 0
  bad.on('connection', () => {
    badConnections += 1
  })
  let lookups = 0
  const resolve = async () => {
    lookups += 1
    return [lookups === 1 ? '127.0.0.1' : '127.0.0.2']
  }
  const post = open(t, { rules: { ...sandbox, deniedSubnets: ['127.0.0.2/32'] }, resolve })
  assert.equal((await post(`http://loja.example:${good.port}/`)).kind, 'answered')
  assert.equal(lookups, 1, 'what was checked is what was called')
  await good.allClosed()
  assert.equal((await post(`http://loja.example:${good.port}/`)).kind, 'refused')
  assert.equal(badConnections, 0)
})

test('connections are reused within an account and never across accounts (W7)', async (t) => {
  const scopesOf = new Map<Socket, Set<string>>()
  const shop = await serve(t, (socket) => {
    const scope = shop.requests.at(-1)?.split('\r\n\r\n')[1] ?? ''
    scopesOf.set(socket, (scopesOf.get(socket) ?? new Set()).add(scope))
    socket.write(ok())
  })
  const post = open(t)
  for (let n = 0; n < 20; n += 1)
    await post(`http://127.0.0.1:${shop.port}/`, { scope: `${n % 2}`, body: `${n % 2}` })
  assert.equal(shop.requests.length, 20)
  assert.ok(shop.connections() <= 8)
  for (const scopes of scopesOf.values()) assert.equal(scopes.size, 1)
})

test('a redirect is a response and is not followed', async (t) => {
  const elsewhere = await serve(t, (socket) => socket.write(ok()))
  const location = `http://127.0.0.1:${elsewhere.port}/`
  const shop = await serve(t, (socket) =>
    socket.write(`HTTP/1.1 307 Moved\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`),
  )
  const outcome = await open(t)(`http://127.0.0.1:${shop.port}/`)
  assert(outcome.kind === 'answered')
  assert.equal(outcome.status, 307)
  assert.equal(elsewhere.connections(), 0)
})

test('a proxy named by the environment is not used', async (t) => {
  const proxy = await serve(t, (socket) => socket.write(ok()))
  const shop = await serve(t, (socket) => socket.write(ok()))
  const url = `http://127.0.0.1:${proxy.port}`
  withEnvironment(t, {
    ...{ HTTP_PROXY: url, http_proxy: url, ALL_PROXY: url, NODE_USE_ENV_PROXY: '1' },
  })
  await open(t)(`http://127.0.0.1:${shop.port}/`)
  assert.equal(shop.requests.length, 1)
  assert.equal(proxy.connections(), 0)
})

/** Starts, then writes a chunk every 10 ms while the client reads. */
function drip(socket: Socket, beginning: string, piece: string): void {
  socket.write(beginning)
  const timer = setInterval(() => socket.write(piece), 10)
  socket.once('close', () => clearInterval(timer))
}

function flood(socket: Socket, piece: Buffer): void {
  const more = () => {
    while (!socket.destroyed && socket.write(piece));
  }
  socket.on('drain', more)
  more()
}

const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024))
type Expectation = (outcome: ExchangeOutcome) => void
const timedOut: Expectation = (outcome) => assert.equal(outcome.kind, 'timeout')
const failed: Expectation = (outcome) => assert.equal(outcome.kind, 'failed')
const succeeded: Expectation = (outcome) => {
  assert(outcome.kind === 'answered')
  assert.equal(outcome.status, 200)
  assert.ok(outcome.body.length <= 16 * 1024)
}

const receivers: [string, (socket: Socket) => void, Expectation][] = [
  ['silence', () => {}, timedOut],
  ['a status line byte by byte', (socket) => drip(socket, 'HTTP/1.1 200 ', 'O'), timedOut],
  [
    'headers that never end',
    (socket) => drip(socket, 'HTTP/1.1 200 OK\r\n', 'X-A: b\r\n'),
    timedOut,
  ],
  [
    'interim responses that never end',
    (socket) => drip(socket, '', 'HTTP/1.1 102 Processing\r\n\r\n'),
    timedOut,
  ],
  [
    'a body byte by byte',
    (socket) => drip(socket, 'HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n', 'x'),
    succeeded,
  ],
  [
    'a body without end',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      flood(socket, Buffer.alloc(65_536))
    },
    (outcome) => {
      assert(outcome.kind === 'answered')
      assert.equal(outcome.body.length, 16 * 1024)
    },
  ],
  [
    'headers without limit',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      flood(socket, Buffer.from(`X-Filler: ${'a'.repeat(8_000)}\r\n`))
    },
    failed,
  ],
  [
    'a compressed bomb',
    (socket) => {
      socket.write(
        `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`,
      )
      socket.write(bomb)
    },
    (outcome) => {
      succeeded(outcome)
      assert(outcome.kind === 'answered')
      assert.ok(
        outcome.body.equals(bomb.subarray(0, outcome.body.length)),
        'kept as it came, not unpacked',
      )
    },
  ],
  ['a reset before the status line', (socket) => socket.resetAndDestroy(), failed],
  [
    'a reset within the body',
    (socket) =>
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc', () =>
        socket.resetAndDestroy(),
      ),
    succeeded,
  ],
  [
    'something that is not HTTP',
    (socket) => socket.write('SSH-2.0-secret-4111111111111111\r\n'),
    failed,
  ],
  [
    'an unrequested upgrade',
    (socket) => socket.write('HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
    failed,
  ],
]

for (const [name, react, expectation] of receivers) {
  test(`a response with ${name} is bounded in time and memory, and closed (W7)`, async (t) => {
    const shop = await serve(t, react)
    const startMs = monotonicMs()
    // Only those that should reach the limit have a short one.
    const limits = expectation === timedOut ? shortLimits : { bodyMs: shortLimits.bodyMs }
    const outcome = await open(t, { limits })(`http://127.0.0.1:${shop.port}/`)
    expectation(outcome)
    assert.ok(!JSON.stringify(outcome).includes('4111111111111111'))
    await shop.allClosed()
    assert.ok(monotonicMs() - startMs < boundMs)
  })
}

test('a receiver that stalls in the TLS handshake fails within the connect limit', async (t) => {
  const shop = await serve(t, () => {})
  const outcome = await open(t, { limits: { connectMs: 80 } })(`https://127.0.0.1:${shop.port}/`)
  assert.deepEqual(
    { ...outcome, durationMs: 0 },
    { kind: 'timeout', reason: 'CONNECT_TIMEOUT', durationMs: 0 },
  )
  assert.ok(outcome.durationMs < boundMs)
})

test('a name server that stays silent fails within the DNS limit', async (t) => {
  const outcome = await open(t, { limits: { dnsMs: 80 }, resolve: () => new Promise(() => {}) })(
    'http://loja.example/',
  )
  assert.deepEqual(
    { ...outcome, durationMs: 0 },
    { kind: 'timeout', reason: 'DNS_TIMEOUT', durationMs: 0 },
  )
  assert.ok(outcome.durationMs < boundMs)
})

test('a name without addresses and a closed port fail with their codes', async (t) => {
  const notFound = Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
  const unknown = await open(t, { resolve: () => Promise.reject(notFound) })('http://loja.example/')
  assert.deepEqual(
    { ...unknown, durationMs: 0 },
    { kind: 'failed', reason: 'ENOTFOUND', durationMs: 0 },
  )

  const server = createServer()
  await listen(t, server, '127.0.0.1')
  const port = portOf(server)
  server.close()
  await once(server, 'close')
  const closed = await open(t)(`http://127.0.0.1:${port}/`)
  assert.deepEqual(
    { ...closed, durationMs: 0 },
    { kind: 'failed', reason: 'ECONNREFUSED', durationMs: 0 },
  )
})

test('only trusted certificates and TLS 1.2 or newer are accepted (W10)', async (t) => {
  const authority = await openTestAuthority()
  t.after(() => authority.close())
  const { certificate: cert, privateKey: key } = await authority.server('shop')
  const serveTls = async (options: TlsOptions) => {
    const server = createTlsServer({ cert, key, ...options }, (socket) => {
      socket.on('error', () => {})
      socket.once('data', () => socket.end(ok()))
    })
    await listen(t, server, '127.0.0.1')
    return portOf(server)
  }
  const port = await serveTls({})
  const oldPort = await serveTls({
    minVersion: 'TLSv1.1',
    maxVersion: 'TLSv1.1',
    ciphers: 'DEFAULT@SECLEVEL=0',
  })
  const trusting = open(t, { ca: authority.certificate, resolve: async () => ['127.0.0.1'] })

  assert.equal((await trusting(`https://localhost:${port}/`)).kind, 'answered')
  for (const [outcome, reason] of [
    [await open(t)(`https://localhost:${port}/`), /^(UNABLE|SELF_SIGNED)/],
    [await trusting(`https://loja.example:${port}/`), /^ERR_TLS_CERT_ALTNAME_INVALID$/],
    [await trusting(`https://localhost:${oldPort}/`), /^ERR_SSL/],
  ] as const) {
    assert(outcome.kind === 'failed')
    assert.match(outcome.reason, reason)
  }
})
