import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type FeedEvent, Guiche, type SentRequest, webhooks } from '../../sdk/server/src/server.ts'
import { routes } from '../../src/http/routes.ts'
import { verifiedDomain } from '../kit/device-pay.ts'
import { openDispute, paidPix } from '../kit/dispute.ts'
import { type NetworkFault, openFailingProxy } from '../kit/failing-proxy.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import type { Shop } from '../kit/shop.ts'
import { openSites, plainText, type Sites } from '../kit/sites.ts'
import { timeLimit, until } from '../kit/time-limit.ts'

let world: World
let sites: Sites
let shop: Shop
let guiche: Guiche
const sent: SentRequest[] = []
before(async () => {
  sites = await openSites(['loja.localhost', 'outra.localhost'])
  world = await openWorld(sites.env)
  shop = await world.openShop()
  const hosts = { 'loja.localhost': sites.address, 'outra.localhost': sites.address }
  await shop.control('PUT', '/hosts', hosts)
  guiche = new Guiche({
    secretKey: shop.secretKey,
    baseUrl: `${world.baseUrl}/`,
    onRequest: (request) => void sent.push(request),
  })
})
after(async () => {
  await world.close()
  await sites.close()
})

const card = {
  number: '4111111111111111',
  holderName: 'ANA SILVA',
  expirationMonth: 12,
  expirationYear: 2031,
  cvv: '123',
}
const postbackUrl = () => `${world.receiver.url}/webhook`

test('payments: created, read, refunded, captured and canceled', async () => {
  const { transactions } = guiche
  const sale = await transactions.create({
    amount: 10_000,
    paymentMethod: 'PIX',
    externalRef: 'pedido-1',
    customer: { name: 'Ana', document: { number: '529.982.247-25', type: 'CPF' } },
    postbackUrl: postbackUrl(),
  })
  assert.match(sale.pix?.qrcode ?? '', /^000201/)
  await shop.pay(sale.pix?.qrcode ?? '')
  await shop.webhooks(sale.id, 2)
  assert.equal((await transactions.get(sale.id)).status, 'PAID')
  assert.equal((await transactions.summary(sale.id)).status, 'PAID')
  assert.deepEqual(
    (await transactions.timeline(sale.id)).map(({ type }) => type),
    ['transaction.waiting_payment', 'transaction.paid'],
  )
  assert.equal((await transactions.quoteRefund(sale.id, { amount: 1_000 })).amount, 1_000)
  const refunded = await transactions.refund(sale.id, { amount: 1_000 })
  assert.equal(refunded.refunds[0]?.amount, 1_000)

  const authorized = () =>
    transactions.create({ amount: 5_000, paymentMethod: 'CREDIT_CARD', capture: false, card })
  assert.equal((await transactions.capture((await authorized()).id)).status, 'PAID')
  assert.equal((await transactions.cancel((await authorized()).id)).status, 'CANCELED')
})

test('a list is read by page, by item and up to a number, across cursors', async () => {
  const externalRef = 'lista'
  const made: string[] = []
  for (let n = 0; n < 5; n += 1) {
    const order = { amount: 1_000 + n, paymentMethod: 'PIX', externalRef } as const
    made.unshift((await guiche.transactions.create(order)).id)
  }
  const filters = {
    externalRef,
    limit: 2,
    status: ['WAITING_PAYMENT', 'PAID'] as const,
    paymentMethods: ['PIX'] as const,
    start_date: new Date(Date.now() - 86_400_000),
  }
  const list = guiche.transactions.list(filters)
  const ids: string[] = []
  for await (const { id } of list) ids.push(id)
  assert.deepEqual(ids, made)
  const sizes: number[] = []
  for await (const { data } of list.pages()) sizes.push(data.length)
  assert.deepEqual(sizes, [2, 2, 1])
  assert.deepEqual(
    (await list.take(3)).map(({ id }) => id),
    made.slice(0, 3),
  )
  const { nextCursor } = await list.page()
  const second = await list.page(nextCursor ?? '')
  assert.deepEqual(
    second.data.map(({ id }) => id),
    made.slice(2, 4),
  )
})

test('money: balance, statement, receivables, prices and cashouts', async () => {
  const { wallet, cashouts } = guiche
  const balance = await wallet.balance()
  assert.ok(balance.available > 2_000)
  assert.equal((await wallet.balance({ at: new Date() })).available, balance.available)
  const statement = await wallet.statement({ month: new Date().toISOString().slice(0, 7) }).page()
  assert.equal(statement.book, 'available')
  assert.ok(statement.month)
  assert.ok((await wallet.entries({ book: 'available' }).take(2)).length > 0)
  assert.ok(Array.isArray(await wallet.blocked().take(5)))
  const [receivable] = await wallet.receivables({ status: ['SCHEDULED'] }).take(1)
  assert.equal(receivable?.paymentMethod, 'CREDIT_CARD')
  assert.ok((await wallet.receivableCalendar()).scheduled >= 0)
  const quote = await wallet.quote({
    amount: 30_000,
    paymentMethod: 'CREDIT_CARD',
    installments: 3,
  })
  assert.deepEqual(quote.installmentAmounts, [10_000, 10_000, 10_000])

  const receiver = await cashouts.receiver({ pixKey: '+5561912345678' })
  assert.deepEqual([receiver.pixType, receiver.query], ['PHONE', 'not-offered'])
  const request = { amount: 500, pixKey: '+5561912345678', postbackUrl: postbackUrl() }
  const cashout = await cashouts.create(request)
  await shop.webhooks(cashout.id, 3)
  assert.equal((await cashouts.get(cashout.id)).status, 'COMPLETED')
  assert.equal((await cashouts.receipt(cashout.id)).amount, 500)
  await assert.rejects(cashouts.cancel(cashout.id), { code: 'cashout-status-does-not-allow' })
  assert.equal((await cashouts.list({ status: ['COMPLETED'] }).take(5))[0]?.id, cashout.id)
  const schedule = { enabled: true, frequency: 'DAILY', pixKey: '11.222.333/0001-81' } as const
  assert.equal((await cashouts.setSchedule(schedule)).enabled, true)
  assert.equal((await cashouts.schedule()).pixType, 'CNPJ')
  assert.equal((await cashouts.approval()).above, null)
})

test('disputes: found, answered with a document that comes back whole', async () => {
  const { disputes } = guiche
  const sale = await paidPix(shop, 7_000)
  const { id } = await openDispute(shop, sale)
  assert.equal(
    (await disputes.list({ kind: 'med', status: ['NEEDS_RESPONSE'] }).take(1))[0]?.id,
    id,
  )
  assert.equal((await disputes.get(id)).transactionId, sale.id)
  const content = new TextEncoder().encode('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n')
  const document = { name: 'entrega 1.pdf', contentType: 'application/pdf', content } as const
  const evidence = await disputes.addEvidence(id, document)
  assert.equal(evidence.name, 'entrega 1.pdf')
  assert.deepEqual(await disputes.downloadEvidence(id, evidence.id), content)
  const answered = await disputes.answer(id, { decision: 'contest', text: 'Entregue.' })
  assert.equal(answered.answer?.decision, 'contest')
})

test('Device Pay: a hostname is registered, diagnosed, validated and removed', async () => {
  const { domains } = guiche.devicePay
  const domain = await domains.register('loja.localhost')
  const data = await domains.get(domain.id)
  const code = 'domain-already-registered'
  await assert.rejects(domains.register('loja.localhost'), { code, data })
  sites.set('loja.localhost', plainText(domain.verificationFile?.content ?? ''))
  assert.equal((await domains.diagnose(domain.id)).passed, true)
  assert.equal((await domains.validate(domain.id)).status, 'VERIFIED')
  const other = await verifiedDomain(shop, sites, 'outra.localhost')
  assert.equal((await domains.list().take(5)).length, 2)
  await domains.remove(other.id)
  assert.equal((await domains.list().take(5)).length, 1)
})

test('webhooks: endpoints, deliveries, secrets, and the check of what arrives', async () => {
  const { endpoints, deliveries } = guiche.webhooks
  const created = await endpoints.create({ url: `${world.receiver.url}/own`, events: ['*'] })
  assert.equal((await endpoints.list()).length, 1)
  assert.equal((await endpoints.get(created.id)).status, 'active')
  assert.equal((await endpoints.update(created.id, { description: 'loja' })).description, 'loja')
  assert.equal((await endpoints.ping(created.id)).delivered, true)
  const old = (await guiche.webhooks.secret()).secret

  const order = { amount: 1_990, paymentMethod: 'PIX', postbackUrl: postbackUrl() } as const
  const sale = await guiche.transactions.create(order)
  const notices = await shop.webhooks(sale.id, 2)
  const own = notices.find(({ path }) => path === '/own')
  const postback = notices.find(({ path }) => path === '/webhook')
  assert.ok(own && postback)
  const event = await webhooks.verify(own.raw, own.headers, created.secret)
  assert.equal(event.event, 'transaction.waiting_payment')
  if (event.event === 'transaction.waiting_payment') assert.equal(event.data.amount, 1_990)
  const bytes = new TextEncoder().encode(postback.raw)
  assert.equal(
    (await guiche.webhooks.verify(bytes, postback.headers, [created.secret, old])).objectId,
    sale.id,
  )
  const later = { nowMs: Date.now() + 400_000 }
  await assert.rejects(webhooks.verify(own.raw, own.headers, created.secret, later), {
    reason: 'timestamp-outside-tolerance',
  })
  await webhooks.verify(own.raw, own.headers, created.secret, { ...later, toleranceSeconds: 500 })

  const [delivery] = await deliveries.list({ objectId: sale.id, types: ['transaction.*'] }).take(1)
  assert.ok(delivery)
  assert.ok((await deliveries.get(delivery.id)).payload)
  assert.equal((await deliveries.redeliver(delivery.id)).id, delivery.id)
  const all = await deliveries.redeliverAll({ objectId: sale.id })
  assert.ok(all.redelivered >= 1)
  assert.notEqual((await endpoints.rotateSecret(created.id)).secret, created.secret)
  const fresh = (await guiche.webhooks.rotateSecret()).secret
  assert.notEqual(fresh, old)
  await endpoints.remove(created.id)
  assert.deepEqual(await endpoints.list(), [])
})

test('the feed is read by page, followed and streamed, and goes on after a lost line', async () => {
  const proxy = await openFailingProxy(world.baseUrl)
  const reader = new Guiche({
    secretKey: shop.secretKey,
    baseUrl: proxy.url,
    onRequest: (request) => void sent.push(request),
  })
  const { last, next } = await reader.events.read({ after: 'now' })
  assert.equal(next, String(last))
  const order = { amount: 1_000, paymentMethod: 'PIX' } as const
  const made: string[] = []
  const sell = async () => void made.push((await guiche.transactions.create(order)).id)
  await sell()
  await sell()
  const read = await reader.events.read({ after: last, types: ['transaction.*'], limit: 1 })
  assert.deepEqual([read.events[0]?.objectId, read.next], [made[0], String(last + 1)])

  for (const way of ['feed', 'stream'] as const) {
    const stop = new AbortController()
    const seen: FeedEvent[] = []
    const options = { after: last, signal: AbortSignal.any([stop.signal, timeLimit()]) }
    proxy.failWith('reset-before', '503', '521')
    for await (const event of reader.events[way](options)) {
      seen.push(event)
      if (seen.length === 2) proxy.cut() // The line is lost, and the next event comes after it.
      if (seen.length === 2) await sell()
      if (seen.length === 3) stop.abort()
    }
    assert.deepEqual(
      seen.map(({ position }) => position),
      [last + 1, last + 2, last + 3],
      way,
    )
    const [first] = seen
    if (first?.type === 'transaction.waiting_payment')
      assert.equal(first.payload.data.id, first.objectId)
    made.pop()
    if (way === 'feed') continue
    assert.equal((await guiche.events.get(first?.id ?? '')).position, last + 1)
    assert.ok((await guiche.events.resend(first?.id ?? '')).redelivered >= 0)
  }
  await assert.rejects(reader.events.stream({ after: 999_999 }).next(), { status: 400 })
  await assert.rejects(reader.events.feed({ after: 999_999 }).next(), { status: 400 })
  await proxy.close()
})

test('a feed from now on has the event that comes while its first wait is lost', async (t) => {
  const proxy = await openFailingProxy(world.baseUrl)
  t.after(() => proxy.close())
  const reader = new Guiche({ secretKey: shop.secretKey, baseUrl: proxy.url })
  const signal = timeLimit()
  const first = reader.events.feed({ after: 'now', signal }).next()
  const waits = () => proxy.requests.some(({ path }) => path.includes('wait=25'))
  await until('the feed waits', waits)
  proxy.failWith(...Array<NetworkFault>(99).fill('503'))
  proxy.cut()
  const sale = await guiche.transactions.create({ amount: 1_000, paymentMethod: 'PIX' })
  proxy.failWith()
  assert.equal((await first).value?.objectId, sale.id)
})

test('a payment link is made, changed and printed, and a session is made and ended', async () => {
  const { paymentLinks, checkoutSessions } = guiche
  const link = await paymentLinks.create({ title: 'Curso de cerâmica', amount: 25_000 })
  assert.match(link.url, /\/l\//)
  assert.equal((await paymentLinks.update(link.id, { maxUses: 3 })).maxUses, 3)
  assert.equal((await paymentLinks.get(link.id)).title, 'Curso de cerâmica')
  const filters = { status: ['ACTIVE'], search: 'ceramica' } as const
  assert.equal((await paymentLinks.list(filters).take(1))[0]?.id, link.id)
  assert.match(await paymentLinks.qrSvg(link.id), /<svg/)
  assert.equal(Buffer.from(await paymentLinks.qrPng(link.id)).toString('latin1', 1, 4), 'PNG')
  const session = await checkoutSessions.create({ amount: 9_900, externalRef: 'pedido-9' })
  assert.equal((await checkoutSessions.get(session.id)).status, 'OPEN')
  assert.equal((await checkoutSessions.list().take(1))[0]?.id, session.id)
  assert.deepEqual(await checkoutSessions.list({ paymentLinkId: link.id }).take(1), [])
  assert.equal((await checkoutSessions.expire(session.id)).status, 'EXPIRED')
})

test('the account, its keys and its requests', async () => {
  assert.equal((await guiche.account.get()).id, shop.accountId)
  assert.equal((await guiche.account.setBrand({ color: '#0b6e4f' })).textColor, '#ffffff')
  assert.equal((await guiche.account.brand()).color, '#0b6e4f')
  assert.ok((await guiche.keys.list()).some(({ kind }) => kind === 'secret'))
  await assert.rejects(guiche.transactions.get(crypto.randomUUID()), { code: 'not-found' })
  const requestId = sent.at(-1)?.requestId ?? ''
  for (const limit = timeLimit(); ; limit.throwIfAborted()) {
    const [request] = await guiche.requests.list({ requestId, errorCode: 'not-found' }).take(1)
    if (!request) continue
    assert.equal((await guiche.requests.get(request.id)).status, 404)
    break
  }
})

/** Routes for persons in the dashboard, and for programs of the dashboard. */
const withoutMethod = [
  /^\/api\/user\/(?:views|overview|approvals|audit|people|roles)\b/,
  /^\/api\/user\/keys(?!$)/,
  /^POST \/api\/user\/keys$/,
  /^\/api\/user\/cashout\/:id\/(?:approve|deny)$/,
]

test('every route of a merchant’s server has a method, and each was called here', () => {
  const called = (method: string, path: string) =>
    sent.some(
      (request) =>
        request.method === method &&
        new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`).test(request.path),
    )
  const missing = routes
    .filter(({ access, path }) => access === 'user' && path !== '/api/user/events/stream')
    .filter(({ method, path }) =>
      withoutMethod.every((each) => !each.test(path) && !each.test(`${method} ${path}`)),
    )
    .filter(({ method, path }) => !called(method, path))
    .map(({ method, path }) => `${method} ${path}`)
  assert.deepEqual(missing, [])
})
