import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { buildServer } from '../../src/http/server/server.ts'
import { cashoutPath, earn } from '../kit/cashout.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import type { Shop } from '../kit/shop.ts'

/*
 * The mistakes of new users, and the response to each: an error that names the correction, or a
 * 200 with a warning.
 */

let world: World
let shop: Shop
before(async () => {
  world = await openWorld()
  shop = await world.openShop()
})
after(() => world.close())

const transactions = '/api/user/transactions'
const pix = (more: object = {}) => ({ amount: 1_990, paymentMethod: 'PIX', ...more })
const payer = { name: 'Ana Teste', document: { number: '11144477735', type: 'CPF' } }
const address = {
  street: 'Avenida Paulista',
  streetNumber: '1578',
  neighborhood: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
  zipCode: '01310-200',
}
const boleto = (more: object = {}) => ({
  amount: 1_990,
  paymentMethod: 'BOLETO',
  customer: { ...payer, address: { ...address, ...more } },
})
const card = {
  number: '4111111111111111',
  holderName: 'ANA',
  expirationMonth: 12,
  expirationYear: 31,
  cvv: '123',
}
const sale = (more: object = {}) => ({
  amount: 1_990,
  paymentMethod: 'CREDIT_CARD',
  card,
  customer: payer,
  ...more,
})

const warningsIn = (body: object) =>
  ((body as { warnings?: { code: string; field: string }[] }).warnings ?? []).map(
    ({ code, field }) => `${code} ${field}`,
  )

for (const [what, body, expected] of [
  ['nothing wrong', pix(), []],
  ['postbackURL', pix({ postbackURL: 'https://loja.com.br' }), ['unknown-field postbackURL']],
  ['custumer', pix({ custumer: {} }), ['unknown-field custumer']],
  ['an invalid e-mail', pix({ customer: { email: 'nope' } }), ['email-invalid customer.email']],
  [
    'a postback over http',
    pix({ postbackUrl: 'http://loja.invalid/x' }),
    ['postback-not-https postbackUrl'],
  ],
  [
    'items that do not add up',
    pix({ items: [{ unitPrice: 1, quantity: 1 }] }),
    ['items-total-differs items'],
  ],
  [
    'a boleto without address',
    { ...boleto(), customer: payer },
    ['boleto-address-missing customer.address'],
  ],
  [
    'a short CEP',
    pix({ customer: { address: { zipCode: '123' } } }),
    ['zip-code-invalid customer.address.zipCode'],
  ],
  ['a card without cvv', sale({ card: { ...card, cvv: undefined } }), ['cvv-missing card.cvv']],
  ['a year of two digits', sale(), []],
] as const) {
  test(`${what} is accepted, with a warning in the sandbox`, async () => {
    const answer = await shop.call('POST', transactions, body)
    assert.equal(answer.http, 200, answer.text)
    assert.deepEqual(warningsIn(answer.body), expected)
    assert.equal(answer.headers.get('guiche-warnings') !== null, expected.length > 0)
  })
}

const http = 'http://loja.invalid/x'
const postback = 'postback-not-https postbackUrl'
const page = 'page-not-https redirectUrl'
const sessions = '/api/user/checkout-sessions'
const links = '/api/user/payment-links'
const schedule = '/api/user/cashout/schedule'
const endpoints = '/api/user/webhooks/endpoints'

for (const [method, path, body, status, expected] of [
  ['POST', sessions, { postbackUrl: http }, 201, [postback]],
  [
    'POST',
    sessions,
    { redirectUrl: http, cancelUrl: http, customer: { email: 'nope' } },
    201,
    ['email-invalid customer.email', page, 'page-not-https cancelUrl'],
  ],
  ['POST', links, { postbackUrl: http, redirectUrl: http }, 201, [postback, page]],
  ['PATCH', links, { postbackUrl: http, redirectUrl: http }, 200, [postback, page]],
  ['POST', cashoutPath, { postbackUrl: http }, 200, [postback]],
  ['PUT', schedule, { postbackUrl: http }, 200, [postback]],
  ['POST', endpoints, { url: http }, 200, ['postback-not-https url']],
  ['PATCH', endpoints, { url: 'https://loja.invalid:8443' }, 200, ['postback-not-https url']],
] as const) {
  const names = Object.keys(body).join(', ')
  test(`${method} ${path} warns of ${names} that production rejects`, async () => {
    const answer = await shop.call(method, await pathOf(method, path), {
      ...needed[path],
      ...body,
    })
    assert.equal(answer.http, status, answer.text)
    assert.deepEqual(warningsIn(answer.body), expected)
    assert.equal(answer.headers.get('guiche-warnings') !== null, true)
  })
}

/** The other fields of the requests. */
const needed: Readonly<Record<string, object>> = {
  [sessions]: { title: 'Curso', amount: 1_990 },
  [links]: { title: 'Curso', amount: 1_990 },
  [schedule]: { enabled: false },
  [cashoutPath]: { amount: 1_000, pixKey: 'fulano@exemplo.com.br', pixType: 'EMAIL' },
}

/** The path of a request, once what it needs exists. */
async function pathOf(method: string, path: string): Promise<string> {
  if (path === cashoutPath) await earn(shop, 5_000)
  if (method !== 'PATCH') return path
  const given = { ...(path === endpoints && { url: 'https://loja.com.br' }), ...needed[path] }
  const { body } = await shop.call('POST', path, given)
  return `${path}/${body.data.id}`
}

for (const [query, expected] of [
  ['customer=zzz', ['unknown-filter customer']],
  ['email=ana@exemplo.com.br', ['unknown-filter email']],
  ['limit=1000', ['limit-capped limit']],
  ['limit=100&status=PAID', []],
] as const) {
  test(`the list with ?${query} has its warnings`, async () => {
    const answer = await shop.call('GET', `${transactions}?${query}`)
    assert.equal(answer.http, 200)
    assert.deepEqual(warningsIn(answer.body), expected)
  })
}

for (const [what, more, field] of [
  ['state XX', { state: 'XX' }, 'customer.address.state'],
  ['CEP 123', { zipCode: '123' }, 'customer.address.zipCode'],
  ['no district', { neighborhood: '' }, 'customer.address.neighborhood'],
] as const) {
  test(`a boleto with ${what} names the field, as its bank would not`, async () => {
    const answer = await shop.call('POST', transactions, boleto(more))
    assert.deepEqual(
      [answer.http, answer.body.error?.code, answer.body.error?.field],
      [400, 'customer-invalid', field],
    )
  })
}

for (const amount of [19.9, '19,90', '19.90']) {
  test(`amount ${JSON.stringify(amount)} is explained in cents`, async () => {
    const answer = await shop.call('POST', transactions, pix({ amount }))
    assert.equal(answer.http, 400)
    assert.match(answer.body.message, /em centavos: R\$\s19,90 é 1990/)
  })
}

test('a key sent in a wrong way gets an explanation without any part of the key', async () => {
  const { secretKey, publicKey } = shop
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
  for (const [authorization, message] of [
    [basic(`x:${publicKey}`), /chave pública \(pk_\)/],
    [`Basic ${secretKey}`, /sem base64/],
    [secretKey, /sem base64/],
    [`Bearer ${secretKey}`, /Bearer/],
  ] as const) {
    const answer = await shop.call('GET', '/api/user/wallet/balance', undefined, { authorization })
    assert.deepEqual([answer.http, answer.body.error?.code], [401, 'unauthenticated'])
    assert.match(answer.body.message, message)
    assert.ok(!answer.text.includes(secretKey) && !answer.text.includes(publicKey))
  }
  const page = await shop.call('POST', '/api/public/cards/tokens', card, {
    'x-public-key': secretKey,
  })
  assert.equal(page.http, 401)
  assert.match(page.body.message, /chave secreta/)
})

test('a refund of an unpaid sale gets an error that names what can be refunded', async () => {
  const { id } = await shop.sell(pix())
  const answer = await shop.call('POST', `${transactions}/${id}/refund`, {})
  assert.deepEqual([answer.http, answer.body.error?.code], [409, 'status-does-not-allow'])
  assert.match(answer.body.message, /só uma transação PAID pode ser devolvida/)
})

test('a rejection has warnings too: a misspelt field is often its cause', async () => {
  const answer = await shop.call('POST', transactions, {
    amount: 1_990,
    paymentMethod: 'BOLETO',
    custumer: payer,
  })
  assert.deepEqual([answer.http, answer.body.error?.code], [400, 'document-required'])
  assert.deepEqual(warningsIn(answer.body), [
    'unknown-field custumer',
    'boleto-address-missing customer.address',
  ])
})

test('a repeat with the same key gets the same response, also its warnings', async () => {
  const once = () =>
    shop.call('POST', transactions, pix({ custumer: {} }), { 'idempotency-key': 'mistake-1' })
  const [first, second] = [await once(), await once()]
  assert.equal(second.headers.get('idempotent-replayed'), 'true')
  assert.equal(second.text, first.text)
})

test('in production only the header has the warnings; the body keeps its form', async () => {
  const server = buildServer({ ...world.app, config: { ...world.app.config, mode: 'production' } })
  const answer = await server.inject({
    method: 'GET',
    url: `${transactions}?customer=zzz`,
    headers: { authorization: `Basic ${Buffer.from(`x:${shop.secretKey}`).toString('base64')}` },
  })
  assert.equal(answer.statusCode, 200)
  assert.equal(answer.headers['guiche-warnings'], 'unknown-filter;field="customer"')
  assert.equal(Object.hasOwn(answer.json(), 'warnings'), false)
})
