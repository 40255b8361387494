import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { type LoginDirectory, openLoginDirectory } from '../../src/people/login-directory.ts'
import { createChange } from '../../src/transactions/transaction-change.ts'
import { startApi, through } from '../kit/api-process.ts'
import { openEventStream } from '../kit/event-stream.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { newPerson, openBrowser, password } from '../kit/person.ts'
import { openSecondServer } from '../kit/second-server.ts'
import type { Shop } from '../kit/shop.ts'
import { someTransaction } from '../kit/some-transaction.ts'
import { until } from '../kit/time-limit.ts'

let world: World
before(async () => {
  world = await openWorld({ RATE_SIGN_INS_PER_ADDRESS: '1000' })
})
after(() => world.close())

const basic = (key: string) => ({
  authorization: `Basic ${Buffer.from(`x:${key}`).toString('base64')}`,
})
const order = { paymentMethod: 'PIX', amount: 10_00 }
const stream = '/api/user/events/stream'

async function personOf(accountId: string, role = 'owner') {
  const { email, personId } = await newPerson(world.app, { accountId, role })
  const browser = openBrowser(world.baseUrl)
  await browser.post('/api/auth/sign-in', { email, password })
  return { browser, personId, headers: { cookie: browser.cookie() } }
}

async function admin(method: string, path: string, body?: object) {
  const response = await fetch(`${world.baseUrl}/api/admin${path}`, {
    method,
    headers: {
      authorization: `Bearer ${world.adminToken}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  assert.equal(response.status, 200, path)
  return (await response.json()) as { data: { id: string; key: string } }
}

test('a page of a person gets each event at once, and continues exactly after it', async () => {
  const shop = await world.openShop()
  const other = await world.openShop()
  const { headers } = await personOf(shop.accountId)
  const reader = await openEventStream(world.baseUrl, headers, `?account=${shop.accountId}`)
  await until('the stream has a position', async () => {
    await shop.sell(order)
    return (await reader.next()) !== undefined
  })
  const first = await shop.sell(order)
  await other.sell(order)
  let seen = await reader.next()
  while (seen && seen.objectId !== first.id) seen = await reader.next()
  assert.equal(seen?.type, 'transaction.waiting_payment')
  assert.equal(reader.lastEventId(), String(seen?.position))
  await reader.close()

  const missed = [await shop.sell(order), await shop.sell(order)]
  const again = await openEventStream(world.baseUrl, {
    ...headers,
    'last-event-id': reader.lastEventId(),
  })
  const later = await shop.sell(order)
  for (const sale of [...missed, later]) assert.equal((await again.next())?.objectId, sale.id)
  await again.close()
})

test('a key reads from a cursor, with filters, in another process too', async () => {
  const shop = await world.openShop()
  const paid = await shop.sell(order)
  await shop.pay(paid.pix?.qrcode ?? '')
  const other = await startApi(world)
  const reader = await openEventStream(
    other.baseUrl,
    basic(shop.secretKey),
    '?cursor=oldest&types=transaction.paid',
  )
  assert.equal((await reader.next())?.objectId, paid.id)
  const next = await shop.sell(order)
  await shop.pay(next.pix?.qrcode ?? '')
  assert.equal((await reader.next())?.objectId, next.id)

  const ended = reader.next()
  other.child.kill('SIGTERM')
  assert.equal(await ended, undefined, 'a stopping gateway ends its streams')
  await once(other.child, 'exit')
})

test('a cursor that cannot be continued is refused before the stream begins', async () => {
  const shop = await world.openShop()
  const answer = await shop.call('GET', `${stream}?cursor=77`)
  assert.deepEqual([answer.http, answer.body.error?.code], [400, 'validation-failed'])
})

/** The stream of the caller ends with the first or the second check that begins after the act. */
async function endsAfter(
  headers: Readonly<Record<string, string>>,
  act: () => Promise<unknown>,
): Promise<void> {
  const { app } = world
  let checks = 0
  const counted =
    <Asked extends unknown[], Found>(peek: (...asked: Asked) => Promise<Found>) =>
    (...asked: Asked) => {
      checks += 1
      return peek(...asked)
    }
  const accounts = { ...app.accounts, peek: counted(app.accounts.peek) }
  const logins = { ...app.people.logins, peek: counted(app.people.logins.peek) }
  const server = await openSecondServer(
    { ...world, app: { ...app, accounts, people: { ...app.people, logins } } },
    {},
  )
  const reader = await openEventStream(server.baseUrl, headers)
  const ended = reader.next()
  await act()
  checks = 0
  assert.equal(await ended, undefined)
  // A check follows half a second after another one, and one second is the promise.
  assert.ok(checks <= 2, `${checks} checks`)
  await server.close()
}

test('a stream ends when its key is revoked', async () => {
  const { accountId } = await world.newMerchant()
  const { data } = await admin('POST', `/accounts/${accountId}/keys`, {
    kind: 'secret',
    name: 'painel',
  })
  await endsAfter(basic(data.key), () => admin('DELETE', `/accounts/${accountId}/keys/${data.id}`))
})

test('a stream ends when its person signs out or loses permission or account', async () => {
  const { accountId } = await world.newMerchant()
  const signedOut = await personOf(accountId)
  const acts = [
    [signedOut, () => signedOut.browser.post('/api/auth/sign-out')],
    await removed(accountId),
  ] as const
  for (const [{ headers }, act] of acts) await endsAfter(headers, act)
  const { headers } = await personOf(accountId)
  await endsAfter(headers, () => admin('PATCH', `/accounts/${accountId}`, { status: 'suspended' }))
})

/** A person whose role becomes one that does not read events. */
async function removed(accountId: string) {
  const { sql, people } = world.app
  const person = await personOf(accountId)
  const act = async () => {
    await sql`
      insert into people.account_roles (id, account_id, name, read_as, permissions, created_by)
      values (gen_random_uuid(), ${accountId}, 'caixa', 'caixa', '{transactions:read}',
        ${person.personId})`
    await sql`
      update people.memberships set role = 'caixa'
      where account_id = ${accountId} and person_id = ${person.personId}`
    people.logins.refresh()
  }
  return [person, act] as const
}

test('an open stream does not keep its login in use, and a request does', async () => {
  const { accountId } = await world.newMerchant()
  const { headers, personId } = await personOf(accountId)
  const { app } = world
  // What a directory still has to store, it stores when it closes.
  let logins = await openLoginDirectory(app)
  let checks = 0
  const counted =
    (name: 'bySignedToken' | 'peek'): LoginDirectory['peek'] =>
    (text) => {
      checks += 1
      return logins[name](text)
    }
  const [bySignedToken, peek] = [counted('bySignedToken'), counted('peek')]
  const current = { ...logins, bySignedToken, peek }
  const server = await openSecondServer(
    { ...world, app: { ...app, people: { ...app.people, logins: current } } },
    {},
  )
  /** Stores the uses until now, as of long ago. Later uses are counted by a new directory. */
  const forget = async () => {
    await logins.close()
    logins = await openLoginDirectory(app)
    await app.sql`
      update people.logins set last_seen_at = now() - interval '5 minutes'
      where person_id = ${personId}`
  }
  const isSeenNow = async () => {
    await logins.close()
    logins = await openLoginDirectory(app)
    const [row] = await app.sql<{ isNow: boolean }[]>`
      select last_seen_at > now() - interval '4 minutes' as "isNow" from people.logins
      where person_id = ${personId}`
    return row?.isNow
  }

  const reader = await openEventStream(server.baseUrl, headers)
  await forget()
  checks = 0
  await until('the stream was checked four times', () => checks >= 4)
  assert.equal(await isSeenNow(), false)
  // A browser opens a lost stream again by itself.
  const again = await openEventStream(server.baseUrl, headers)
  assert.equal(await isSeenNow(), false)
  await again.close()
  // A page that only asks whether there is a login does not use it.
  assert.equal((await fetch(`${server.baseUrl}/api/auth/installation`, { headers })).status, 200)
  assert.equal(await isSeenNow(), false)

  // What a page reads without an input of the person is no use either. A change always is.
  const automatic = { ...headers, 'guiche-automatic': '1' }
  const balance = `${server.baseUrl}/api/user/wallet/balance`
  assert.equal((await fetch(balance, { headers: automatic })).status, 200)
  assert.equal(await isSeenNow(), false)
  const proof = `${server.baseUrl}/api/auth/proof`
  await fetch(proof, { method: 'POST', headers: automatic })
  assert.equal(await isSeenNow(), true)

  await forget()
  assert.equal((await fetch(balance, { headers })).status, 200)
  assert.equal(await isSeenNow(), true)

  // Idle for longer than a login may be, it ends, and the stream with it.
  await app.sql`
    update people.logins set last_seen_at = now() - interval '30 days'
    where person_id = ${personId}`
  logins.refresh()
  assert.equal(await reader.next(), undefined)
  await server.close()
  await logins.close()
})

test('an account has 32 streams, and a closed one makes room', async () => {
  const shop = await world.openShop()
  const headers = basic(shop.secretKey)
  const readers = await Promise.all(
    Array.from({ length: 32 }, () => openEventStream(world.baseUrl, headers)),
  )
  const refused = await shop.call('GET', stream)
  assert.deepEqual([refused.http, refused.body.error?.code], [429, 'rate-limited'])
  await (await openEventStream(world.baseUrl, basic((await world.openShop()).secretKey))).close()
  await readers[0]?.close()
  await until('there is room again', async () => {
    const response = await fetch(`${world.baseUrl}${stream}`, { headers })
    await response.body?.cancel()
    return response.status === 200
  })
  for (const reader of readers) await reader.close().catch(() => {})
})

/** Sends each request on its own connection, and closes them while `table` is locked. */
async function leaveWhileLocked(
  baseUrl: string,
  table: 'api_keys' | 'audit_chain',
  {
    key,
    path,
    times,
    upload,
  }: {
    readonly key: string
    readonly path: string
    readonly times: number
    /** The type of a file that is announced and never sent. Left out: it is a GET. */
    readonly upload?: string
  },
): Promise<void> {
  const { hostname, port } = new URL(baseUrl)
  await world.app.sql.begin(async (tx) => {
    await (table === 'api_keys' ? tx`lock table api_keys` : tx`lock table audit_chain`)
    world.app.accounts.refresh()
    const sockets = Array.from({ length: times }, () => connect(Number(port), hostname))
    for (const socket of sockets) {
      await once(socket, 'connect')
      socket.write(
        `${upload ? 'POST' : 'GET'} ${path} HTTP/1.1\r\nHost: ${hostname}\r\n` +
          (upload ? `Content-Type: ${upload}\r\nContent-Length: 1000\r\n` : '') +
          `Authorization: ${basic(key).authorization}\r\n\r\n`,
      )
    }
    await until('the requests wait', async () => {
      const [row] = await world.app.sql<{ waits: number }[]>`
        select count(*)::int as waits from pg_locks
        where relation = ${table}::regclass and not granted`
      return (row?.waits ?? 0) > 0
    })
    for (const socket of sockets) socket.destroy()
    // The server has seen each close before it answers a later connection.
    for (let i = 0; i < 3; i += 1) await fetch(`${baseUrl}/health/live`)
  })
}

test('a client that left before its stream began takes no place', async () => {
  const shop = await world.openShop()
  const key = shop.secretKey
  await leaveWhileLocked(world.baseUrl, 'api_keys', { key, path: stream, times: 32 })
  const reader = await openEventStream(world.baseUrl, basic(key))
  await reader.close()
})

test('a client that left before its file was read takes no place', async () => {
  const { secretKey: key } = await world.openShop()
  const path = `/api/user/chargebacks/${crypto.randomUUID()}/evidence`
  const upload = 'application/pdf'
  await leaveWhileLocked(world.baseUrl, 'api_keys', { key, path, upload, times: 16 })
  // The server continues with those requests while it answers these.
  for (let i = 0; i < 5; i += 1) {
    const response = await fetch(world.baseUrl + path, {
      method: 'POST',
      headers: { ...basic(key), 'content-type': upload },
      body: '%PDF-1.7',
    })
    assert.equal(response.status, 404, await response.text())
  }
})

test('a client that left before its table began takes no place', async () => {
  const shop = await world.openShop()
  const key = shop.secretKey
  const server = await openSecondServer(world, { requestsInFlightPerAccount: 1 })
  const path = '/api/user/audit?format=csv'
  await leaveWhileLocked(server.baseUrl, 'audit_chain', { key, path, times: 1 })
  await until('the place is free', async () => {
    const response = await fetch(`${server.baseUrl}/api/user/wallet/balance`, {
      headers: basic(key),
    })
    await response.body?.cancel()
    return response.status === 200
  })
  await server.close()
})

test('a stream has no time limit and does not count as a request in progress', async () => {
  const shop = await world.openShop()
  const server = await openSecondServer(world, {
    answerMs: 3_000,
    requestsInFlight: 1,
    requestsInFlightPerAccount: 1,
  })
  const hurried: Shop = through(world, shop, server.baseUrl)
  const readers: Awaited<ReturnType<typeof openEventStream>>[] = []
  const isFree = async () => (await hurried.call('GET', '/api/user/wallet/balance')).http === 200
  while (readers.length < 8) {
    readers.push(await openEventStream(server.baseUrl, basic(shop.secretKey)))
    await until('an open stream leaves its place', isFree)
  }
  await new Promise((wake) => setTimeout(wake, 4_000)) // Longer than the limit of a response.
  await until('open streams take no place', isFree)
  const sale = await shop.sell(order)
  for (const reader of readers) assert.equal((await reader.next())?.objectId, sale.id)
  await server.close()
  for (const reader of readers) assert.equal(await reader.next(), undefined)
})

test('a reader that does not read is cut off', async () => {
  const shop = await world.openShop()
  const server = await openSecondServer(world, { answerMs: 2_000 })
  const { accountId } = shop
  const transaction = someTransaction({ accountId, createdAt: world.app.clock.now() })
  const { writes, event } = createChange(transaction, { links: world.app.links })
  // More than the buffers of both sides hold.
  const payload = JSON.stringify({ text: 'x'.repeat(12_000_000) })
  await world.app.journal.record({ writes, event: { ...event, payload } })
  const { hostname, port } = new URL(server.baseUrl)
  const socket = connect({ host: hostname, port: Number(port) }).pause()
  await once(socket, 'connect')
  await until('it is accepted', async () => (await server.connections()) === 1)
  let isClosed = false
  socket.once('close', () => {
    isClosed = true
  })
  socket.on('error', () => {})
  socket.write(
    [
      `GET ${stream}?cursor=oldest HTTP/1.1`,
      `Host: ${hostname}:${port}`,
      `Authorization: ${basic(shop.secretKey).authorization}`,
      '\r\n',
    ].join('\r\n'),
  )
  await until('it is cut off', async () => (await server.connections()) === 0)
  socket.resume()
  let received = 0
  socket.on('data', (chunk) => {
    received += chunk.length
  })
  await until('the connection is closed', () => isClosed)
  assert.ok(received < 12_000_000, `${received} bytes`)
  await server.close()
})
