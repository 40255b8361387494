import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { PaymentLinkWire } from '../../contract/payment-link.ts'
import { randomId } from '../../src/primitives/id.ts'
import { Rejection } from '../../src/primitives/rejection.ts'
import { byCard, byPix, linkNow, linksPath, newLink, openCounter } from '../kit/checkout.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { readPng } from '../kit/read-png.ts'
import { readQr } from '../kit/read-qr.ts'
import { type Sale, type Shop, untilAvailable } from '../kit/shop.ts'

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

const patch = (shop: Shop, id: string, body: object) =>
  shop.call<PaymentLinkWire>('PATCH', `${linksPath}/${id}`, body)
const codeOf = (cause: unknown) => (cause instanceof Rejection ? cause.code : String(cause))
const eventsOf = async (shop: Shop) =>
  (
    await shop.call<{ type: string; payload: { data: PaymentLinkWire } }[]>(
      'GET',
      '/api/user/events?types=payment_link.*',
    )
  ).body.data

test('a link is created, changed, turned off and on, and each step is an event', async () => {
  const shop = await world.openShop()
  const link = await newLink(shop, { metadata: { turma: 7 }, description: null })
  assert.match(link.url, new RegExp(`^${shop.baseUrl}/l/[0-9A-Za-z]{12}$`))
  assert.deepEqual(
    [link.status, link.isUsable, link.amount, link.uses, link.metadata, link.description],
    ['ACTIVE', true, 50_00, 0, { turma: 7 }, null],
  )
  const off = await patch(shop, link.id, { status: 'INACTIVE' })
  assert.deepEqual(
    [off.http, off.body.data.isUsable, off.body.data.unusableReason],
    [200, false, 'inactive'],
  )
  const on = await patch(shop, link.id, { status: 'ACTIVE', amount: 70_00, maxUses: 9 })
  assert.deepEqual(on.body.data, await linkNow(shop, link.id))
  assert.deepEqual([on.body.data.amount, on.body.data.maxUses], [70_00, 9])
  const events = await eventsOf(shop)
  assert.deepEqual(
    events.map(({ type, payload }) => [type, payload.data.status, payload.data.amount]),
    [
      ['payment_link.created', 'ACTIVE', 50_00],
      ['payment_link.updated', 'INACTIVE', 50_00],
      ['payment_link.updated', 'ACTIVE', 70_00],
    ],
  )
})

test('changes at the same time are each made on the result of the one before', async () => {
  const shop = await world.openShop()
  const { id } = await newLink(shop)
  const fields = { title: 'Oficina', maxUses: 3, maxInstallments: 2, description: 'Aos sábados' }
  const answers = await Promise.all(
    Object.entries(fields).map(([name, value]) =>
      untilAvailable(() => patch(shop, id, { [name]: value })),
    ),
  )
  assert.deepEqual(
    answers.map(({ http }) => http),
    [200, 200, 200, 200],
  )
  const { title, maxUses, maxInstallments, description } = await linkNow(shop, id)
  assert.deepEqual({ title, maxUses, maxInstallments, description }, fields)
})

for (const [what, body, code, field] of [
  ['no title', { amount: 1_00 }, 'validation-failed', 'title'],
  ['a blank title', { title: ' ', amount: 1_00 }, 'validation-failed', 'title'],
  ['no amount', { title: 'a' }, 'validation-failed', 'amount'],
  ['an amount in reais', { title: 'a', amount: 10.5 }, 'validation-failed', 'amount'],
  [
    'a method that does not exist',
    { title: 'a', amount: 1, paymentMethods: ['CASH'] },
    'validation-failed',
    'paymentMethods.0',
  ],
  [
    'another currency',
    { title: 'a', amount: 1, currency: 'USD' },
    'currency-not-supported',
    'currency',
  ],
  [
    'an address that runs code',
    { title: 'a', amount: 1, redirectUrl: 'javascript:alert(1)' },
    'validation-failed',
    'redirectUrl',
  ],
  [
    'a postback address that is none',
    { title: 'a', amount: 1, postbackUrl: 'loja' },
    'postback-url-invalid',
    'postbackUrl',
  ],
  [
    'an end in the past',
    { title: 'a', amount: 1, expiresAt: '2020-01-01T00:00:00Z' },
    'validation-failed',
    'expiresAt',
  ],
  [
    'metadata of 51 keys',
    {
      title: 'a',
      amount: 1,
      metadata: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [n, n])),
    },
    'validation-failed',
    'metadata',
  ],
] as const)
  test(`a link is refused with ${what}, and so is the change to it`, async () => {
    const shop = await world.openShop()
    const { id } = await newLink(shop)
    const isChange = !what.startsWith('no ')
    for (const answer of [
      await shop.call('POST', linksPath, body),
      ...(isChange ? [await patch(shop, id, body)] : []),
    ]) {
      const { error } = answer.body
      const named = (error?.issues as { field: string }[] | undefined)?.[0]?.field ?? error?.field
      assert.deepEqual([answer.http, error?.code, named], [400, code, field])
    }
  })

test('another account sees nothing of a link', async () => {
  const [shop, other] = [await world.openShop(), await world.openShop()]
  const { id } = await newLink(shop)
  for (const path of [id, `${id}/qr.svg`, `${id}/qr.png`, randomId(), 'x'])
    assert.equal((await other.call('GET', `${linksPath}/${path}`)).http, 404)
  assert.equal((await patch(other, id, { title: 'Meu' })).http, 404)
  assert.deepEqual((await other.call('GET', linksPath)).body.data, [])
})

test('the list has every link once, by cursor, by status and by a part of the title', async () => {
  const shop = await world.openShop()
  const titles = ['Cerâmica I', 'Cerâmica II', 'Pintura', 'AULA DE CERÂMICA', 'Dança']
  const links: PaymentLinkWire[] = []
  for (const title of titles) links.push(await newLink(shop, { title }))
  await patch(shop, links[1]?.id ?? '', { status: 'INACTIVE' })
  const list = async (query: string) => {
    const found: string[] = []
    for (let cursor = ''; ; ) {
      const { body, text } = await shop.call<PaymentLinkWire[]>(
        'GET',
        `${linksPath}?limit=2&${query}${cursor}`,
      )
      assert.equal(body.status, 200, text)
      found.push(...body.data.map(({ title }) => title))
      const { nextCursor } = body.pagination as { nextCursor: string | null }
      if (nextCursor === null) return found
      cursor = `&cursor=${nextCursor}`
    }
  }
  const newest = titles.toReversed()
  assert.deepEqual(await list(''), newest)
  assert.deepEqual(await list('status=ACTIVE,INACTIVE'), newest)
  assert.deepEqual(await list('status=inactive'), ['Cerâmica II'])
  assert.deepEqual(await list('search=ceramica'), ['AULA DE CERÂMICA', 'Cerâmica II', 'Cerâmica I'])
  assert.deepEqual(await list('search=CER%C3%82MICA&status=ACTIVE'), [
    'AULA DE CERÂMICA',
    'Cerâmica I',
  ])
  assert.deepEqual(await list('search=%25'), [])
  assert.equal((await shop.call('GET', `${linksPath}?status=OPEN`)).http, 400)
})

test('the QR of a link holds its address, as SVG and as PNG', async () => {
  const shop = await world.openShop()
  const { id, url } = await newLink(shop)
  const authorization = `Basic ${Buffer.from(`x:${shop.secretKey}`).toString('base64')}`
  const image = (name: string) =>
    fetch(`${shop.baseUrl}${linksPath}/${id}/${name}`, { headers: { authorization } })
  const png = await image('qr.png')
  assert.equal(png.headers.get('content-type'), 'image/png')
  const pixels = readPng(Buffer.from(await png.arrayBuffer()))
  const modules = pixels
    .slice(80, -80)
    .filter((_, y) => y % 20 === 0)
    .map((row) => row.slice(80, -80).filter((_, x) => x % 20 === 0))
  assert.equal(readQr(modules), url)
  const svg = await image('qr.svg')
  assert.equal(svg.headers.get('content-type'), 'image/svg+xml; charset=utf-8')
  assert.match(await svg.text(), new RegExp(`^<svg .*viewBox="0 0 ${modules.length + 8} `))
})

test('a payment of a link names it, and a use comes back when the payment does not', async () => {
  const shop = await world.openShop()
  const counter = await openCounter(world.app, shop)
  const link = await newLink(shop, { maxUses: 1, quantity: { min: 1, max: 3 }, metadata: { a: 1 } })
  const session = await counter.use(link.url, { choice: { quantity: 2 } })
  const pix = await counter.pay(session, byPix)
  const sale: Sale = await shop.find(pix.id)
  assert.deepEqual(
    [sale.amount, sale.paymentLinkId, sale.metadata, sale.items],
    [
      100_00,
      link.id,
      { a: 1 },
      [{ title: link.title, unitPrice: 50_00, quantity: 2, tangible: null, externalRef: null }],
    ],
  )
  const taken = await linkNow(shop, link.id)
  assert.deepEqual([taken.uses, taken.paidUses, taken.unusableReason], [1, 0, 'used-up'])
  await assert.rejects(counter.use(link.url), (cause) => codeOf(cause) === 'payment-link-unusable')
  await shop.advance('PT31M')
  const freed = await linkNow(shop, link.id)
  assert.deepEqual([freed.uses, freed.isUsable, freed.completedAt], [0, true, null])
  await counter.pay(await counter.use(link.url), byCard('4024007153760011'))
  await shop.advance('PT1S')
  const done = await linkNow(shop, link.id)
  assert.deepEqual([done.uses, done.paidUses, done.paidAmount], [1, 1, 50_00])
  assert.ok(done.completedAt)
  const types = (await eventsOf(shop)).map(({ type }) => type)
  assert.deepEqual(types, ['payment_link.created', 'payment_link.completed'])
})

test('a limit that is lowered to what was paid completes the link', async () => {
  const shop = await world.openShop()
  const counter = await openCounter(world.app, shop)
  const link = await newLink(shop, { maxUses: 5 })
  await counter.pay(await counter.use(link.url), byCard('4024007153760011'))
  await shop.advance('PT1S')
  assert.equal((await linkNow(shop, link.id)).completedAt, null)
  const changed = await patch(shop, link.id, { maxUses: 1 })
  assert.equal(changed.http, 200, changed.text)
  await shop.advance('PT1S')
  assert.ok((await linkNow(shop, link.id)).completedAt)
  assert.deepEqual(
    (await eventsOf(shop)).map(({ type }) => type),
    ['payment_link.created', 'payment_link.updated', 'payment_link.completed'],
  )
})

test('a payer pays the price that the form showed, or none', async () => {
  const shop = await world.openShop()
  const counter = await openCounter(world.app, shop)
  const link = await newLink(shop)
  const attemptId = randomId()
  const form = { attemptId, shownAmount: 50_00 }
  const session = await counter.use(link.url, form)
  assert.equal(await counter.use(link.url, form), session, 'the same form has the same session')
  await patch(shop, link.id, { amount: 60_00 })
  await assert.rejects(counter.use(link.url, form), (cause) => codeOf(cause) === 'checkout-changed')
  // The session keeps the price that its payer saw.
  assert.equal((await counter.pay(session, byPix)).amount, 50_00)
  assert.equal(await counter.use(link.url, form), session, 'a repeat finds what it has paid')
})

test('a link that was turned off takes no payment of an open session either', async () => {
  const shop = await world.openShop()
  const counter = await openCounter(world.app, shop)
  const link = await newLink(shop)
  const session = await counter.use(link.url)
  await patch(shop, link.id, { status: 'INACTIVE' })
  await assert.rejects(
    counter.pay(session, byPix),
    (cause) => codeOf(cause) === 'payment-link-unusable',
  )
})

test('a link that was turned off leaves the payer the open PIX', async () => {
  const shop = await world.openShop()
  const counter = await openCounter(world.app, shop)
  const link = await newLink(shop, { maxUses: 1 })
  const session = await counter.use(link.url)
  const pix = await counter.pay(session, byPix)
  const other = await counter.pay(session, byPix)
  const statusOf = async ({ id }: { readonly id: string }) =>
    (await shop.call<Sale>('GET', `/api/user/transactions/${id}`)).body.data.status
  assert.equal(await statusOf(pix), 'CANCELED', 'the only use of the link is its own')
  await patch(shop, link.id, { status: 'INACTIVE' })
  await assert.rejects(
    counter.pay(session, byCard('4024007153760011')),
    (cause) => codeOf(cause) === 'payment-link-unusable',
  )
  assert.equal(await statusOf(other), 'WAITING_PAYMENT')
})

for (const [what, given, choice, issue] of [
  [
    'too little',
    { openAmount: { min: 5_00, max: 9_00 }, amount: null },
    { amount: 4_99 },
    'too-small 500',
  ],
  [
    'too much',
    { openAmount: { min: 5_00, max: 9_00 }, amount: null },
    { amount: 9_01 },
    'too-large 900',
  ],
  ['nothing', { openAmount: { min: 5_00, max: 9_00 }, amount: null }, {}, 'required'],
  ['too many', { quantity: { min: 1, max: 3 } }, { quantity: 4 }, 'too-large 3'],
] as const)
  test(`a payer who chooses ${what} opens no session`, async () => {
    const shop = await world.openShop()
    const counter = await openCounter(world.app, shop)
    const { url } = await newLink(shop, given)
    await assert.rejects(counter.use(url, { choice }), (cause) => {
      assert(cause instanceof Rejection)
      assert.equal(cause.details.issues?.[0]?.problem, issue)
      return true
    })
  })
