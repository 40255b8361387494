import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { after, beforeEach, type TestContext, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { openTestDatabase } from '../../test/kit/database.ts'
import { until } from '../../test/kit/time-limit.ts'
import type { Outbound } from '../config.ts'
import { moveOffset } from '../db/business-clock-store.ts'
import type { Sql, Tx } from '../db/pool.ts'
import { write } from '../journal/change.ts'
import { openJournal } from '../journal/journal.ts'
import { deliveriesWriter } from '../journal/postback-store.ts'
import { gatewayActor } from '../primitives/actor.ts'
import { systemClock } from '../primitives/clock.ts'
import { newId, randomSecret } from '../primitives/id.ts'
import { openVault } from '../primitives/vault.ts'
import { type DeliveriesDeps, type DeliveriesOptions, openDeliveries } from './deliver.ts'
import { recordResults, takeDueDeliveries } from './delivery-store.ts'
import { migrateDeliveries } from './migrate-deliveries.ts'
import { deliveriesChannel } from './notify-delivery-workers-store.ts'
import { changeEndpoint, deleteEndpoint, endpointOrNotFound } from './open-endpoint.ts'
import { insertFirstSecret } from './secret-store.ts'
import { rotateWebhookSecret, sealedNewSecret, webhookSecretOf } from './secrets.ts'
import { settleDeliveries } from './webhook-endpoint-store.ts'

const database = await openTestDatabase({ max: 6 })
after(() => database.close())
const { sql } = database
const clock = systemClock()
const vault = openVault({
  masterKeys: new Map([[1, randomSecret(32)]]),
  peppers: new Map([[1, randomSecret(32)]]),
})
const newUuid = () => newId(clock.now().getTime())
const troubles: unknown[] = []
const log = { error: (...args: unknown[]) => void troubles.push(args) }
after(() => assert.deepEqual(troubles, []))

// Deliveries that an earlier test left are not due in the next one.
beforeEach(() => sql`update deliveries set state = 'stopped' where state = 'waiting'`)

const outbound: Outbound = {
  allowHttp: true,
  extraPorts: 'any',
  allowedSubnets: ['127.0.0.1/32'],
  deniedSubnets: [],
}
const aDay = 24 * 3_600_000

function open(
  t: TestContext,
  {
    works = false,
    metrics,
    failing,
    ...options
  }: DeliveriesOptions & {
    works?: boolean
    metrics?: DeliveriesDeps['metrics']
    failing?: Pick<DeliveriesDeps, 'sql' | 'log'>
  } = {},
) {
  const journal = openJournal({ sql })
  const ground = { config: { outbound }, log, sql, clock, journal, vault, works }
  const deliveries = openDeliveries(
    { ...ground, ...(metrics && { metrics }), ...failing },
    { pollMs: 3_600_000, ...options },
  )
  t.after(() => deliveries.stop())
  return { journal, deliveries }
}

async function openAccount(): Promise<string> {
  const id = newUuid()
  await sql`
    insert into accounts (id, name, document, settings)
    values (${id}, 'Loja', '12345678909', '{}')`
  return id
}

/** Records a change of a transaction: version `sequence` of it, delivered to `url`. */
async function recordEvent(
  to: { accountId: string; url: string; objectId?: string; sequence?: number },
  by = openJournal({ sql }),
) {
  const { accountId, url, objectId = newUuid(), sequence = 1 } = to
  const [eventId, id] = [newUuid(), newUuid()]
  const payload = JSON.stringify({
    type: 'transaction',
    event: 'transaction.paid',
    objectId,
    url,
    sequence,
    data: { id: objectId, note: 'João' },
  })
  await by.record({
    writes: [
      write(deliveriesWriter, {
        accountId,
        id,
        eventId,
        objectId,
        sequence,
        url,
        createdAt: clock.now(),
      }),
    ],
    event: {
      id: eventId,
      accountId,
      objectType: 'transaction',
      objectId,
      version: sequence,
      type: 'transaction.paid',
      payload,
      occurredAt: clock.now(),
    },
  })
  return { id, eventId, objectId, payload }
}

interface Notice {
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: string
}

/** A merchant's receiver. `answer` decides about each notice; the default accepts it. */
async function openReceiver(
  t: TestContext,
  answer: (notice: Notice, response: ServerResponse, n: number) => void = accept,
) {
  const notices: Notice[] = []
  const server = createServer(async (request: IncomingMessage, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    )
    const notice = { path: request.url ?? '', headers, body: Buffer.concat(chunks).toString() }
    notices.push(notice)
    answer(notice, response, notices.length)
    server.emit('notice')
  })
  let connections = 0
  server.on('connection', () => {
    connections += 1
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  assert(address !== null && typeof address === 'object')
  const url = `http://127.0.0.1:${address.port}/hook?loja=1`
  const received = async (count: number): Promise<Notice[]> => {
    while (notices.length < count) await once(server, 'notice')
    return notices
  }
  return { url, notices, received, connections: () => connections }
}

const accept = (_notice: Notice, response: ServerResponse) => void response.writeHead(200).end('ok')
const say = (status: number) => (_notice: Notice, response: ServerResponse) =>
  void response.writeHead(status).end()

const deliveryOf = async (id: string) => {
  const [row] = await sql`select * from deliveries where id = ${id}`
  assert(row)
  return row
}
const triesOf = (id: string) =>
  sql`select * from delivery_attempts where delivery_id = ${id} order by number`

/** Moves business time for the database and for us. */
const pass = async (ms: number) => clock.setOffsetMs(await moveOffset(sql, ms))

test('a notice is sent at the commit of its change, signed, with its bytes', async (t) => {
  const { journal } = open(t, { works: true })
  const shop = await openReceiver(t)
  const accountId = await openAccount()
  const delivery = await recordEvent({ accountId, url: shop.url }, journal)
  const [notice] = await shop.received(1)
  assert(notice)
  assert.equal(notice.path, '/hook?loja=1')
  assert.equal(notice.headers['content-type'], 'application/json')
  assert.equal(notice.headers['webhook-id'], delivery.eventId)
  assert.equal(notice.body, delivery.payload)
  const secret = await webhookSecretOf({ sql, vault, clock }, accountId)
  assert.deepEqual(
    new Webhook(secret).verify(notice.body, notice.headers),
    JSON.parse(delivery.payload),
  )
})

test('a notice is sent when another process committed it and notified this one', async (t) => {
  open(t, { works: true })
  const shop = await openReceiver(t)
  const accountId = await openAccount()
  for (const [n, payload] of [accountId, ''].entries()) {
    await recordEvent({ accountId, url: shop.url })
    await sql`select pg_notify(${deliveriesChannel}, ${payload})`
    await shop.received(n + 1)
  }
})

test('a lost notification costs at most one poll', async (t) => {
  const shop = await openReceiver(t)
  open(t, { works: true, pollMs: 20 })
  await recordEvent({ accountId: await openAccount(), url: shop.url })
  await shop.received(1)
})

/**
 * The database with statements in transactions that fail: `failureOf` returns the rejection of one.
 * The log holds their messages.
 */
function failingDatabase(
  failureOf: (text: string, values: readonly unknown[]) => Promise<never> | undefined,
) {
  const inside = (tx: Tx) =>
    Object.assign(
      (strings: TemplateStringsArray, ...values: readonly unknown[]) =>
        failureOf(strings.join('?'), values) ?? tx(strings, ...values),
      tx,
    ) as unknown as Tx
  const outside = (...given: Parameters<Sql>) => sql(...given)
  const begin: Sql['begin'] = (work, options) => sql.begin((tx) => work(inside(tx)), options)
  const logged: { readonly accountId?: string }[] = []
  const failing = {
    sql: Object.assign(outside, sql, { begin }) as unknown as Sql,
    log: { error: (fields: object) => void logged.push(fields) },
  }
  return { failing, logged }
}

const looksUpAll = (text: string) => /as "accountId", endpoint.* from (hop|deliveries)/s.test(text)
const aFailure = () => Promise.reject(new Error('a failure of the test'))

test('a failed look-up of all accounts loses no account that was named meanwhile', async (t) => {
  const begun = Promise.withResolvers<void>()
  const { promise: failure, reject } = Promise.withResolvers<never>()
  const { failing, logged } = failingDatabase((text) => {
    if (!looksUpAll(text)) return undefined
    begun.resolve()
    return failure
  })
  const { deliveries, journal } = open(t, { works: true, failing })
  const shop = await openReceiver(t)
  const accountId = await openAccount()
  deliveries.wake()
  await begun.promise
  await recordEvent({ accountId, url: shop.url }, journal)
  deliveries.wake()
  reject(new Error('a failure of the test'))
  await until('the notice is sent', () => shop.notices.length === 1)
  assert.notEqual(logged.length, 0)
})

test('an account whose look-up fails stops no other, and is looked up again', async (t) => {
  const down = await openAccount()
  const other = await openAccount()
  let isDown = true
  const { failing, logged } = failingDatabase((text, values) =>
    looksUpAll(text) || (isDown && values.includes(down)) ? aFailure() : undefined,
  )
  const { deliveries } = open(t, { works: true, failing })
  const shop = await openReceiver(t)
  for (const accountId of [down, other]) await recordEvent({ accountId, url: shop.url })
  const named = [down, ...Array.from({ length: 8 }, newUuid), other].join(',')
  await until('the other account gets its notice', async () => {
    await sql`select pg_notify(${deliveriesChannel}, ${named})`
    return shop.notices.length === 1
  })
  assert.ok(logged.some(({ accountId }) => accountId === down))
  isDown = false
  deliveries.wake()
  await until('the account gets its notice', () => shop.notices.length === 2)
})

test('a poll continues where the one before ended', async (t) => {
  const { deliveries } = open(t, { pollLimit: 2 })
  const shop = await openReceiver(t)
  // In the order of the look-up.
  const [first = '', last = ''] = [await openAccount(), await openAccount()].sort()
  for (const port of [1, 2, 3])
    await recordEvent({ accountId: first, url: `http://127.0.0.1:${port}/` })
  const tomorrow = new Date(clock.now().getTime() + aDay)
  await sql`update deliveries set due_at = ${tomorrow} where account_id = ${first}`
  await recordEvent({ accountId: last, url: shop.url })
  assert.equal(await deliveries.runUntilIdle(), 1)
  await recordEvent({ accountId: last, url: shop.url })
  open(t, { works: true, pollMs: 20, pollLimit: 1 })
  await until('the poll finds the second event', () => shop.notices.length === 2)
})

test('a failed notice is retried with the same bytes until it is accepted', async (t) => {
  const { deliveries } = open(t)
  const shop = await openReceiver(t, (notice, response, n) => {
    if (n === 1) response.writeHead(500).end('card 4111111111111111 oops')
    else if (n === 2) response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
    else accept(notice, response)
  })
  const delivery = await recordEvent({ accountId: await openAccount(), url: shop.url })
  assert.equal(await deliveries.runUntilIdle(), 1)
  assert.equal(await deliveries.runUntilIdle(), 0, 'not due yet')
  const [due] = await sql<{ waitMs: number }[]>`
    select (extract(epoch from d.due_at - t.at) * 1000)::float8 as "waitMs"
    from deliveries d
    join delivery_attempts t on t.account_id = d.account_id and t.delivery_id = d.id
    where d.id = ${delivery.id}`
  const waitMs = due?.waitMs ?? 0
  assert.ok(waitMs >= 4_000 && waitMs <= 8_000, `5 s and a fifth at most, not ${waitMs} ms`)
  await pass(1_000)
  assert.equal(
    await deliveries.runUntilIdle(),
    0,
    '5 s less a fifth, at least; a slow machine takes part of it',
  )
  await pass(5_000)
  assert.equal(await deliveries.runUntilIdle(), 1)
  await pass(36_000)
  assert.equal(await deliveries.runUntilIdle(), 1)
  await pass(5 * aDay)
  assert.equal(await deliveries.runUntilIdle(), 0)

  assert.deepEqual(
    new Set(shop.notices.map(({ headers }) => headers['webhook-id'])),
    new Set([delivery.eventId]),
  )
  assert.deepEqual(new Set(shop.notices.map(({ body }) => body)), new Set([delivery.payload]))
  const row = await deliveryOf(delivery.id)
  assert.deepEqual([row.state, row.attempts, row.last_status], ['delivered', 3, 200])
  const tries = await triesOf(delivery.id)
  assert.deepEqual(
    tries.map(({ number, status, error, excerpt }) => [number, status, error, excerpt]),
    [
      [1, 500, null, 'card [number] oops'],
      [2, 302, null, null],
      [3, 200, null, 'ok'],
    ],
  )
})

test('the timestamp of a notice is the wall clock, not business time', async (t) => {
  const { deliveries } = open(t)
  const shop = await openReceiver(t)
  const accountId = await openAccount()
  await pass(30 * aDay)
  await recordEvent({ accountId, url: shop.url })
  await deliveries.runUntilIdle()
  const [notice] = shop.notices
  assert(notice)
  const secret = await webhookSecretOf({ sql, vault, clock }, accountId)
  new Webhook(secret).verify(notice.body, notice.headers)
})

test('a fast receiver gets more exchanges, over reused connections', async (t) => {
  const { deliveries } = open(t)
  let [underWay, most] = [0, 0]
  const shop = await openReceiver(t, (notice, response) => {
    underWay += 1
    most = Math.max(most, underWay)
    setTimeout(() => {
      underWay -= 1
      accept(notice, response)
    }, 20)
  })
  const accountId = await openAccount()
  const journal = openJournal({ sql })
  await Promise.all(
    Array.from({ length: 600 }, () => recordEvent({ accountId, url: shop.url }, journal)),
  )
  assert.equal(await deliveries.runUntilIdle(), 600)
  assert.ok(most > 8 && most <= 64, `${most} at once`)
  assert.ok(shop.connections() <= 64, `${shop.connections()} connections for 600 exchanges`)
})

test('a receiver that fails gets at most four concurrent exchanges', async (t) => {
  const { deliveries } = open(t)
  let [underWay, most] = [0, 0]
  const shop = await openReceiver(t, (notice, response, n) => {
    underWay += 1
    most = Math.max(most, underWay)
    setTimeout(() => {
      underWay -= 1
      say(n % 2 === 0 ? 500 : 204)(notice, response)
    }, 20)
  })
  const accountId = await openAccount()
  for (let n = 0; n < 60; n += 1) await recordEvent({ accountId, url: shop.url })
  await deliveries.runUntilIdle()
  assert.ok(most <= 5, `${most} at once`)
})

test('what waited for an endpoint that failed is not counted as sent late', async (t) => {
  const delays: (number | undefined)[] = []
  const metrics = {
    webhookTried: ({ delaySeconds }: { delaySeconds?: number }) => void delays.push(delaySeconds),
  }
  const { deliveries } = open(t, { metrics })
  let status = 503
  const shop = await openReceiver(t, (notice, response) => say(status)(notice, response))
  const to = { accountId: await openAccount(), url: shop.url }
  for (let n = 0; n < 30; n += 1) await recordEvent(to)
  await deliveries.runUntilIdle()
  const counted = delays.length
  assert.ok(counted >= 10 && counted < 30, `${counted} attempts`)
  assert.ok(!delays.includes(undefined))
  await pass(3_600_000)
  await deliveries.runUntilIdle()
  assert.deepEqual(delays.slice(counted), [undefined], 'one probe')
  status = 200
  await pass(60_000)
  await deliveries.runUntilIdle()
  assert.deepEqual(new Set(delays.slice(counted)), new Set([undefined]))
  assert.equal(delays.length, counted + 31)
  await recordEvent(to)
  await deliveries.runUntilIdle()
  assert.notEqual(delays.at(-1), undefined)
})

test('notices of one transaction keep their order and delay no other (W6)', async (t) => {
  const { deliveries } = open(t)
  let isDown = true
  const shop = await openReceiver(t, (notice, response) =>
    say(isDown && notice.body.includes('"sequence":1,') ? 503 : 200)(notice, response),
  )
  const to = { accountId: await openAccount(), url: shop.url, objectId: newUuid() }
  for (const sequence of [1, 2, 3]) await recordEvent({ ...to, sequence })
  await recordEvent({ ...to, objectId: newUuid(), sequence: 7 })
  await deliveries.runUntilIdle()
  const sequences = () => shop.notices.map(({ body }) => JSON.parse(body).sequence).sort()
  assert.deepEqual(sequences(), [1, 7])
  isDown = false
  await pass(6_000)
  await deliveries.runUntilIdle()
  assert.deepEqual(
    shop.notices
      .filter(({ body }) => body.includes(to.objectId))
      .map(({ body }) => JSON.parse(body).sequence),
    [1, 1, 2, 3],
  )
})

test('a 410 stops the notices that wait for its endpoint, and only those (W5)', async (t) => {
  const { deliveries } = open(t)
  const shop = await openReceiver(t, say(410))
  const accountId = await openAccount()
  const objectId = newUuid()
  const first = await recordEvent({ accountId, url: shop.url, objectId, sequence: 1 })
  const second = await recordEvent({ accountId, url: shop.url, objectId, sequence: 2 })
  const elsewhere = await recordEvent({ accountId, url: `${shop.url}&outra`, objectId: newUuid() })
  await moveToEndpoint(accountId, shop.url, [first, second])
  await moveToEndpoint(accountId, `${shop.url}&outra`, [elsewhere])
  await deliveries.runUntilIdle()
  await pass(5 * aDay)
  await deliveries.runUntilIdle()
  assert.deepEqual(shop.notices.map(({ path }) => path).sort(), [
    '/hook?loja=1',
    '/hook?loja=1&outra',
  ])
  for (const { id } of [first, second, elsewhere])
    assert.equal((await deliveryOf(id)).state, 'stopped')
})

const stoppedBy410 = { state: 'stopped', waitMs: 0, status: 410 } as const
const putBack = { state: 'waiting', waitMs: 5_000, status: 500 } as const

test('a 410 holds what another result beside it puts back (W5)', async (t) => {
  const accountId = await openAccount()
  const shop = await openReceiver(t)
  const to = { accountId, url: shop.url }
  const two = [
    await recordEvent({ ...to, objectId: newUuid() }),
    await recordEvent({ ...to, objectId: newUuid() }),
  ]
  await moveToEndpoint(accountId, shop.url, two)
  const lane = { accountId, endpoint: new URL(shop.url).origin, limit: 2, leaseMs: 60_000 }
  const [gone, failed] = await takeDueDeliveries({ sql, clock }, lane)
  assert(gone && failed)
  const result = { accountId, at: clock.now(), durationMs: 1, error: null, excerpt: null }
  await recordResults({ sql, clock }, [
    { ...result, id: gone.id, leaseEndsAt: gone.leaseEndsAt, ...stoppedBy410 },
    { ...result, id: failed.id, leaseEndsAt: failed.leaseEndsAt, ...putBack },
  ])
  await migrateDeliveries({ sql, clock })
  assert.equal((await deliveryOf(gone.id)).state, 'stopped')
  assert.equal((await deliveryOf(failed.id)).state, 'held')
})

test('a 410 of a postbackUrl is tried again, as any other failure (W5)', async (t) => {
  const { deliveries } = open(t)
  let status = 410
  const shop = await openReceiver(t, (notice, response) => say(status)(notice, response))
  const to = { accountId: await openAccount(), url: shop.url, objectId: newUuid() }
  const first = await recordEvent({ ...to, sequence: 1 })
  const second = await recordEvent({ ...to, sequence: 2 })
  await deliveries.runUntilIdle()
  assert.equal(shop.notices.length, 1)
  for (const { id } of [first, second]) assert.equal((await deliveryOf(id)).state, 'waiting')
  status = 200
  await pass(aDay)
  await deliveries.runUntilIdle()
  for (const { id } of [first, second]) assert.equal((await deliveryOf(id)).state, 'delivered')
})

/** Makes these deliveries those of a new endpoint, and returns its id. */
async function moveToEndpoint(
  accountId: string,
  url: string,
  moved: readonly { readonly id: string }[],
): Promise<string> {
  const endpointId = newUuid()
  await sql`
    insert into webhook_endpoints (account_id, id, url, origin, event_types, created_at, updated_at)
    values (${accountId}, ${endpointId}, ${url}, ${new URL(url).origin}, array['*'], now(), now())`
  await sql`
    update deliveries
    set webhook_endpoint_id = ${endpointId}
    where account_id = ${accountId} and id = any(${moved.map(({ id }) => id)}::uuid[])`
  const signer = { accountId, webhookEndpointId: endpointId }
  await insertFirstSecret(sql, signer, sealedNewSecret({ vault, clock }, accountId))
  return endpointId
}

test('a claimed delivery of a deleted endpoint is not sent, and makes no secret', async (t) => {
  const { deliveries } = open(t)
  const shop = await openReceiver(t)
  const accountId = await openAccount()
  const delivery = await recordEvent({ accountId, url: shop.url })
  const id = await moveToEndpoint(accountId, shop.url, [delivery])
  // The part of a deletion that an attempt sees after its claim.
  await sql`delete from webhook_secrets where webhook_endpoint_id = ${id}`
  assert.equal(await deliveries.runUntilIdle(), 0)
  assert.equal(shop.notices.length, 0)
  const secrets = await sql`select from webhook_secrets where account_id = ${accountId}`
  assert.equal(secrets.length, 0)
  const ground = { sql, vault, clock, actor: gatewayActor }
  await assert.rejects(rotateWebhookSecret(ground, accountId, id), { code: 'not-found' })
})

test('a 410 of the address that an endpoint had is retried at its new one (W5)', async (t) => {
  const { deliveries } = open(t)
  const accountId = await openAccount()
  const old = await openReceiver(t, say(410))
  const next = await openReceiver(t)
  const moved = await recordEvent({ accountId, url: old.url })
  const id = await moveToEndpoint(accountId, old.url, [moved])
  const lane = { accountId, endpoint: new URL(old.url).origin, limit: 1, leaseMs: 60_000 }
  const [taken] = await takeDueDeliveries({ sql, clock }, lane)
  assert(taken)
  const ground = { config: { outbound }, sql, clock, actor: gatewayActor, vault }
  await changeEndpoint(ground, accountId, { id, url: next.url })
  const { leaseEndsAt } = taken
  await recordResults({ sql, clock }, [
    {
      ...{ accountId, id: moved.id, leaseEndsAt, state: 'stopped', waitMs: 0, at: clock.now() },
      ...{ status: 410, durationMs: 1, error: null, excerpt: null },
    },
  ])
  assert.equal((await endpointOrNotFound({ sql }, accountId, id)).status, 'active')
  await deliveries.runUntilIdle()
  assert.equal((await deliveryOf(moved.id)).state, 'delivered')
  assert.equal(next.notices.length, 1)
})

test('events of a pause that ends are released oldest first, and keep their order', async (t) => {
  const { deliveries } = open(t)
  const shop = await openReceiver(t)
  const accountId = await openAccount()
  const to = { accountId, url: shop.url, objectId: newUuid() }
  const first = await recordEvent({ ...to, sequence: 1 })
  const second = await recordEvent({ ...to, sequence: 2 })
  const third = await recordEvent({ ...to, sequence: 3 })
  const id = await moveToEndpoint(accountId, shop.url, [first, second, third])
  // A process died while it released what was held.
  await sql`update webhook_endpoints set is_unsettled = true where id = ${id}`
  for (const [n, each] of [first, second, third].entries())
    await sql`
      update deliveries
      set state = ${n < 2 ? 'held' : 'waiting'},
        created_at = ${new Date(clock.now().getTime() + 1_000 * n)}
      where id = ${each.id}`
  assert.equal(await deliveries.runUntilIdle(), 0)
  assert.equal(await settleDeliveries({ sql, clock }, { accountId, id }, 1), 1)
  assert.equal((await deliveryOf(second.id)).state, 'held')
  assert.equal(await deliveries.runUntilIdle(), 1)
  assert.equal(await settleDeliveries({ sql, clock }, { accountId, id }, 2), 1)
  assert.equal(await deliveries.runUntilIdle(), 2)
  assert.deepEqual(
    shop.notices.map(({ body }) => JSON.parse(body).sequence),
    [1, 2, 3],
  )
})

test('an address that an endpoint leaves is no longer a failing one', async (t) => {
  const { deliveries } = open(t)
  const shop = await openReceiver(t, say(500))
  const accountId = await openAccount()
  const failing = () =>
    sql`select endpoint from failing_webhook_addresses where account_id = ${accountId}`
  const { origin } = new URL(shop.url)
  const [moved, deleted] = await Promise.all(
    [1, 2].map(async () => {
      const delivery = await recordEvent({ accountId, url: shop.url })
      return moveToEndpoint(accountId, shop.url, [delivery])
    }),
  )
  assert(moved && deleted)
  await deliveries.runUntilIdle()
  const ground = { config: { outbound }, sql, clock, actor: gatewayActor, vault }
  await changeEndpoint(ground, accountId, { id: moved, url: 'https://loja.example/' })
  assert.deepEqual(await failing(), [{ endpoint: origin }], 'the other endpoint has it')
  await pass(aDay)
  const lane = { accountId, endpoint: origin, limit: 1, leaseMs: 60_000 }
  const [taken] = await takeDueDeliveries({ sql, clock }, lane)
  assert(taken)
  await deleteEndpoint(ground, accountId, deleted)
  assert.deepEqual(await failing(), [])
  await recordResults({ sql, clock }, [
    {
      ...{ accountId, id: taken.id, leaseEndsAt: taken.leaseEndsAt, state: 'waiting', waitMs: 0 },
      ...{ at: clock.now(), status: 500, durationMs: 1, error: null, excerpt: null },
    },
  ])
  assert.equal((await deliveryOf(taken.id)).state, 'stopped')
  assert.deepEqual(await failing(), [])
})

test('a receiver that never accepts gets 15 attempts, then the next notice', async (t) => {
  const { deliveries } = open(t)
  const shop = await openReceiver(t, say(500))
  const to = { accountId: await openAccount(), url: shop.url, objectId: newUuid() }
  const first = await recordEvent({ ...to, sequence: 1 })
  const second = await recordEvent({ ...to, sequence: 2 })
  const startedAt = clock.now().getTime()
  await deliveries.runUntilIdle()
  for (let tries = 1; tries < 15; tries += 1) {
    const [row] = await sql<{ waitMs: number }[]>`
      select ceil(1000 * extract(epoch from due_at - ${clock.now()}))::int as "waitMs"
      from deliveries
      where id = ${first.id}`
    await pass((row?.waitMs ?? 0) + 1)
    await deliveries.runUntilIdle()
    assert.equal((await deliveryOf(first.id)).attempts, tries + 1)
  }
  const hours = (clock.now().getTime() - startedAt) / 3_600_000
  assert.ok(hours > 0.8 * 99.8 && hours < 1.2 * 99.9, `${hours} h`)
  const row = await deliveryOf(first.id)
  assert.deepEqual(
    [row.state, row.attempts, (await triesOf(first.id)).length],
    ['exhausted', 15, 15],
  )
  await pass(60_000) // The probe of the circuit breaker.
  await deliveries.runUntilIdle()
  assert.equal(shop.notices.at(-1)?.headers['webhook-id'], second.eventId)
})

test('deliveries of a killed worker wait for the end of its lease', async (t) => {
  const shop = await openReceiver(t)
  const accountId = await openAccount()
  const delivery = await recordEvent({ accountId, url: shop.url })
  const lane = { accountId, endpoint: new URL(shop.url).origin }
  const take = () => takeDueDeliveries({ sql, clock }, { ...lane, limit: 10, leaseMs: 60_000 })
  assert.deepEqual(
    (await take()).map(({ id }) => id),
    [delivery.id],
  )
  assert.deepEqual([...(await take())], [])
  const [held] = await sql<{ endsAt: Date }[]>`
    update deliveries set lease_ends_at = now() + interval '1 second'
    where account_id = ${accountId} and id = ${delivery.id}
    returning lease_ends_at as "endsAt"`
  open(t, { works: true, pollMs: 20 })
  await shop.received(1)
  const [row] = await sql`select ${held?.endsAt} <= now() as "leaseIsOver"`
  assert.equal(row?.leaseIsOver, true)
})

test('a result that arrives after its lease counts only when it is a success', async () => {
  const accountId = await openAccount()
  const url = 'http://127.0.0.1:9/late'
  const delivery = await recordEvent({ accountId, url })
  const lane = { accountId, endpoint: new URL(url).origin, limit: 1 }
  const [first] = await takeDueDeliveries({ sql, clock }, { ...lane, leaseMs: 0 })
  const [second] = await takeDueDeliveries({ sql, clock }, { ...lane, leaseMs: 60_000 })
  assert(first && second)
  const result = {
    accountId,
    id: delivery.id,
    waitMs: 0,
    at: clock.now(),
    status: 500,
    durationMs: 1,
    error: null,
    excerpt: null,
  }
  await recordResults({ sql, clock }, [
    { ...result, leaseEndsAt: first.leaseEndsAt, state: 'exhausted' },
  ])
  assert.equal((await deliveryOf(delivery.id)).state, 'waiting')
  await recordResults({ sql, clock }, [
    { ...result, leaseEndsAt: first.leaseEndsAt, state: 'delivered', status: 200 },
  ])
  assert.equal((await deliveryOf(delivery.id)).state, 'delivered')
  await recordResults({ sql, clock }, [
    { ...result, leaseEndsAt: second.leaseEndsAt, state: 'exhausted' },
  ])
  assert.equal((await deliveryOf(delivery.id)).state, 'delivered')
})

test('several workers share the work, and each notice is sent once', async (t) => {
  const shop = await openReceiver(t)
  const accountIds = [await openAccount(), await openAccount(), await openAccount()]
  const journal = openJournal({ sql })
  const created = await Promise.all(
    Array.from({ length: 150 }, (_, n) =>
      recordEvent({ accountId: accountIds[n % 3] ?? '', url: shop.url }, journal),
    ),
  )
  const workers = [open(t), open(t), open(t)]
  const counts = await Promise.all(workers.map(({ deliveries }) => deliveries.runUntilIdle()))
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    150,
  )
  const ids = shop.notices.map(({ headers }) => headers['webhook-id'])
  assert.equal(ids.length, 150)
  assert.deepEqual(new Set(ids), new Set(created.map(({ eventId }) => eventId)))
})

/** A receiver that delays every response until it is released. */
async function openSlowReceiver(t: TestContext) {
  const held: ServerResponse[] = []
  let isHolding = true
  const receiver = await openReceiver(t, (_notice, response) =>
    isHolding ? void held.push(response) : void response.end(),
  )
  const release = () => {
    isHolding = false
    for (const response of held) response.end()
  }
  return { ...receiver, release }
}

test('a slow merchant gets at most a quarter of the slots and delays no other (W8)', async (t) => {
  const { deliveries, journal } = open(t, { slots: 12 })
  const slow = await openSlowReceiver(t)
  const quick = await openReceiver(t)
  const accountId = await openAccount()
  await Promise.all(
    Array.from({ length: 20 }, () => recordEvent({ accountId, url: slow.url }, journal)),
  )
  for (let n = 0; n < 5; n += 1)
    await recordEvent({ accountId: await openAccount(), url: quick.url }, journal)
  const done = deliveries.runUntilIdle()
  await Promise.all([quick.received(5), slow.received(3)])
  assert.equal(slow.notices.length, 3)
  slow.release()
  assert.equal(await done, 25)
})

test('at most four exchanges are in progress at one endpoint (W8)', async (t) => {
  const { deliveries, journal } = open(t)
  const slow = await openSlowReceiver(t)
  const quick = await openReceiver(t)
  const accountId = await openAccount()
  await Promise.all(
    Array.from({ length: 9 }, () => recordEvent({ accountId, url: slow.url }, journal)),
  )
  const done = deliveries.runUntilIdle()
  await slow.received(4)
  await recordEvent({ accountId, url: quick.url }, journal)
  deliveries.wake()
  await quick.received(1)
  assert.equal(slow.notices.length, 4)
  slow.release()
  assert.equal(await done, 10)
})

test('an endpoint with ten failures in a row gets one probe a minute (W9)', async (t) => {
  const { deliveries } = open(t)
  let isDown = true
  const shop = await openReceiver(t, (notice, response) =>
    say(isDown ? 500 : 200)(notice, response),
  )
  const accountId = await openAccount()
  const created = []
  for (let n = 0; n < 25; n += 1) created.push(await recordEvent({ accountId, url: shop.url }))
  await deliveries.runUntilIdle()
  const tried = shop.notices.length
  assert.ok(
    tried >= 10 && tried <= 13,
    `${tried} tries: ten, and what was under way beside the tenth`,
  )
  await pass(50_000)
  assert.equal(await deliveries.runUntilIdle(), 0)
  await pass(10_000)
  assert.equal(await deliveries.runUntilIdle(), 1)
  const [parked] = await sql<
    { n: number }[]
  >`select count(*)::int as n from deliveries where account_id = ${accountId} and attempts = 0`
  assert.ok(parked && parked.n >= 11)
  isDown = false
  await pass(60_000)
  await deliveries.runUntilIdle()
  const [left] = await sql`
      select count(*)::int as n
      from deliveries
      where account_id = ${accountId} and state <> 'delivered'`
  assert.equal(left?.n, 0)
})

test('a stopping worker finishes its current attempts and releases the rest', async (t) => {
  const { deliveries } = open(t)
  let release = () => {}
  const shop = await openReceiver(t, (_notice, response) => {
    release = () => response.writeHead(200).end()
  })
  const accountId = await openAccount()
  const objectId = newUuid()
  const first = await recordEvent({ accountId, url: shop.url, objectId, sequence: 1 })
  const second = await recordEvent({ accountId, url: shop.url, objectId, sequence: 2 })
  void deliveries.runUntilIdle()
  await shop.received(1)
  const stopped = deliveries.stop()
  release()
  await stopped
  assert.equal((await deliveryOf(first.id)).state, 'delivered')
  const row = await deliveryOf(second.id)
  assert.deepEqual([row.state, row.attempts, row.lease_ends_at], ['waiting', 0, null])
  assert.equal(shop.notices.length, 1)
})

test('a private address is not called, and the result says only that', async (t) => {
  const { deliveries } = open(t)
  const delivery = await recordEvent({ accountId: await openAccount(), url: 'http://127.0.0.2:9/' })
  await deliveries.runUntilIdle()
  const row = await deliveryOf(delivery.id)
  assert.deepEqual(
    [row.state, row.last_status, row.last_error],
    ['waiting', null, 'destination not allowed'],
  )
})

test('while its secret is replaced, notices verify under both secrets', async (t) => {
  const { deliveries } = open(t)
  const shop = await openReceiver(t)
  const accountId = await openAccount()
  const ground = { sql, vault, clock, actor: gatewayActor }
  const before = await webhookSecretOf(ground, accountId)
  const rotation = await rotateWebhookSecret(ground, accountId)
  assert(rotation.kind === 'rotated')
  await recordEvent({ accountId, url: shop.url })
  await deliveries.runUntilIdle()
  const [notice] = shop.notices
  assert(notice)
  for (const secret of [before, rotation.secret])
    new Webhook(secret).verify(notice.body, notice.headers)
})
