import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import type { TimelineStep } from '../../contract/transaction.ts'
import { readBrCode } from '../../src/brazil/br-code.ts'
import { webhookSecretOf } from '../../src/webhooks/secrets.ts'
import { advanceToHour } from '../kit/calendar.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import type { Shop } from '../kit/shop.ts'

let world: World
let shop: Shop
before(async () => {
  world = await openWorld()
  shop = await world.openShop()
})
after(() => world.close())

const pix = { paymentMethod: 'PIX', amount: 19_90 }

test('a PIX is created, paid at the payer’s bank, notified and PAID', async () => {
  const sale = await shop.sell({ ...pix, externalRef: 'pedido-1', metadata: { z: 1, a: 'x' } })
  assert.equal(sale.status, 'WAITING_PAYMENT')
  const code = readBrCode(sale.pix?.qrcode ?? '')
  assert.ok(code.ok && sale.pix?.qrcode.startsWith('000201'))

  const payment = await shop.pay(sale.pix?.qrcode ?? '')
  assert.equal(payment.http, 200)
  const [created, paid] = await shop.webhooks(sale.id, 2)
  assert.equal(created?.body.data.status, 'WAITING_PAYMENT')
  assert.equal(paid?.body.data.status, 'PAID')
  assert.equal(paid?.body.type, 'transaction')

  const secret = await webhookSecretOf(world.app, shop.accountId)
  const headers = Object.fromEntries(
    Object.entries(paid?.headers ?? {}).map(([name, value]) => [name, value ?? '']),
  )
  assert.deepEqual(new Webhook(secret).verify(paid?.raw ?? '', headers), paid?.body)

  const found = await shop.find(sale.id)
  assert.equal(found.status, 'PAID')
  assert.equal(found.endToEndId, payment.body.endToEndId)
  assert.deepEqual(found.metadata, { z: 1, a: 'x' })
  assert.deepEqual(paid?.body.data, found, 'the webhook carries the very answer a lookup gives')
})

test('an unpaid PIX is CANCELED when it expires, and can not be paid any more', async () => {
  const sale = await shop.sell({ ...pix, pix: { expiresInSeconds: 600 } })
  await shop.advance('PT11M')
  assert.equal((await shop.find(sale.id)).status, 'CANCELED')
  const late = await shop.pay(sale.pix?.qrcode ?? '')
  assert.notEqual(late.http, 200)
  const notices = await shop.webhooks(sale.id, 2)
  assert.deepEqual(
    notices.map(({ body }) => body.data.status),
    ['WAITING_PAYMENT', 'CANCELED'],
  )
})

test('a PIX paid in time whose callback was lost is still PAID, not canceled', async () => {
  const sale = await shop.sell({ ...pix, pix: { expiresInSeconds: 600 } })
  await shop.control('POST', '/faults', {
    provider: 'pix',
    operation: 'callback',
    fault: 'callback-lost',
    times: 1,
  })
  await shop.pay(sale.pix?.qrcode ?? '')
  await shop.advance('PT11M')
  assert.equal((await shop.find(sale.id)).status, 'PAID')
})

test('a payment whose notice could not be confirmed at once is PAID soon', async () => {
  const sale = await shop.sell({ ...pix, pix: { expiresInSeconds: 86_400 } })
  await shop.advance('PT3H')
  await shop.control('POST', '/faults', {
    ...{ provider: 'pix', operation: 'cob.get', fault: 'error-503', times: 1 },
  })
  await shop.pay(sale.pix?.qrcode ?? '')
  await shop.advance('PT2M')
  assert.equal((await shop.find(sale.id)).status, 'PAID')
})

test('money after expiry makes a CANCELED transaction PAID by the bank’s record', async () => {
  const sale = await shop.sell({ ...pix, pix: { expiresInSeconds: 600 } })
  await shop.advance('PT11M')
  assert.equal((await shop.find(sale.id)).status, 'CANCELED')
  const late = await shop.pay(sale.pix?.qrcode ?? '', { force: true })
  assert.equal(late.http, 200)
  const notices = await shop.webhooks(sale.id, 3)
  assert.deepEqual(
    notices.map(({ body }) => body.data.status),
    ['WAITING_PAYMENT', 'CANCELED', 'PAID'],
  )
})

test('a canceled PIX that was paid without a notice is PAID a day later', async () => {
  // The bank's file of the day, which shows the payment too, comes after midnight.
  await advanceToHour(shop, 8)
  const sale = await shop.sell({ ...pix, pix: { expiresInSeconds: 600 } })
  await shop.advance('PT11M')
  await shop.control('POST', '/faults', {
    provider: 'pix',
    operation: 'callback',
    fault: 'callback-lost',
    times: 1,
  })
  await shop.pay(sale.pix?.qrcode ?? '', { force: true })
  await shop.advance('PT12H')
  assert.equal((await shop.find(sale.id)).status, 'CANCELED')
  await shop.advance('PT13H')
  assert.equal((await shop.find(sale.id)).status, 'PAID')
})

test('an open PIX is canceled on request, at the bank too', async () => {
  const sale = await shop.sell(pix)
  const answer = await shop.call('POST', `/api/user/transactions/${sale.id}/cancel`)
  assert.equal(answer.http, 200)
  assert.equal(answer.body.data.status, 'CANCELED')
  assert.notEqual((await shop.pay(sale.pix?.qrcode ?? '')).http, 200)
})

test('a paid PIX cannot be canceled: the 409 has its status', async () => {
  const sale = await shop.sell(pix)
  await shop.pay(sale.pix?.qrcode ?? '')
  await shop.webhooks(sale.id, 2)
  const answer = await shop.call('POST', `/api/user/transactions/${sale.id}/cancel`)
  assert.equal(answer.body.error?.code, 'status-does-not-allow')
  assert.equal((await shop.find(sale.id)).status, 'PAID')
})

test('a bank that does not respond is a 503 with Retry-After, and nothing is stored', async () => {
  await shop.control('POST', '/faults', {
    provider: 'pix',
    operation: 'cob.create',
    fault: 'error-503',
    times: 2,
  })
  const answer = await shop.call('POST', '/api/user/transactions', pix)
  assert.equal(answer.http, 503)
  assert.equal(answer.body.error?.code, 'provider-unavailable')
  assert.ok(Number(answer.headers.get('retry-after')) > 0)
})

test('the same Idempotency-Key always identifies the same charge at the bank', async () => {
  const headers = { 'idempotency-key': 'pedido-77' }
  const first = await shop.call('POST', '/api/user/transactions', pix, headers)
  const again = await shop.call('POST', '/api/user/transactions', pix, headers)
  assert.equal(again.text, first.text, 'byte for byte')
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  const other = await shop.call(
    'POST',
    '/api/user/transactions',
    { ...pix, amount: 20_00 },
    headers,
  )
  assert.equal(other.http, 422)
  assert.equal(other.body.error?.code, 'idempotency-key-reused')
})

test('the balance grows by the amount less the fee, and every cent has its transfer', async () => {
  const own = await world.openShop()
  const sale = await own.sell({ ...pix, amount: 100_00 })
  await own.pay(sale.pix?.qrcode ?? '')
  await own.webhooks(sale.id, 2)
  const { body } = await own.call<Record<string, number>>('GET', '/api/user/wallet/balance')
  assert.equal(body.data.available, 99_01, '100.00 less 0.99 %')
  assert.equal(body.data.balance, 99_01)
})

test('the timeline shows every step', async () => {
  const sale = await shop.sell(pix)
  await shop.pay(sale.pix?.qrcode ?? '')
  await shop.webhooks(sale.id, 2)
  const { body } = await shop.call<TimelineStep[]>(
    'GET',
    `/api/user/transactions/${sale.id}/timeline`,
  )
  const { endToEndId } = await shop.find(sale.id)
  assert.deepEqual(
    body.data.map(({ type, actor, provider }) => [type, actor?.kind, provider.endToEndId]),
    [
      ['transaction.waiting_payment', 'key', null],
      ['transaction.paid', 'provider', endToEndId],
    ],
  )
  assert.match(body.data[0]?.requestId ?? '', /^[0-9a-f-]{36}$/)
})
