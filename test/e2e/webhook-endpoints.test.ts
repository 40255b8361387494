import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, before, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { openWorld, type World } from '../kit/gateway.ts'
import { openReceiver } from '../kit/receiver.ts'
import type { Shop } from '../kit/shop.ts'
import { timeLimit } from '../kit/time-limit.ts'

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

interface EndpointShown {
  readonly id: string
  readonly url: string
  readonly status: string
  readonly pausedReason: string | null
  readonly events: readonly string[]
  readonly secret: string
  readonly failingSince: string | null
}
interface DeliveryShown {
  readonly id: string
  readonly eventId: string
  readonly type: string
  readonly objectId: string
  readonly endpointId: string | null
  readonly state: string
  readonly attempts: number
  readonly tries: readonly {
    readonly number: number
    readonly status: number | null
    readonly answer: string | null
  }[]
}
interface FeedShown {
  readonly data: readonly {
    readonly id: string
    readonly position: number
    readonly type: string
    readonly objectId: string
    readonly payload: unknown
  }[]
  readonly feed: { readonly next: string; readonly last: number }
}

const endpoints = '/api/user/webhooks/endpoints'
const aPix = {
  paymentMethod: 'PIX',
  amount: 1990,
  customer: { name: 'Ana Teste', email: 'ana@example.com' },
}

async function openEndpoint(shop: Shop, given: object) {
  const { body, http, text } = await shop.call<EndpointShown>('POST', endpoints, given)
  assert.equal(http, 200, text)
  return body.data
}

const change = async (shop: Shop, id: string, given: object) =>
  (await shop.call<EndpointShown>('PATCH', `${endpoints}/${id}`, given)).body.data

const deliveriesOf = async (shop: Shop, query = '') =>
  (await shop.call<readonly DeliveryShown[]>('GET', `/api/user/webhooks/deliveries${query}`)).body
    .data

const feedOf = async (shop: Shop, query = '') =>
  (await shop.call('GET', `/api/user/events${query}`)).body as unknown as FeedShown

async function receiverFor(t: { after(work: () => Promise<void>): void }) {
  const receiver = await openReceiver()
  t.after(() => receiver.close())
  return receiver
}

test('an endpoint receives its events after its creation, with its own signature', async (t) => {
  const shop = await world.openShop()
  const mine = await receiverFor(t)
  const before = await shop.sell(aPix)
  const all = await openEndpoint(shop, { url: `${mine.url}/all` })
  const paidOnly = await openEndpoint(shop, {
    url: `${mine.url}/paid`,
    events: ['transaction.paid', 'webhook_endpoint.*'],
  })
  const sale = await shop.sell(aPix)
  await shop.pay(sale.pix?.qrcode ?? '')
  const received = await mine.of(sale.id, 3)
  assert.deepEqual(received.map(({ path, body }) => [path, body.data.status]).sort(), [
    ['/all', 'PAID'],
    ['/all', 'WAITING_PAYMENT'],
    ['/paid', 'PAID'],
  ])
  for (const { path, raw, headers } of received) {
    const own = path === '/all' ? all : paidOnly
    const other = path === '/all' ? paidOnly : all
    assert.deepEqual(
      new Webhook(own.secret).verify(raw, headers as Record<string, string>),
      JSON.parse(raw),
    )
    assert.throws(() => new Webhook(other.secret).verify(raw, headers as Record<string, string>))
  }
  assert.equal((await shop.webhooks(sale.id, 2)).length, 2, 'its postbackUrl is notified as well')
  assert.equal(mine.all.filter(({ body }) => body.objectId === before.id).length, 0)
})

test('a secret is shown once: neither list nor lookup has it', async (t) => {
  const shop = await world.openShop()
  const { url } = await receiverFor(t)
  const { secret, id } = await openEndpoint(shop, { url })
  for (const path of [endpoints, `${endpoints}/${id}`]) {
    const { text } = await shop.call('GET', path)
    assert.ok(text.includes(id) && !text.includes(secret.slice(6)))
  }
})

test('creating one twice with one key makes one, and shows the same secret', async (t) => {
  const shop = await world.openShop()
  const { url } = await receiverFor(t)
  const key = { 'idempotency-key': 'endereço-1'.normalize('NFD').replace(/[^\x20-\x7e]/g, '') }
  const [first, second] = [
    await shop.call<EndpointShown>('POST', endpoints, { url }, key),
    await shop.call<EndpointShown>('POST', endpoints, { url }, key),
  ]
  assert.equal(second.headers.get('idempotent-replayed'), 'true')
  assert.equal(second.text, first.text)
  assert.equal((await shop.call<unknown[]>('GET', endpoints)).body.data.length, 1)
})

test('a stored response opens in the row of its own key only', async (t) => {
  const shop = await world.openShop()
  const { url } = await receiverFor(t)
  const create = (key: string, path: string) =>
    shop.call<EndpointShown>('POST', endpoints, { url: url + path }, { 'idempotency-key': key })
  const first = await create('first', '/1')
  const second = await create('second', '/2')
  const rows = await world.app.sql<{ digest: Buffer; body: string }[]>`
    select key_digest as digest, answer_body as body from idempotency_keys
    where account_id = ${shop.accountId}
    order by created_at`
  const [of, to] = rows
  assert.ok(of && to && rows.length === 2)
  await world.app.sql`
    update idempotency_keys set answer_body = ${of.body}
    where account_id = ${shop.accountId} and key_digest = ${to.digest}`
  assert.equal((await create('first', '/1')).text, first.text)
  const copied = await create('second', '/2')
  assert.equal(copied.http, 500, copied.text)
  for (const { body } of [first, second]) assert.ok(!copied.text.includes(body.data.secret))
})

const refused: { name: string; body: object; code: string }[] = [
  {
    name: 'an address inside a private network',
    body: { url: 'http://10.0.0.7/hook' },
    code: 'webhook-url-invalid',
  },
  {
    name: 'an address with a password',
    body: { url: 'https://a:b@loja.example/' },
    code: 'webhook-url-invalid',
  },
  { name: 'no address', body: {}, code: 'validation-failed' },
  {
    name: 'a type that does not exist',
    body: { url: 'https://loja.example/', events: ['transaction.paidd'] },
    code: 'validation-failed',
  },
  {
    name: 'a type that is not public',
    body: { url: 'https://loja.example/', events: ['transaction.created'] },
    code: 'validation-failed',
  },
  {
    name: 'an empty filter',
    body: { url: 'https://loja.example/', events: [] },
    code: 'validation-failed',
  },
]
for (const { name, body, code } of refused) {
  test(`${name} is refused when an endpoint is created`, async () => {
    const shop = await world.openShop()
    const answer = await shop.call('POST', endpoints, body)
    assert.deepEqual([answer.http, answer.body.error?.code], [400, code])
  })
}

test('an account has 16 endpoints at most, and deleting one makes room', async () => {
  const shop = await world.openShop()
  const made = []
  for (let n = 0; n < 16; n += 1)
    made.push(await openEndpoint(shop, { url: `https://loja.example/${n}` }))
  const full = await shop.call('POST', endpoints, { url: 'https://loja.example/16' })
  assert.deepEqual([full.http, full.body.error?.code], [409, 'webhook-endpoint-limit'])
  await shop.call('DELETE', `${endpoints}/${made[3]?.id}`)
  await openEndpoint(shop, { url: 'https://loja.example/16' })
})

test('one account sees and touches nothing of another', async (t) => {
  const [mine, other] = [await world.openShop(), await world.openShop()]
  const { url } = await receiverFor(t)
  const { id } = await openEndpoint(mine, { url })
  const sale = await mine.sell(aPix)
  const [event] = (await feedOf(mine)).data
  const [delivery] = await deliveriesOf(mine, `?objectId=${sale.id}`)
  for (const [method, path] of [
    ['GET', `${endpoints}/${id}`],
    ['PATCH', `${endpoints}/${id}`],
    ['DELETE', `${endpoints}/${id}`],
    ['POST', `${endpoints}/${id}/ping`],
    ['POST', `${endpoints}/${id}/secret/rotate`],
    ['GET', `/api/user/events/${event?.id}`],
    ['POST', `/api/user/events/${event?.id}/resend`],
    ['GET', `/api/user/webhooks/deliveries/${delivery?.id}`],
    ['POST', `/api/user/webhooks/deliveries/${delivery?.id}/redeliver`],
  ] as const) {
    assert.equal(
      (await other.call(method, path, method === 'GET' ? undefined : {})).http,
      404,
      `${method} ${path}`,
    )
  }
  assert.deepEqual(await deliveriesOf(other), [])
  assert.deepEqual((await feedOf(other)).data, [])
})

test('a paused endpoint gets nothing and loses nothing', async (t) => {
  const shop = await world.openShop()
  const mine = await receiverFor(t)
  const { id } = await openEndpoint(shop, { url: mine.url })
  assert.equal((await change(shop, id, { status: 'paused' })).pausedReason, 'requested')
  const sales = [await shop.sell(aPix), await shop.sell(aPix)]
  await shop.pay(sales[0]?.pix?.qrcode ?? '')
  await shop.webhooks(sales[0]?.id ?? '', 2)
  assert.deepEqual(
    (await deliveriesOf(shop, `?endpointId=${id}`)).map(({ state }) => state),
    ['held', 'held', 'held'],
  )
  assert.equal(mine.all.length, 0)
  assert.equal((await change(shop, id, { status: 'active' })).pausedReason, null)
  const received = await mine.of(sales[0]?.id ?? '', 2)
  assert.deepEqual(
    received.map(({ body }) => body.data.status),
    ['WAITING_PAYMENT', 'PAID'],
  )
  await mine.of(sales[1]?.id ?? '', 1)
})

test('what waits follows an endpoint to its new address, in order', async (t) => {
  const shop = await world.openShop()
  const [old, next] = [await receiverFor(t), await receiverFor(t)]
  const { id } = await openEndpoint(shop, { url: old.url })
  old.answerWith(...Array.from({ length: 100 }, () => 500))
  const sale = await shop.sell(aPix)
  await shop.pay(sale.pix?.qrcode ?? '')
  await shop.webhooks(sale.id, 2)
  await old.of(sale.id, 1)
  await change(shop, id, { url: `${next.url}/novo` })
  assert.deepEqual(
    (await next.of(sale.id, 2)).map(({ path, body }) => [path, body.data.status]),
    [
      ['/novo', 'WAITING_PAYMENT'],
      ['/novo', 'PAID'],
    ],
  )
  // A busy machine may have tried the old address again before the change.
  assert.ok(old.all.every(({ body }) => body.data.status === 'WAITING_PAYMENT'))
})

test('an endpoint that returns 410 is paused, and its events are held', async (t) => {
  const shop = await world.openShop()
  const mine = await receiverFor(t)
  const { id } = await openEndpoint(shop, { url: mine.url })
  mine.answerWith(410)
  const first = await shop.sell(aPix)
  await mine.of(first.id, 1)
  const deadline = timeLimit()
  const shown = async () => (await shop.call<EndpointShown>('GET', `${endpoints}/${id}`)).body.data
  while ((await shown()).status !== 'paused') deadline.throwIfAborted()
  assert.equal((await shown()).pausedReason, 'gone')
  const second = await shop.sell(aPix)
  assert.deepEqual(
    (await deliveriesOf(shop, `?endpointId=${id}`)).map(({ objectId, state }) => [objectId, state]),
    [
      [second.id, 'held'],
      [first.id, 'stopped'],
    ],
  )
  await change(shop, id, { status: 'active' })
  await mine.of(second.id, 1)
})

test('a deleted endpoint gets nothing more, and the log of what it got stays', async (t) => {
  const shop = await world.openShop()
  const mine = await receiverFor(t)
  const { id } = await openEndpoint(shop, { url: mine.url })
  const sale = await shop.sell(aPix)
  await mine.of(sale.id, 1)
  await shop.call('DELETE', `${endpoints}/${id}`)
  const later = await shop.sell(aPix)
  await shop.webhooks(later.id, 1)
  assert.equal(mine.all.length, 1)
  assert.equal((await shop.call('GET', `${endpoints}/${id}`)).http, 404)
  assert.equal((await deliveriesOf(shop, `?endpointId=${id}`)).length, 1)
})

test('a ping returns the response of the endpoint, and is not stored', async (t) => {
  const shop = await world.openShop()
  const mine = await receiverFor(t)
  const { id, secret } = await openEndpoint(shop, { url: mine.url })
  const ping = async () =>
    (await shop.call<{ delivered: boolean; status: number }>('POST', `${endpoints}/${id}/ping`))
      .body.data
  assert.deepEqual([(await ping()).delivered, mine.all.length], [true, 1])
  const [notice] = mine.all
  assert.ok(notice)
  assert.deepEqual(
    (
      new Webhook(secret).verify(notice.raw, notice.headers as Record<string, string>) as {
        type: string
      }
    ).type,
    'ping',
  )
  mine.answerWith(503)
  assert.deepEqual([(await ping()).delivered, (await ping()).status], [false, 200])
  assert.deepEqual(await deliveriesOf(shop), [])
})

test('every attempt is recorded with the response of the receiver', async (t) => {
  const shop = await world.openShop()
  const server = createServer((_request, response) =>
    response.writeHead(422).end('pedido desconhecido; cartao 4111111111111111'),
  )
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  t.after(() => new Promise((done) => server.close(done)))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  await openEndpoint(shop, { url })
  const sale = await shop.sell(aPix)
  const deadline = timeLimit()
  const last = async () =>
    (await deliveriesOf(shop, `?objectId=${sale.id}&state=waiting`)).find(
      ({ attempts }) => attempts >= 1,
    )
  let found = await last()
  while (!found) {
    deadline.throwIfAborted()
    found = await last()
  }
  const detail = (
    await shop.call<DeliveryShown>('GET', `/api/user/webhooks/deliveries/${found.id}`)
  ).body.data
  // A busy machine may read it after the second one.
  assert.ok(detail.tries.length >= 1)
  assert.deepEqual(
    detail.tries.map(({ number, status, answer }) => [number, status, answer]),
    detail.tries.map((_, index) => [index + 1, 422, 'pedido desconhecido; cartao [number]']),
  )
})

test('deliveries and events are sent again with the same id and bytes', async (t) => {
  const shop = await world.openShop()
  const mine = await receiverFor(t)
  const { id } = await openEndpoint(shop, { url: mine.url })
  const sale = await shop.sell(aPix)
  await mine.of(sale.id, 1)
  await shop.webhooks(sale.id, 1)
  const deadline = timeLimit()
  while ((await deliveriesOf(shop, '?state=delivered')).length < 2) deadline.throwIfAborted()
  const [delivery] = await deliveriesOf(shop, `?endpointId=${id}`)
  assert.equal(
    (await shop.call('POST', `/api/user/webhooks/deliveries/${delivery?.id}/redeliver`)).http,
    200,
  )
  await mine.of(sale.id, 2)
  // The receiver has it before its 200 is recorded, and a delivery under way does not begin anew.
  while ((await deliveriesOf(shop, '?state=delivered')).length < 2) deadline.throwIfAborted()
  const resent = await shop.call('POST', `/api/user/events/${delivery?.eventId}/resend`)
  assert.deepEqual(resent.body.data, { redelivered: 2 } as unknown)
  await mine.of(sale.id, 3)
  await shop.webhooks(sale.id, 2)

  mine.answerWith(...Array.from({ length: 9 }, () => 500))
  const failed = await shop.sell(aPix)
  await mine.of(failed.id, 1)
  const tries = async () =>
    (await deliveriesOf(shop, `?endpointId=${id}&objectId=${failed.id}`))[0]?.attempts ?? 0
  while ((await tries()) < 1) deadline.throwIfAborted()
  const since = new Date(world.app.clock.now().getTime() - 86_400_000).toISOString()
  const again = await shop.call('POST', '/api/user/webhooks/redeliveries', { failedSince: since })
  assert.deepEqual(again.body.data, { redelivered: 1 } as unknown)
  await mine.of(failed.id, 2)
  for (const { id: objectId } of [sale, failed]) {
    const copies = mine.all.filter(({ body }) => body.objectId === objectId)
    assert.equal(
      new Set(copies.map(({ headers, raw }) => `${headers['webhook-id']} ${raw}`)).size,
      1,
    )
  }
})

test('an event from before an endpoint can still be sent to it', async (t) => {
  const shop = await world.openShop()
  const mine = await receiverFor(t)
  const sale = await shop.sell(aPix)
  const { id } = await openEndpoint(shop, { url: mine.url })
  const [event] = (await feedOf(shop)).data
  const answer = await shop.call('POST', `/api/user/events/${event?.id}/resend`, { endpointId: id })
  assert.deepEqual(answer.body.data, { redelivered: 1 } as unknown)
  await mine.of(sale.id, 1)
})

test('redelivering everything must be requested explicitly', async () => {
  const shop = await world.openShop()
  const answer = await shop.call('POST', '/api/user/webhooks/redeliveries', {})
  assert.deepEqual([answer.http, answer.body.error?.code], [400, 'validation-failed'])
})

test('the feed has every public event with the same bodies, and can wait', async () => {
  const shop = await world.openShop()
  const start = await feedOf(shop, '?after=now')
  const waiting = feedOf(shop, `?after=${start.feed.next}&wait=20`)
  const sale = await shop.sell(aPix)
  const first = await waiting
  assert.deepEqual(
    first.data.map(({ objectId, type }) => [objectId, type]),
    [[sale.id, 'transaction.waiting_payment']],
  )
  await shop.pay(sale.pix?.qrcode ?? '')
  const reported = await shop.webhooks(sale.id, 2)
  const { data } = await feedOf(shop, `?after=${start.feed.next}`)
  assert.deepEqual(
    data.map(({ payload }) => JSON.stringify(payload)),
    reported.map(({ raw }) => raw),
  )
})

test('a card’s draft and the bookkeeping of its attempts are not notified', async () => {
  const shop = await world.openShop()
  const sale = await shop.sell({
    paymentMethod: 'CREDIT_CARD',
    amount: 5000,
    customer: { name: 'Ana Teste', document: { number: '11144477735', type: 'CPF' } },
    card: {
      number: '4024007153760011',
      holderName: 'ANA TESTE',
      expirationMonth: 12,
      expirationYear: 2031,
      cvv: '123',
    },
  })
  await shop.webhooks(sale.id, 1)
  assert.deepEqual(
    (await feedOf(shop)).data.map(({ position, type }) => [position, type]),
    [[1, 'transaction.paid']],
  )
})

test('an address that fails for five days is reported once', async (t) => {
  const shop = await world.openShop()
  const [broken, well] = [await receiverFor(t), await receiverFor(t)]
  await openEndpoint(shop, { url: broken.url })
  await openEndpoint(shop, { url: well.url, events: ['webhook_endpoint.failing'] })
  broken.answerWith(...Array.from({ length: 500 }, () => 500))
  await shop.sell(aPix)
  for (let day = 0; day < 6; day += 1) {
    await shop.advance('P1D')
    await shop.sell(aPix)
    await shop.advance('PT10M')
  }
  const { data } = await feedOf(shop, '?types=webhook_endpoint.*')
  assert.equal(data.length, 1)
  const [reported] = data
  assert.ok(reported)
  assert.deepEqual((reported.payload as { data: { address: string } }).data.address, broken.url)
  await well.of(reported.objectId, 1)
  const shown = (await shop.call<EndpointShown[]>('GET', endpoints)).body.data.find(
    ({ url }) => url === broken.url,
  )
  assert.ok(shown?.failingSince)
})
