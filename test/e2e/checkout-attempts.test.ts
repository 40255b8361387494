import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readConfig } from '../../src/config.ts'
import { randomId } from '../../src/primitives/id.ts'
import { Rejection } from '../../src/primitives/rejection.ts'
import type { Gateway } from '../../src/serve.ts'
import {
  byBoleto,
  byCard,
  byPix,
  type Counter,
  linkNow,
  newLink,
  newSession,
  openCounter,
  sessionNow,
} from '../kit/checkout.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { served } from '../kit/served.ts'
import type { Sale, Shop } from '../kit/shop.ts'
import { untilServed } from '../kit/until-connected.ts'

const approved = '4024007153760011'
const refused = '4024007153760052'

let world: World
/** A second gateway on the same database, with a journal and a pool of its own. */
let second: Gateway
before(async () => {
  world = await openWorld({ GUICHE_ACQUIRER_CALL_MS: '20000' })
  second = await served(
    readConfig({
      GUICHE_HOME: world.home,
      PORT: '0',
      DATABASE_URL: world.databaseUrl,
      LOG_LEVEL: 'fatal',
    }),
    ['api'],
  )
})
after(async () => {
  await second.stop()
  await world.close()
})

const code = (cause: unknown): string => (cause instanceof Rejection ? cause.code : String(cause))

const paymentsOf = async (shop: Shop, filter: string): Promise<readonly Sale[]> =>
  (await shop.call<Sale[]>('GET', `/api/user/transactions?limit=100&${filter}`)).body.data

/** The form of a payer, sent again while the gateway has no connection for it. */
function payAt(counter: Counter | undefined, url: string, payment: Parameters<Counter['pay']>[1]) {
  assert(counter)
  const attemptId = randomId()
  return untilServed(() => counter.pay(url, payment, attemptId))
}

async function counters(shop: Shop): Promise<[Counter, Counter]> {
  return [await openCounter(world.app, shop), await openCounter(second.app, shop)]
}

test('a session is paid by PIX, and its transaction names it', async () => {
  const shop = await world.openShop()
  const [counter] = await counters(shop)
  const session = await newSession(shop, { externalRef: 'pedido-7', metadata: { a: 1 } })
  assert.equal(session.status, 'OPEN')
  const { id } = await counter.pay(session.url, byPix)
  const sale = await shop.find(id)
  assert.equal(sale.status, 'WAITING_PAYMENT')
  assert.deepEqual(
    [sale.amount, sale.checkoutSessionId, sale.paymentLinkId, sale.externalRef, sale.metadata],
    [50_00, session.id, undefined, 'pedido-7', { a: 1 }],
  )
  assert.equal((sale.customer as { name: string }).name, 'Ana Teste')
  const ends = Date.parse(sale.pix?.expirationDate ?? '') - Date.parse(String(sale.createdAt))
  assert.equal(Math.round(ends / 60_000), 30)
  assert.equal((await sessionNow(shop, session.id)).status, 'OPEN')
  await shop.pay(sale.pix?.qrcode ?? '')
  await shop.advance('PT1S')
  const paid = await sessionNow(shop, session.id)
  assert.deepEqual([paid.status, paid.transactionId], ['COMPLETED', id])
})

test('a refused card leaves the session open for another one', async () => {
  const shop = await world.openShop()
  const [counter] = await counters(shop)
  const session = await newSession(shop)
  const first = await counter.pay(session.url, byCard(refused))
  assert.equal(first.status, 'REFUSED')
  assert.equal((await sessionNow(shop, session.id)).status, 'OPEN')
  const next = await counter.pay(session.url, byCard(approved, 3))
  assert.deepEqual([next.status, next.installments], ['PAID', 3])
  const { status, transactionId } = await sessionNow(shop, session.id)
  assert.deepEqual([status, transactionId], ['COMPLETED', next.id])
  // A later attempt gets the payment and makes none.
  assert.equal((await counter.pay(session.url, byCard(approved))).id, next.id)
  assert.equal((await paymentsOf(shop, `checkoutSessionId=${session.id}`)).length, 2)
})

test('the attempt of a form pays once, however often it is sent', async () => {
  const shop = await world.openShop()
  const [here, there] = await counters(shop)
  for (const payment of [byCard(refused), byPix, byBoleto]) {
    const session = await newSession(shop)
    const attemptId = randomId()
    const first = await here.pay(session.url, payment, attemptId)
    const again = await here.pay(session.url, payment, attemptId)
    const elsewhere = await there.pay(session.url, payment, attemptId)
    assert.deepEqual([again.id, elsewhere.id], [first.id, first.id], payment.method)
    await assert.rejects(here.pay(session.url, byCard(approved), attemptId), (cause) => {
      assert.equal(code(cause), 'idempotency-key-reused')
      return true
    })
    assert.equal((await paymentsOf(shop, `checkoutSessionId=${session.id}`)).length, 1)
  }
})

test('another method cancels the charge that waits, at its bank too', async () => {
  const shop = await world.openShop()
  const [counter] = await counters(shop)
  const session = await newSession(shop)
  const first = await counter.pay(session.url, byPix)
  const next = await counter.pay(session.url, byCard(approved))
  assert.equal(next.status, 'PAID')
  const canceled = await shop.find(first.id)
  assert.equal(canceled.status, 'CANCELED')
  const { http } = await shop.pay(canceled.pix?.qrcode ?? '')
  assert.equal(http, 422, 'not payable')
})

test('a charge that was paid meanwhile is the payment', async () => {
  const shop = await world.openShop()
  const [counter] = await counters(shop)
  const session = await newSession(shop)
  const first = await counter.pay(session.url, byPix)
  await shop.control('POST', '/faults', {
    provider: 'pix',
    operation: 'callback',
    fault: 'callback-lost',
    times: 1,
  })
  await shop.pay((await shop.find(first.id)).pix?.qrcode ?? '')
  const result = await counter.pay(session.url, byCard(approved))
  assert.deepEqual([result.id, result.status], [first.id, 'PAID'])
  assert.equal((await paymentsOf(shop, `checkoutSessionId=${session.id}`)).length, 1)
})

for (const [cents, status, state] of [
  [12, 'PAID', 'COMPLETED'],
  [13, 'REFUSED', 'OPEN'],
] as const)
  test(`a card in analysis takes no other attempt, and is ${status} later`, async () => {
    const shop = await world.openShop()
    const [counter] = await counters(shop)
    const link = await newLink(shop, { amount: 50_00 + cents, maxUses: 1 })
    const url = await counter.use(link.url)
    const first = await counter.pay(url, byCard(approved))
    assert.equal(first.status, 'WAITING_PAYMENT')
    const sessionId = String((await shop.find(first.id)).checkoutSessionId)
    assert.equal((await sessionNow(shop, sessionId)).status, 'PROCESSING')
    for (const payment of [byCard(approved), byPix])
      assert.equal((await counter.pay(url, payment)).id, first.id)
    const ended = await shop.call('POST', `/api/user/checkout-sessions/${sessionId}/expire`, {})
    assert.deepEqual([ended.http, ended.body.error?.code], [409, 'status-does-not-allow'])
    assert.equal((await linkNow(shop, link.id)).uses, 1)
    await shop.advance('PT61S')
    assert.equal((await shop.find(first.id)).status, status)
    assert.equal((await sessionNow(shop, sessionId)).status, state)
    assert.equal((await linkNow(shop, link.id)).uses, status === 'PAID' ? 1 : 0)
  })

test('20 attempts of one session at two gateways make one payment', async () => {
  const shop = await world.openShop()
  const both = await counters(shop)
  for (const payment of [byCard(approved), byPix]) {
    const session = await newSession(shop)
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => payAt(both[n % 2], session.url, payment)),
    )
    const standing = (await paymentsOf(shop, `checkoutSessionId=${session.id}`)).filter(
      ({ status }) => status !== 'CANCELED' && status !== 'REFUSED',
    )
    assert.equal(standing.length, 1, payment.method)
    for (const result of results)
      if (result.status === 'fulfilled') assert.ok(result.value)
      else
        assert.match(code(result.reason), /^(?:provider-unavailable|checkout-attempts-exhausted)$/)
  }
})

test('20 payers of a link with 3 uses at two gateways make 3 payments', async () => {
  const shop = await world.openShop()
  const both = await counters(shop)
  const link = await newLink(shop, { maxUses: 3 })
  const sessions = await Promise.all(
    Array.from({ length: 20 }, (_, n) => untilServed(() => (both[n % 2] as Counter).use(link.url))),
  )
  const results = await Promise.allSettled(
    sessions.map((url, n) => payAt(both[n % 2], url, byCard(approved))),
  )
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 3)
  for (const result of results)
    if (result.status === 'rejected') assert.equal(code(result.reason), 'payment-link-unusable')
  assert.equal((await paymentsOf(shop, `paymentLinkId=${link.id}`)).length, 3)
  await shop.advance('PT1S')
  const { uses, paidUses, paidAmount, isUsable, unusableReason, completedAt } = await linkNow(
    shop,
    link.id,
  )
  assert.deepEqual(
    [uses, paidUses, paidAmount, isUsable, unusableReason],
    [3, 3, 150_00, false, 'used-up'],
  )
  assert.ok(completedAt)
})
