import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { inspect } from 'node:util'
import {
  Guiche,
  GuicheConnectionError,
  GuicheError,
  isGuicheError,
  type SentRequest,
} from '../../sdk/server/src/server.ts'
import { type NetworkFault, openFailingProxy } from '../kit/failing-proxy.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { reservePort } from '../kit/reserve-port.ts'
import type { Shop } from '../kit/shop.ts'
import { until } from '../kit/time-limit.ts'

let world: World
let shop: Shop
let proxy: Awaited<ReturnType<typeof openFailingProxy>>
before(async () => {
  world = await openWorld()
  shop = await world.openShop()
  proxy = await openFailingProxy(world.baseUrl)
})
after(async () => {
  await proxy.close()
  await world.close()
})

const sent: SentRequest[] = []
const open = (options: object = {}) =>
  new Guiche({
    secretKey: shop.secretKey,
    baseUrl: proxy.url,
    language: 'en',
    onRequest: (request) => void sent.push(request),
    ...options,
  })
const order = (externalRef: string) => ({
  amount: 1990,
  paymentMethod: 'PIX' as const,
  externalRef,
})
const salesOf = async (externalRef: string) =>
  (await shop.call<unknown[]>('GET', `/api/user/transactions?externalRef=${externalRef}`)).body.data
    .length

let count = 0
async function whileFailing<Result>(faults: readonly NetworkFault[], act: () => Promise<Result>) {
  proxy.failWith(...faults)
  const from = proxy.requests.length
  sent.length = 0
  const result = await act()
  return { result, requests: proxy.requests.slice(from) }
}

for (const fault of ['reset-before', 'reset-after', 'silent-after', '503', '502-after'] as const) {
  test(`after ${fault}, a sale is repeated with its key and has one effect`, async () => {
    const externalRef = `retry-${++count}`
    const { result, requests } = await whileFailing([fault], () =>
      open({ timeoutMs: fault === 'silent-after' ? 6_000 : 20_000 }).transactions.create(
        order(externalRef),
      ),
    )
    assert.equal(result.status, 'WAITING_PAYMENT')
    assert.equal(await salesOf(externalRef), 1)
    assert.equal(requests.length, 2)
    assert.equal(new Set(requests.map(({ key }) => key)).size, 1)
    assert.match(requests[0]?.key ?? '', /^[0-9a-f-]{36}$/)
    const [first, second] = requests
    const waitedMs = (second?.atMs ?? 0) - (first?.atMs ?? 0)
    assert.ok(waitedMs >= (fault === '503' ? 1_000 : 250), `${waitedMs} ms`)
    const wasDone = fault.endsWith('-after')
    assert.equal(sent.at(-1)?.isReplayed, wasDone)
  })
}

test('money leaves once, although the response is lost twice', async () => {
  const sale = await shop.sell({ paymentMethod: 'PIX', amount: 50_000 })
  await shop.pay(sale.pix?.qrcode ?? '')
  await shop.webhooks(sale.id, 2)
  const cashout = { amount: 1_000, pixKey: '+5561912345678' }
  const { result } = await whileFailing(['reset-after', 'reset-after'], () =>
    open().cashouts.create(cashout),
  )
  const refund = await whileFailing(['reset-after', '502-after'], () =>
    open().transactions.refund(sale.id, { amount: 100 }),
  )
  assert.equal(refund.result.refunds.length, 1)
  const all = await open().cashouts.list().take(10)
  assert.deepEqual(
    all.map(({ id }) => id),
    [result.id],
  )
})

test('a removed endpoint whose response was lost counts as removed', async () => {
  const guiche = open()
  const { id } = await guiche.webhooks.endpoints.create({ url: `${world.receiver.url}/gone` })
  await whileFailing(['reset-after'], () => guiche.webhooks.endpoints.remove(id))
  await assert.rejects(guiche.webhooks.endpoints.remove(crypto.randomUUID()), { status: 404 })
})

test('without a response the outcome is unknown, and the key of the error asks', async () => {
  const externalRef = `retry-${++count}`
  const faults = Array<NetworkFault>(2).fill('reset-after')
  const guiche = open({ maxRetries: 1 })
  const error = await whileFailing(faults, () =>
    guiche.transactions.create(order(externalRef)).then(
      () => undefined,
      (cause: unknown) => cause,
    ),
  ).then(({ result }) => result)
  assert.ok(error instanceof GuicheConnectionError)
  const { mayHaveHappened, attempts, reason, idempotencyKey } = error
  assert.deepEqual([mayHaveHappened, attempts, reason], [true, 2, 'network'])
  assert.match(error.message, /after 2 attempts \(ECONNRESET\)\. The outcome is unknown\. Repeat/)
  assert.ok(error.message.includes(`idempotencyKey: '${idempotencyKey}'`))
  const sale = await guiche.transactions.create(order(externalRef), { idempotencyKey })
  assert.equal(sale.externalRef, externalRef)
  assert.equal(await salesOf(externalRef), 1)
})

test('a gateway that does not listen has done nothing, and the error says so', async () => {
  const guiche = open({ baseUrl: `http://127.0.0.1:${await reservePort()}`, maxRetries: 1 })
  await assert.rejects(guiche.transactions.create(order('never')), (error: unknown) => {
    assert.ok(error instanceof GuicheConnectionError)
    assert.equal(error.mayHaveHappened, false)
    assert.match(error.message, /ECONNREFUSED.*Nothing was changed/)
    return true
  })
})

test('a rejected call is sent once, and its error is narrowed by code', async () => {
  const { result, requests } = await whileFailing([], () =>
    open()
      .transactions.create({ ...order('bad'), amount: -1 })
      .catch((cause: unknown) => cause),
  )
  assert.equal(requests.length, 1)
  assert.ok(result instanceof GuicheError)
  assert.ok(isGuicheError(result, 'card-expired', 'validation-failed'))
  const code: 'card-expired' | 'validation-failed' = result.code
  assert.equal(code, 'validation-failed')
  assert.equal(isGuicheError(result, 'card-expired'), false)
  assert.deepEqual([result.status, result.field, result.mayHaveHappened], [400, 'amount', false])
  assert.ok(result.issues.some(({ field }) => field === 'amount'))
  assert.match(result.docs ?? '', /\/docs\/errors/)
  assert.match(result.requestId ?? '', /^[0-9a-f-]{36}$/)
})

test('a page of a proxy is no response of the gateway', async () => {
  const faults = Array<NetworkFault>(4).fill('502-after')
  await assert.rejects(
    whileFailing(faults, () => open({ maxRetries: 1 }).transactions.create(order('proxy'))),
    { name: 'GuicheError', code: 'unexpected-response', status: 502, mayHaveHappened: true },
  )
})

test('a wait that does not fit into the time of the call is not begun', async () => {
  const from = proxy.requests.length
  await assert.rejects(
    whileFailing(['503-for-a-minute'], () => open({ totalTimeoutMs: 30_000 }).wallet.balance()),
    { name: 'GuicheError', status: 503, mayHaveHappened: false },
  )
  assert.equal(proxy.requests.length - from, 1)
})

test('a feed waits as long as Retry-After says before it asks again', async () => {
  const stop = new AbortController()
  const from = proxy.requests.length
  const faults = Array<NetworkFault>(999).fill('503-for-a-minute')
  const guiche = open({ totalTimeoutMs: 30_000 })
  await whileFailing(faults, async () => {
    const first = guiche.events.feed({ signal: stop.signal }).next()
    await until('the first request failed', () => sent.length > 0)
    for (let calls = 0; calls < 20; calls += 1) await shop.call('GET', '/api/user/wallet/balance')
    assert.equal(proxy.requests.length - from, 1)
    stop.abort()
    assert.deepEqual(await first, { value: undefined, done: true })
  })
})

test('a logger that throws does not replace the result of a payment', async () => {
  const onRequest = () => {
    throw new Error('the disk of the log is full')
  }
  const { result } = await whileFailing([], () =>
    open({ onRequest }).transactions.create(order('logged')),
  )
  assert.equal(result.externalRef, 'logged')
})

test('the time of the whole call ends it, with a silent gateway too', async () => {
  const faults = Array<NetworkFault>(9).fill('silent-after')
  await assert.rejects(
    whileFailing(faults, () =>
      open({ timeoutMs: 300, totalTimeoutMs: 1_500 }).transactions.create(order('slow')),
    ),
    { name: 'GuicheConnectionError', reason: 'timeout', mayHaveHappened: true },
  )
})

test('a signal ends a call and its waits at once', async () => {
  const stop = new AbortController()
  // More than one, because a late request of the call before may still take the first.
  const faults = Array<NetworkFault>(9).fill('503-for-a-minute')
  const call = whileFailing(faults, () =>
    open({ totalTimeoutMs: 120_000 }).wallet.balance({}, { signal: stop.signal }),
  )
  const ended = assert.rejects(call, {
    name: 'GuicheConnectionError',
    reason: 'aborted',
    attempts: 1,
  })
  await until('the first attempt failed', () => sent.length === 1)
  const begin = performance.now()
  stop.abort()
  await ended
  assert.ok(performance.now() - begin < 30_000, 'the wait of a minute was cut')
  await assert.rejects(open().wallet.balance({}, { signal: stop.signal }), {
    name: 'GuicheConnectionError',
    reason: 'aborted',
    mayHaveHappened: false,
    attempts: 0,
  })
})

test('no text of the client has the key, and a wrong one is refused at once', async () => {
  assert.ok(!inspect(open(), { depth: 9, showHidden: true }).includes(shop.secretKey))
  for (const options of [
    { secretKey: shop.publicKey },
    { secretKey: '' },
    { baseUrl: 'loja.com.br' },
    { timeoutMs: 0 },
    { maxRetries: -1 },
  ])
    assert.throws(() => open(options), TypeError)
  assert.throws(() => open().transactions.get(''), TypeError)
  await assert.rejects(
    open().transactions.create(order('x'), { idempotencyKey: 'ação' }),
    TypeError,
  )
})
