import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { CheckoutSessionWire } from '../../contract/checkout-session.ts'
import { cleanSessions } from '../../src/checkout/clean-sessions.ts'
import { randomId } from '../../src/primitives/id.ts'
import { Rejection } from '../../src/primitives/rejection.ts'
import {
  byBoleto,
  byCard,
  byPix,
  newLink,
  newSession,
  openCounter,
  sessionNow,
  sessionsPath,
} from '../kit/checkout.ts'
import { openWorld, shortCalls, type World } from '../kit/gateway.ts'
import type { Shop } from '../kit/shop.ts'

let world: World
before(async () => {
  world = await openWorld(shortCalls)
})
after(() => world.close())

const codeOf = (cause: unknown) => (cause instanceof Rejection ? cause.code : String(cause))
const expire = (shop: Shop, id: string) =>
  shop.call<{ status: string }>('POST', `${sessionsPath}/${id}/expire`, {})

test('a session has the order of the shop, with the tolerances of a transaction', async () => {
  const shop = await world.openShop()
  const session = await newSession(shop, {
    amount: 42_00,
    title: 'Pedido 7',
    items: [{ title: 'Vaso', unitPrice: 4200, quantity: 1, tangible: 1 }],
    customer: { name: 'Ana', document: { number: '111.444.777-35', type: 'cpf' }, phone: null },
    shipping: null,
    redirectUrl: 'https://loja.com.br/obrigado',
    cancelUrl: 'https://loja.com.br/carrinho',
    paymentMethods: ['PIX'],
    expiresInSeconds: 600,
  })
  assert.match(session.url, new RegExp(`^${shop.baseUrl}/checkout/[0-9A-Za-z]{24}$`))
  assert.deepEqual(
    [session.status, session.transactionId, session.paymentLinkId, session.cancelUrl],
    ['OPEN', null, null, 'https://loja.com.br/carrinho'],
  )
  assert.deepEqual(session.items[0]?.tangible, true)
  assert.deepEqual(session.customer?.document, { number: '11144477735', type: 'CPF' })
  assert.equal(Date.parse(session.expiresAt) - Date.parse(session.createdAt), 600_000)
  assert.deepEqual(await sessionNow(shop, session.id), session)
  const other = await world.openShop()
  assert.equal((await other.call('GET', `${sessionsPath}/${session.id}`)).http, 404)
})

for (const [what, body, field] of [
  ['no amount', {}, 'amount'],
  ['more than a day', { amount: 1_00, expiresInSeconds: 86_401 }, 'expiresInSeconds'],
  ['an address that runs code', { amount: 1_00, cancelUrl: 'javascript:alert(1)' }, 'cancelUrl'],
  ['metadata of 9 kB', { amount: 1_00, metadata: 'x'.repeat(9_000) }, 'metadata'],
] as const)
  test(`a session is refused with ${what}`, async () => {
    const shop = await world.openShop()
    const { http, body: answer } = await shop.call('POST', sessionsPath, body)
    const issues = answer.error?.issues as { field: string }[]
    assert.deepEqual([http, issues[0]?.field], [400, field])
  })

test('a session in another currency is refused', async () => {
  const shop = await world.openShop()
  const { http, body } = await shop.call('POST', sessionsPath, { amount: 1_00, currency: 'USD' })
  const { code, field } = body.error ?? {}
  assert.deepEqual([http, code, field], [400, 'currency-not-supported', 'currency'])
  await newSession(shop, { currency: 'brl' })
})

test('what the payer enters is added to the customer of the shop', async () => {
  const shop = await world.openShop()
  const counter = await openCounter(world.app, shop)
  const customer = { name: 'Nome antigo', email: 'ana@exemplo.com.br', externaRef: 'c7' }
  const { id } = await counter.pay((await newSession(shop, { customer })).url, byBoleto)
  const sale = await shop.find(id)
  const { name, email, externaRef, document } = sale.customer as Record<string, unknown>
  assert.deepEqual(
    { name, email, externaRef, document },
    {
      name: 'Ana Teste',
      email: 'ana@exemplo.com.br',
      externaRef: 'c7',
      document: { number: '11144477735', type: 'CPF' },
    },
  )
})

test('a session allows only its methods and installments', async () => {
  const shop = await world.openShop()
  const counter = await openCounter(world.app, shop)
  const only = await newSession(shop, { paymentMethods: ['CREDIT_CARD'], maxInstallments: 2 })
  for (const [payment, code] of [
    [byPix, 'method-not-enabled'],
    [byCard('4024007153760011', 3), 'installments-above-maximum'],
  ] as const)
    await assert.rejects(counter.pay(only.url, payment), (cause) => codeOf(cause) === code)
  assert.equal((await counter.pay(only.url, byCard('4024007153760011', 2))).status, 'PAID')
})

test('an expired session takes no attempt, and a code of before can still be paid', async () => {
  const shop = await world.openShop()
  const counter = await openCounter(world.app, shop)
  const session = await newSession(shop, { expiresInSeconds: 300 })
  const late = await newSession(shop, { expiresInSeconds: 300 })
  await shop.advance('PT2M')
  const { id } = await counter.pay(session.url, byPix)
  const { pix, createdAt } = await shop.find(id)
  const minutes = (Date.parse(pix?.expirationDate ?? '') - Date.parse(String(createdAt))) / 60_000
  assert.equal(Math.round(minutes), 5)
  await shop.advance('PT4M')
  assert.equal((await sessionNow(shop, session.id)).status, 'EXPIRED')
  for (const { url } of [session, late])
    await assert.rejects(
      counter.pay(url, byPix),
      (cause) => codeOf(cause) === 'checkout-session-expired',
    )
  await shop.pay(pix?.qrcode ?? '')
  await shop.advance('PT1S')
  const paid = await sessionNow(shop, session.id)
  assert.deepEqual([paid.status, paid.transactionId], ['COMPLETED', id])
})

test('ending a session cancels the code that waits, and a paid one stays', async () => {
  const shop = await world.openShop()
  const counter = await openCounter(world.app, shop)
  const session = await newSession(shop)
  const { id } = await counter.pay(session.url, byPix)
  const ended = await expire(shop, session.id)
  assert.deepEqual([ended.http, ended.body.data.status], [200, 'EXPIRED'])
  assert.equal((await shop.find(id)).status, 'CANCELED')
  assert.equal((await expire(shop, session.id)).http, 200)
  const sold = await newSession(shop)
  await counter.pay(sold.url, byCard('4024007153760011'))
  const refused = await expire(shop, sold.id)
  assert.deepEqual([refused.http, refused.body.error?.code], [409, 'status-does-not-allow'])
  const other = await world.openShop()
  assert.equal((await expire(other, sold.id)).http, 404)
})

test('the list has every session once with its present status, of one link too', async () => {
  const shop = await world.openShop()
  const counter = await openCounter(world.app, shop)
  const link = await newLink(shop)
  const plain = await newSession(shop)
  const urls = [await counter.use(link.url), await counter.use(link.url)]
  const { id } = await counter.pay(urls[0] ?? '', byCard('4024007153760011'))
  const list = async (query: string) => {
    const found: CheckoutSessionWire[] = []
    for (let cursor = ''; ; ) {
      const { body } = await shop.call<CheckoutSessionWire[]>(
        'GET',
        `${sessionsPath}?limit=2&${query}${cursor}`,
      )
      found.push(...body.data)
      const { nextCursor } = body.pagination as { nextCursor: string | null }
      if (nextCursor === null) return found
      cursor = `&cursor=${nextCursor}`
    }
  }
  const all = await list('')
  assert.deepEqual(
    all.map(({ url, status, transactionId }) => [url, status, transactionId]),
    [
      [urls[1], 'OPEN', null],
      [urls[0], 'COMPLETED', id],
      [plain.url, 'OPEN', null],
    ],
  )
  assert.deepEqual(await list(`paymentLinkId=${link.id}`), all.slice(0, 2))
  assert.equal((await shop.call('GET', `${sessionsPath}?paymentLinkId=x`)).http, 400)
})

test('a session takes ten cards', async () => {
  const shop = await world.openShop()
  const counter = await openCounter(world.app, shop)
  const { url } = await newSession(shop)
  for (let n = 0; n < 10; n += 1)
    assert.equal((await counter.pay(url, byCard('4024007153760052'))).status, 'REFUSED')
  await assert.rejects(
    counter.pay(url, byCard('4024007153760011')),
    (cause) => codeOf(cause) === 'checkout-attempts-exhausted',
  )
})

test('a bank that does not respond prevents another attempt', async () => {
  const shop = await world.openShop()
  const counter = await openCounter(world.app, shop)
  const session = await newSession(shop)
  const { id } = await counter.pay(session.url, byPix)
  await shop.control('POST', '/faults', {
    provider: 'pix',
    operation: 'cob.patch',
    fault: 'timeout-before',
    times: 3,
  })
  await assert.rejects(
    counter.pay(session.url, byCard('4024007153760011')),
    (cause) => codeOf(cause) === 'provider-unavailable',
  )
  const { data } = (
    await shop.call<{ id: string }[]>(
      'GET',
      `/api/user/transactions?checkoutSessionId=${session.id}`,
    )
  ).body
  assert.deepEqual(
    data.map((each) => each.id),
    [id],
  )
})

test('sessions in which no payment was tried are deleted some days after their end', async () => {
  const shop = await world.openShop()
  const counter = await openCounter(world.app, shop)
  const [unused, other, tried] = [
    await newSession(shop, { expiresInSeconds: 600 }),
    await newSession(shop, { expiresInSeconds: 600 }),
    await newSession(shop, { expiresInSeconds: 600 }),
  ]
  await counter.pay(tried.url, byPix)
  await expire(shop, tried.id)
  const link = await newLink(shop)
  const attemptId = randomId()
  const used = await counter.use(link.url, { attemptId })
  assert.equal(await counter.use(link.url, { attemptId }), used)
  const cleanAt = async (afterDays: number) => {
    const at = Date.parse(other.expiresAt) + afterDays * 86_400_000 + 1_000
    const app = { ...world.app, clock: { ...world.app.clock, now: () => new Date(at) } }
    for (let seen = 1; seen > 0; ) {
      seen = await cleanSessions(app, 1)
      assert.ok(seen <= 1)
    }
  }
  const isThere = async ({ id }: { id: string }) =>
    (await shop.call('GET', `${sessionsPath}/${id}`)).http === 200
  const { checkoutSessionDays } = world.app.config
  await cleanAt(checkoutSessionDays - 1)
  assert.deepEqual(await Promise.all([unused, other, tried].map(isThere)), [true, true, true])
  await cleanAt(checkoutSessionDays)
  assert.deepEqual(await Promise.all([unused, other, tried].map(isThere)), [false, false, true])
  assert.equal((await fetch(unused.url)).status, 404)
  // The session of a link ends after a day. Its form opens no other one.
  await cleanAt(checkoutSessionDays + 1)
  assert.equal((await fetch(used)).status, 404)
  await assert.rejects(
    counter.use(link.url, { attemptId }),
    (cause) => codeOf(cause) === 'checkout-session-expired',
  )
})
