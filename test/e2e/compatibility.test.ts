import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openWorld, type World } from '../kit/gateway.ts'
import { type Sale, type Shop, untilAvailable } from '../kit/shop.ts'

/* One test for each thing that the code of existing clients does (docs/design/interface.md). */

let world: World
let shop: Shop
before(async () => {
  world = await openWorld()
  shop = await world.openShop()
})
after(() => world.close())

const path = '/api/user/transactions'
const pix = (more: object = {}) => ({ amount: 1_990, paymentMethod: 'PIX', ...more })
const cardData = {
  number: '4111111111111111',
  holderName: 'ANA SOUZA',
  expirationMonth: '12',
  expirationYear: '31',
  cvv: '123',
}
const card = (more: object = {}) => ({
  amount: 1_990,
  paymentMethod: 'CREDIT_CARD',
  card: cardData,
  customer: { name: 'Ana' },
  ...more,
})
const create = (body: unknown, headers = {}) => shop.call('POST', path, body, headers)
const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })

/** Creates a transaction and returns the response. */
async function created(body: object): Promise<Sale> {
  const answer = await create(body)
  assert.equal(answer.http, 200, answer.text)
  return answer.body.data
}

const customerOf = (sale: Sale) => sale.customer as Readonly<Record<string, unknown>>

test('the secret key is found in either half, or alone', async () => {
  const { secretKey: sk, publicKey: pk } = shop
  for (const text of [`x:${sk}`, `${pk}:${sk}`, sk, `${sk}:`]) {
    assert.equal(
      (await shop.call('GET', '/api/user/wallet/balance', undefined, basic(text))).http,
      200,
    )
  }
})

test('anything else is a clean 401 before the body is looked at', async () => {
  for (const authorization of [
    '',
    `Bearer ${shop.secretKey}`,
    'Basic',
    'Basic @@@@',
    basic(`x:${shop.publicKey}`).authorization,
  ]) {
    const answer = await create('not even JSON', {
      authorization,
      'content-type': 'application/json',
    })
    assert.equal(answer.http, 401)
    assert.equal(answer.body.error?.code, 'unauthenticated')
  }
})

test('unknown keys are ignored anywhere', async () => {
  const sale = await created(
    pix({
      foo: { bar: 1 },
      customer: { name: 'Ana', vip: true },
      items: [{ title: 'A', sku: 'x' }],
    }),
  )
  assert.equal(sale.foo, undefined)
  assert.deepEqual(Object.keys((sale.items as object[])[0] ?? {}).sort(), [
    'externalRef',
    'quantity',
    'tangible',
    'title',
    'unitPrice',
  ])
})

test('blocks of another method are ignored, not validated', async () => {
  await created(
    pix({
      card: { number: 'x', expirationMonth: 99 },
      boleto: { expiresInDays: 'soon' },
      installments: 'many',
    }),
  )
})

test('BRL is accepted and any other currency is a 400', async () => {
  await created(pix({ currency: 'BRL' }))
  const answer = await create(pix({ currency: 'USD' }))
  assert.deepEqual([answer.http, answer.body.error?.code], [400, 'currency-not-supported'])
})

test('enums are read in any case', async () => {
  const sale = await created(
    pix({ paymentMethod: 'pix', customer: { document: { number: '52998224725', type: 'cpf' } } }),
  )
  assert.equal(sale.paymentMethod, 'PIX')
  assert.equal((await created(card({ paymentMethod: 'credit_card' }))).paymentMethod, 'CREDIT_CARD')
})

test('3000.0 is 3000, and "3000", 3000.5 and 3e3 are not', async () => {
  assert.equal((await create('{"amount":3000.0,"paymentMethod":"PIX"}')).body.data.amount, 3_000)
  for (const amount of ['"3000"', '3000.5', '3e3', '9007199254740993', '0', '-1', '100000000000']) {
    const answer = await create(`{"amount":${amount},"paymentMethod":"PIX"}`)
    assert.deepEqual([answer.http, answer.body.error?.field], [400, 'amount'], amount)
  }
})

test('tangible may be 0 or 1', async () => {
  const sale = await created(pix({ items: [{ tangible: 1 }, { tangible: 0 }] }))
  assert.deepEqual(
    (sale.items as { tangible: boolean }[]).map(({ tangible }) => tangible),
    [true, false],
  )
})

test('an explicit null counts as absent', async () => {
  const sale = await created(
    pix({
      customer: null,
      items: null,
      shipping: null,
      metadata: null,
      postbackUrl: null,
      traceable: null,
      ip: null,
      pix: null,
      card: null,
      currency: null,
      installments: null,
    }),
  )
  assert.deepEqual(
    [sale.customer, sale.items, sale.shipping, sale.metadata, sale.postbackUrl],
    [null, [], null, null, null],
  )
})

test('an empty postbackUrl counts as absent', async () => {
  assert.equal((await created(pix({ postbackUrl: '' }))).postbackUrl, null)
})

test('the phone is optional, digits or formatted', async () => {
  for (const phone of [undefined, '11999998888', '(11) 99999-8888']) {
    assert.equal(
      customerOf(await created(pix({ customer: { name: 'Ana', phone } }))).phone,
      phone ?? null,
    )
  }
})

test('the document is optional on PIX, digits or masked, and a placeholder passes', async () => {
  for (const number of ['52998224725', '529.982.247-25', '00000000000', '11.222.333/0001-81']) {
    const type = number.length > 14 ? 'CNPJ' : 'CPF'
    const sale = await created(pix({ customer: { name: 'Ana', document: { number, type } } }))
    assert.deepEqual(customerOf(sale).document, { number: number.replace(/\D/g, ''), type })
  }
  await created(pix({ customer: { name: 'Ana' } }))
})

test('a boleto wants a true document', async () => {
  const boleto = (customer: object) =>
    create({ amount: 1_990, paymentMethod: 'BOLETO', customer: { name: 'Ana', ...customer } })
  assert.equal((await boleto({})).body.error?.code, 'document-required')
  assert.equal(
    (await boleto({ document: { number: '52998224724', type: 'CPF' } })).body.error?.code,
    'document-invalid',
  )
  assert.equal((await boleto({ document: { number: '52998224725', type: 'CPF' } })).http, 200)
})

test('externaRef and externalRef of the customer are returned as externaRef', async () => {
  for (const customer of [{ externaRef: 'c-1' }, { externalRef: 'c-1' }]) {
    assert.equal(customerOf(await created(pix({ customer }))).externaRef, 'c-1')
  }
})

test('customer.address is accepted', async () => {
  const sale = await created(
    pix({ customer: { name: 'Ana', address: { street: 'Rua A', city: 'Santos', state: 'SP' } } }),
  )
  assert.equal((customerOf(sale).address as { city: string }).city, 'Santos')
})

test('shipping may be absent, only a fee, partial or blank', async () => {
  const shippings = [
    undefined,
    {},
    [],
    { fee: 500 },
    { address: { city: 'Santos' } },
    { fee: 0, address: { street: '', city: '' } },
  ]
  for (const shipping of shippings) await created(pix({ shipping }))
})

test('everything else is optional and comes back when sent', async () => {
  const given = {
    traceable: true,
    ip: '203.0.113.7',
    externalRef: 'pedido 7',
    postbackUrl: `${world.receiver.url}/x`,
    metadata: { a: 1 },
  }
  const sale = await created(
    pix({
      ...given,
      items: [
        { title: 'Livro', unitPrice: 1_990, quantity: 1, tangible: true, externalRef: 'i-1' },
      ],
    }),
  )
  for (const [name, value] of Object.entries(given)) assert.deepEqual(sale[name], value)
  assert.deepEqual(sale.items, [
    { title: 'Livro', unitPrice: 1_990, quantity: 1, tangible: true, externalRef: 'i-1' },
  ])
})

test('pix may be absent, in days or in seconds', async () => {
  for (const [block, seconds] of [
    [undefined, 86_400],
    [{ expiresInDays: 3 }, 3 * 86_400],
    [{ expiresInSeconds: 600 }, 600],
    [{ expiresInSeconds: 3_600 }, 3_600],
  ] as const) {
    const sale = await created(pix({ pix: block }))
    const lastsMs = Date.parse(`${sale.pix?.expirationDate}`) - Date.parse(`${sale.createdAt}`)
    assert.ok(
      Math.abs(lastsMs - seconds * 1_000) < 5_000,
      `${lastsMs} ms for ${JSON.stringify(block)}`,
    )
  }
})

test('boleto.expiresInDays sets the due date', async () => {
  const customer = { name: 'Ana', document: { number: '52998224725', type: 'CPF' } }
  const sale = await created({
    amount: 1_990,
    paymentMethod: 'BOLETO',
    customer,
    boleto: { expiresInDays: 10 },
  })
  const days =
    (Date.parse(`${sale.boleto?.expirationDate}`) - Date.parse(`${sale.createdAt}`)) / 86_400_000
  // The next business day, at most after a long weekend.
  assert.ok(days >= 9 && days <= 16, `${days} days`)
})

for (const [what, metadata] of [
  ['an object', { order: 'A-1', nested: { list: [1, 2] }, accents: 'João' }],
  ['a JSON text', '{"order": "A-1",  "spaces":  true}'],
  ['any text', 'pedido nº 7'],
  ['an empty text', ''],
] as const) {
  test(`metadata as ${what} keeps its type and text in response, lookup and webhook`, async () => {
    const sale = await created(pix({ metadata, postbackUrl: `${world.receiver.url}/x` }))
    assert.deepEqual(sale.metadata, metadata)
    assert.deepEqual((await shop.find(sale.id)).metadata, metadata)
    const [notice] = await shop.webhooks(sale.id, 1)
    assert.deepEqual(notice?.body.data.metadata, metadata)
  })
}

test('GET may name a content type and send no body', async () => {
  const sale = await created(pix())
  for (const url of [path, `${path}/${sale.id}`, '/api/user/wallet/balance']) {
    assert.equal(
      (await shop.call('GET', url, undefined, { 'content-type': 'application/json' })).http,
      200,
    )
  }
})

test('a POST without data may have a content type and zero bytes, or [] or {}', async () => {
  for (const body of ['', '[]', '{}']) {
    const sale = await created(pix())
    const answer = await shop.call('POST', `${path}/${sale.id}/cancel`, body, {
      'content-type': 'application/json',
    })
    assert.deepEqual([answer.http, answer.body.data.status], [200, 'CANCELED'])
  }
})

test('path and query of postbackUrl keep every byte, also in the webhook request', async () => {
  const tail = '/hook/%7Eloja/../a;b?x=a+b&y=%C3%A7&z'
  const sale = await created(pix({ postbackUrl: world.receiver.url + tail }))
  assert.equal(sale.postbackUrl, world.receiver.url + tail)
  const [notice] = await shop.webhooks(sale.id, 1)
  assert.equal(notice?.path, tail)
})

test('one id may be polled without end', async () => {
  const sale = await created(pix())
  for (let round = 0; round < 10; round += 1) {
    const polls = Array.from({ length: 10 }, () =>
      untilAvailable(() => shop.call<Sale>('GET', `${path}/${sale.id}`)),
    )
    assert.ok(
      (await Promise.all(polls)).every(
        ({ http, body }) => http === 200 && body.data.status === 'WAITING_PAYMENT',
      ),
    )
  }
})

test('the probe of the zero id is 404 with a good key and 401 with a bad one', async () => {
  const url = `${path}/00000000-0000-0000-0000-000000000000`
  assert.equal((await shop.call('GET', url)).http, 404)
  assert.equal((await shop.call('GET', url, undefined, basic('x:sk_wrong'))).http, 401)
})

test('the probe {"paymentMethod":"CREDIT_CARD"} is 400', async () => {
  assert.equal((await create({ paymentMethod: 'CREDIT_CARD' })).http, 400)
})

test('a card comes with its data, months and years as text or number', async () => {
  for (const dates of [
    { expirationMonth: 12, expirationYear: 2031 },
    { expirationMonth: '12', expirationYear: '31' },
    { expirationMonth: '1', expirationYear: '2031' },
  ]) {
    const sale = await created(card({ card: { ...cardData, ...dates } }))
    assert.deepEqual(
      [sale.status, sale.card],
      ['PAID', { brand: 'VISA', lastDigits: '************1111' }],
    )
  }
})

test('a card comes as a one-time token, in card.token or card.hash', async () => {
  for (const name of ['token', 'hash']) {
    const response = await fetch(`${world.baseUrl}/api/public/cards/tokens`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-public-key': shop.publicKey },
      body: JSON.stringify(cardData),
    })
    const { data } = (await response.json()) as { data: { token: string } }
    assert.equal((await created(card({ card: { [name]: data.token } }))).status, 'PAID')
  }
})

test('installments may sit inside card', async () => {
  const sale = await created(card({ amount: 30_000, card: { ...cardData, installments: 3 } }))
  assert.equal(sale.installments, 3)
})

const always = [
  'id',
  'status',
  'amount',
  'refundedAmount',
  'paymentMethod',
  'installments',
  'customer',
  'items',
  'shipping',
  'metadata',
  'postbackUrl',
  'traceable',
  'ip',
  'externalRef',
  'createdAt',
  'updatedAt',
  'paidAt',
  'refusedReason',
  'secureId',
  'secureUrl',
  'endToEndId',
  'fee',
  'refunds',
]

test('creation, lookup, list item and webhook are one shape, with every field there', async () => {
  const sale = await created(
    pix({ postbackUrl: `${world.receiver.url}/x`, customer: { name: 'Ana' } }),
  )
  for (const name of always) assert.ok(name in sale, name)
  for (const name of ['id', 'name', 'email', 'phone', 'document', 'externaRef'])
    assert.ok(name in (sale.customer as object), name)
  assert.deepEqual(await shop.find(sale.id), sale)
  const list = await shop.call<Sale[]>('GET', `${path}?limit=1`)
  assert.deepEqual(list.body.data[0], sale)
  const [notice] = await shop.webhooks(sale.id, 1)
  assert.deepEqual(notice?.body.data, sale)
})

test('creation returns 200, with status, one message, data and a null error', async () => {
  const { http, body } = await create(pix())
  assert.equal(http, 200)
  assert.equal(body.status, 200)
  assert.equal(typeof body.message, 'string')
  assert.equal(body.error, null)
  assert.ok('error' in body)
})

test('a PIX has its text, its end in UTC and its page', async () => {
  const sale = await created(pix())
  assert.match(`${sale.pix?.qrcode}`, /^000201/)
  assert.match(`${sale.pix?.expirationDate}`, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.equal((await fetch(`${sale.pix?.url}`)).status, 200)
})

test('a boleto has its page, barcode, line, end and instructions', async () => {
  const customer = { name: 'Ana', document: { number: '52998224725', type: 'CPF' } }
  const sale = await created({
    amount: 1_990,
    paymentMethod: 'BOLETO',
    customer,
    boleto: { instructions: ['Não receber em cheque'] },
  })
  const boleto = sale.boleto as unknown as Record<string, unknown>
  assert.match(`${boleto.barcode}`, /^\d{44}$/)
  assert.match(`${boleto.digitableLine}`, /^\d{47}$/)
  assert.deepEqual(boleto.instructions, ['Não receber em cheque'])
  assert.equal((await fetch(`${boleto.url}`)).status, 200)
  assert.equal(
    (await fetch(`${boleto.url}/boleto.pdf`)).headers.get('content-type'),
    'application/pdf',
  )
})

test('a list is an array, newest first, with paging facts beside it', async () => {
  const other = await world.openShop()
  for (const amount of [101, 102, 103, 104, 105]) await other.sell(pix({ amount }))
  const amountsOf = (list: { body: { data: Sale[] } }) => list.body.data.map(({ amount }) => amount)
  const page1 = await other.call<Sale[]>('GET', `${path}?page=1&limit=2`)
  const page3 = await other.call<Sale[]>('GET', `${path}?page=3&limit=2`)
  assert.deepEqual([amountsOf(page1), amountsOf(page3)], [[105, 104], [101]])
  assert.deepEqual((page1.body.pagination as { total: number }).total, 5)

  const seen: number[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const list: { body: { data: Sale[]; pagination?: unknown } } = await other.call<Sale[]>(
      'GET',
      `${path}?limit=2&cursor=${cursor}`,
    )
    seen.push(...amountsOf(list))
    cursor = (list.body.pagination as { nextCursor: string | null }).nextCursor
  }
  assert.deepEqual(seen, [105, 104, 103, 102, 101])
})

test('a list is filtered by status, paymentMethods and dates', async () => {
  const other = await world.openShop()
  const paid = await other.sell(card())
  const waiting = await other.sell(pix())
  const ids = async (query: string) =>
    (await other.call<Sale[]>('GET', `${path}?${query}`)).body.data.map(({ id }) => id)
  assert.deepEqual(await ids('status=PAID'), [paid.id])
  assert.deepEqual(await ids('status=paid,WAITING_PAYMENT'), [waiting.id, paid.id])
  assert.deepEqual(await ids('paymentMethods=PIX,BOLETO'), [waiting.id])
  const today = Temporal.Instant.from(`${paid.createdAt}`)
    .toZonedDateTimeISO('America/Sao_Paulo')
    .toPlainDate()
  assert.deepEqual(await ids(`start_date=${today}&end_date=${today}`), [waiting.id, paid.id])
  assert.deepEqual(await ids(`end_date=${today.subtract({ days: 1 })}`), [])
  assert.deepEqual(await ids(`start_date=${encodeURIComponent(`${waiting.createdAt}`)}`), [
    waiting.id,
  ])
  const bad = await other.call('GET', `${path}?status=DONE&start_date=yesterday&limit=x`)
  const issues = bad.body.error?.issues as { field: string }[]
  assert.deepEqual(
    [bad.http, issues.map(({ field }) => field)],
    [400, ['status', 'start_date', 'limit']],
  )
})

test('malformed and unknown ids are the same JSON 404', async () => {
  const answers = await Promise.all(
    ['0198c1de-7a4b-7c11-9d52-3f6f2f0f9b10', 'abc', '123', '%00', '%zz', 'x'.repeat(90)].map((id) =>
      shop.call('GET', `${path}/${id}`),
    ),
  )
  assert.deepEqual([...new Set(answers.map(({ http }) => http))], [404])
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
})

test('a summary has status and paidAt', async () => {
  const sale = await created(card())
  const { data } = (await shop.call('GET', `${path}/${sale.id}/summary`)).body
  assert.deepEqual([data.status, data.paidAt], ['PAID', sale.paidAt])
})

test('the balance has every name clients read, in whole cents', async () => {
  const { data } = (await shop.call<Record<string, number>>('GET', '/api/user/wallet/balance')).body
  for (const name of ['balance', 'available', 'withheldBalance', 'blocked', 'pending'])
    assert.ok(Number.isInteger(data[name]), name)
})
