import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { createServer as createTlsServer } from 'node:tls'
import { openProviderClient, type ProviderAnswer } from './provider-client.ts'

const neverAborted = () => new AbortController().signal
const sale = () => ({
  method: 'POST',
  path: '/1/sales/',
  body: '{"card":"4024007153760011"}',
  signal: neverAborted(),
})

/** A server that runs `react` for every request, once it has read it. */
async function serve(
  t: TestContext,
  react: (socket: Socket, request: string, n: number) => void,
): Promise<string> {
  let requests = 0
  const server = createServer((socket) => {
    let received = ''
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      received += chunk.toString()
      if (!received.includes('\r\n\r\n')) return
      requests += 1
      const request = received
      received = ''
      react(socket, request, requests)
    })
  })
  return listening(t, server)
}

async function listening(t: TestContext, server: Server): Promise<string> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `127.0.0.1:${portOf(server)}`
}

function portOf(server: Server): number {
  const address = server.address()
  assert(address !== null && typeof address === 'object')
  return address.port
}

const ok = (body: string) =>
  `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`

test('a complete response has its status, headers and text', async (t) => {
  const host = await serve(t, (socket) => socket.write(ok('{"Status":2}')))
  const client = openProviderClient({ origin: `http://${host}` })
  const answer = await client.request(sale())
  assert.deepEqual(answer, {
    kind: 'answered',
    status: 200,
    headers: { 'content-type': 'application/json', 'content-length': '12' },
    text: '{"Status":2}',
  })
  await client.close()
})

test('a request arrives unchanged, once', async (t) => {
  const requests: string[] = []
  const host = await serve(t, (socket, request) => {
    requests.push(request)
    socket.write(ok('{}'))
  })
  const client = openProviderClient({ origin: `http://${host}` })
  await client.request({ ...sale(), headers: { MerchantId: 'm-1' } })
  assert.equal(requests.length, 1)
  assert.match(requests[0] ?? '', /^POST \/1\/sales\/ HTTP\/1\.1\r\n/)
  assert.match(requests[0] ?? '', /\r\nMerchantId: m-1\r\n/)
  assert.ok(requests[0]?.endsWith('\r\n\r\n{"card":"4024007153760011"}'))
  await client.close()
})

test('a redirect is a response like any other and is not followed', async (t) => {
  let requests = 0
  const host = await serve(t, (socket) => {
    requests += 1
    socket.write(
      'HTTP/1.1 307 Temporary Redirect\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n',
    )
  })
  const client = openProviderClient({ origin: `http://${host}` })
  const answer = await client.request(sale())
  assert.equal(answer.kind === 'answered' && answer.status, 307)
  assert.equal(requests, 1)
  await client.close()
})

test('a refused connection proves that nothing was sent', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${portOf(server)}`
  await new Promise((resolve) => server.close(resolve))
  await expectKind(openProviderClient({ origin }), 'not-sent', /ECONNREFUSED/)
})

test('a name that does not exist proves that nothing was sent', async () => {
  await expectKind(
    openProviderClient({ origin: 'http://acquirer.invalid' }),
    'not-sent',
    /ENOTFOUND|EAI_AGAIN/,
  )
})

test('a failed TLS handshake proves that nothing was sent', async (t) => {
  let secured = 0
  const server = createTlsServer({}, () => {
    secured += 1
  })
  server.on('tlsClientError', () => {})
  const host = await listening(t, server)
  await expectKind(openProviderClient({ origin: `https://${host}` }), 'not-sent')
  assert.equal(secured, 0)
})

test('a server that never finishes the handshake proves that nothing was sent', async (t) => {
  let received = ''
  const server = createServer((socket) =>
    socket.on('data', (chunk) => (received += chunk.toString('latin1'))),
  )
  const host = await listening(t, server)
  const client = openProviderClient({ origin: `https://${host}`, connectMs: 100 })
  await expectKind(client, 'not-sent', /UND_ERR_CONNECT_TIMEOUT/)
  assert.ok(!received.includes('/1/sales'))
})

const lostAnswers: Record<string, (socket: Socket) => void> = {
  'a reset before the answer': (socket) => socket.resetAndDestroy(),
  'a connection closed before the answer': (socket) => socket.end(),
  'a reset in the middle of the body': (socket) =>
    socket.write(ok('{"Status":2}').slice(0, -6), () => socket.resetAndDestroy()),
  'a connection closed in the middle of the body': (socket) =>
    socket.end(ok('{"Status":2}').slice(0, -6)),
  'an answer that is not HTTP': (socket) => socket.write('4024007153760011\r\n\r\n'),
  'an answer above 1 MiB': (socket) => socket.write(ok('x'.repeat(1024 * 1024 + 1))),
  'headers and then silence': (socket) =>
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n'),
  'a body that never ends': (socket) =>
    socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n'),
  silence: () => {},
}

for (const [name, react] of Object.entries(lostAnswers)) {
  test(`${name} leaves the outcome lost, and the request is not sent again`, async (t) => {
    let requests = 0
    const host = await serve(t, (socket) => {
      requests += 1
      react(socket)
    })
    await expectKind(openProviderClient({ origin: `http://${host}`, wholeCallMs: 1_500 }), 'lost')
    assert.equal(requests, 1)
  })
}

test('a connection that the server closes at the next request leaves it lost', async (t) => {
  const host = await serve(t, (socket, _request, n) =>
    n === 1 ? socket.write(ok('{}')) : socket.resetAndDestroy(),
  )
  const client = openProviderClient({ origin: `http://${host}`, connections: 1 })
  assert.equal((await client.request(sale())).kind, 'answered')
  await expectKind(client, 'lost')
})

test('an idle connection closed by the server is replaced; the request is sent once', async (t) => {
  let requests = 0
  let closed: Promise<unknown> = Promise.resolve()
  const host = await serve(t, (socket) => {
    requests += 1
    closed = once(socket, 'close')
    socket.end(ok('{}'))
  })
  const client = openProviderClient({ origin: `http://${host}`, connections: 1 })
  for (const n of [1, 2, 3]) {
    assert.equal((await client.request(sale())).kind, 'answered')
    await closed
    assert.equal(requests, n)
  }
  await client.close()
})

test('an abort while waiting for a connection proves that nothing was sent', async (t) => {
  const requests: string[] = []
  const answers: (() => void)[] = []
  const host = await serve(t, (socket, request) => {
    requests.push(request.slice(0, request.indexOf(' HTTP')))
    answers.push(() => socket.write(ok('{}')))
  })
  const client = openProviderClient({ origin: `http://${host}`, connections: 1 })
  const first = client.request({ ...sale(), path: '/first' })
  const controller = new AbortController()
  const second = client.request({ ...sale(), path: '/second', signal: controller.signal })
  controller.abort()
  assert.equal((await second).kind, 'not-sent')
  while (answers.length === 0) await new Promise((resolve) => setImmediate(resolve))
  answers[0]?.()
  assert.equal((await first).kind, 'answered')
  const third = client.request({ ...sale(), path: '/third' })
  while (answers.length === 1) await new Promise((resolve) => setImmediate(resolve))
  answers[1]?.()
  assert.equal((await third).kind, 'answered')
  assert.deepEqual(requests, ['POST /first', 'POST /third'])
  await client.close()
})

test('a signal aborted beforehand proves that nothing was sent', async (t) => {
  const host = await serve(t, () => assert.fail('sent'))
  const client = openProviderClient({ origin: `http://${host}` })
  assert.equal((await client.request({ ...sale(), signal: AbortSignal.abort() })).kind, 'not-sent')
  await client.close()
})

async function expectKind(
  client: ReturnType<typeof openProviderClient>,
  kind: ProviderAnswer['kind'],
  cause = /./,
): Promise<void> {
  const answer = await client.request(sale())
  assert.equal(answer.kind, kind)
  assert(answer.kind !== 'answered' && answer.cause instanceof Error)
  assert.match(answer.cause.message, cause)
  assert.doesNotMatch(
    JSON.stringify(answer.cause, Object.getOwnPropertyNames(answer.cause)),
    /4024007153760011/,
  )
  await client.close()
}
