import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { through } from '../kit/api-process.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { sendRaw } from '../kit/raw-http.ts'
import { openSecondServer } from '../kit/second-server.ts'
import type { Shop } from '../kit/shop.ts'

/*
 * The time limit of a response (docs/design/rules.md#d4), here shorter than the time that an
 * acquirer has.
 */

let world: World
let shop: Shop
let hurried: Shop
let server: Awaited<ReturnType<typeof openSecondServer>>
before(async () => {
  world = await openWorld({ GUICHE_ACQUIRER_CALL_MS: '6000' })
  shop = await world.openShop()
  server = await openSecondServer(world, { answerMs: 2_000 })
  hurried = through(world, shop, server.baseUrl)
})
after(async () => {
  await server.close()
  await world.close()
})

const path = '/api/user/transactions'
const card = {
  number: '4111111111111111',
  holderName: 'ANA',
  expirationMonth: 12,
  expirationYear: 2031,
  cvv: '123',
}

/** Repeats a request under its key until its work has ended. */
async function repeated(order: object, key: string) {
  for (;;) {
    const answer = await shop.call('POST', path, order, { 'idempotency-key': key })
    if (answer.http !== 409) return answer
  }
}

test('D4: a sale is 503 at the time limit, and its key then returns the sale', async () => {
  await shop.control('POST', '/faults', {
    provider: 'cielo',
    operation: 'sale',
    fault: 'timeout-after',
  })
  const order = { amount: 4_321, paymentMethod: 'CREDIT_CARD', card, customer: { name: 'Ana' } }
  const late = await hurried.call('POST', path, order, { 'idempotency-key': 'late-sale' })
  assert.deepEqual([late.http, late.body.error?.code], [503, 'answer-timeout'])
  assert.equal(late.headers.get('retry-after'), '2')
  const found = await repeated(order, 'late-sale')
  assert.equal(found.http, 200)
  assert.equal(found.headers.get('idempotent-replayed'), 'true')
  assert.equal(found.body.data.status, 'WAITING_PAYMENT')
  const { data } = (await shop.call<unknown[]>('GET', path)).body
  assert.equal(data.length, 1)
  assert.equal(
    (await shop.calls({ provider: 'cielo', operation: 'sale', amount: 4_321 })).length,
    1,
  )
})

test('D4: after failed work and a 503 the key is free, and a retry does the work', async () => {
  await shop.control('POST', '/faults', {
    ...{ provider: 'pix', operation: 'cob.create', fault: 'timeout-before', times: 1 },
  })
  const order = { amount: 1_234, paymentMethod: 'PIX' }
  const late = await hurried.call('POST', path, order, { 'idempotency-key': 'late-pix' })
  assert.deepEqual([late.http, late.body.error?.code], [503, 'answer-timeout'])
  const answers: number[] = []
  while (answers.at(-1) !== 200) answers.push((await repeated(order, 'late-pix')).http)
  assert.ok(
    answers.slice(0, -1).every((http) => http === 503),
    `${answers}`,
  )
  const { data } = (await shop.call<{ amount: number }[]>('GET', path)).body
  assert.equal(data.filter(({ amount }) => amount === 1_234).length, 1)
})

test('D4: a request that waits for events gets a 503 at the limit too', async () => {
  // The sales of the other shop have events still to come.
  const quiet = through(world, await world.openShop(), server.baseUrl)
  const waiting = await quiet.call('GET', '/api/user/events?after=now&wait=20')
  assert.deepEqual([waiting.http, waiting.body.error?.code], [503, 'answer-timeout'])
})

test('D4: a body that is incomplete at the limit gets a 408', async () => {
  const authorization = `Basic ${Buffer.from(`x:${shop.secretKey}`).toString('base64')}`
  const slow = await sendRaw(
    hurried.baseUrl,
    `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"amount"`,
  )
  const { error } = JSON.parse(slow.body) as { error: { code: string } }
  assert.deepEqual(
    [slow.status, error.code, slow.headers.connection],
    [408, 'request-timeout', 'close'],
  )
})
