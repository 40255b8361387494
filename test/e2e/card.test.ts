import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openWorld, shortCalls, type World } from '../kit/gateway.ts'
import { type Shop, untilDone } from '../kit/shop.ts'

let world: World
let shop: Shop
before(async () => {
  world = await openWorld(shortCalls)
  shop = await world.openShop()
})
after(() => world.close())

const customer = {
  name: 'Ana Teste',
  email: 'ana@exemplo.com.br',
  document: { number: '111.444.777-35', type: 'CPF' },
}
const card = (number = '4024007153760011') => ({
  number,
  holderName: 'ANA TESTE',
  expirationMonth: 12,
  expirationYear: 2031,
  cvv: '123',
})
const order = (amount: number, given: object = {}) => ({
  paymentMethod: 'CREDIT_CARD',
  amount,
  installments: 1,
  customer,
  card: card(),
  ...given,
})
const statuses = async (id: string, count: number) =>
  (await shop.webhooks(id, count)).map(({ body }) => body.data.status)

/** The acquirer's own account of a transaction: the sales it made under our references. */
async function salesOf(id: string): Promise<readonly string[]> {
  const refs = await refsOf(id)
  const calls = await shop.calls({ provider: 'cielo', operation: 'sale' })
  return calls.filter(({ reference }) => refs.has(reference)).map(({ outcome }) => outcome)
}

async function refsOf(id: string): Promise<ReadonlySet<string | null>> {
  const rows = await world.app.sql<
    { ref: string }[]
  >`select attempt_ref as ref from attempts where transaction_id = ${id}`
  return new Set(rows.map(({ ref }) => ref))
}

test('a card sale is PAID at once, with one webhook and a masked number', async () => {
  const sale = await shop.sell(order(25_00, { installments: 3 }))
  assert.equal(sale.status, 'PAID')
  assert.deepEqual(sale.card, { brand: 'VISA', lastDigits: '************0011' })
  assert.equal(sale.installments, 3)
  const { reference, tid, nsu, authorizationCode } = sale.acquirer as Record<string, string>
  for (const [name, id] of Object.entries({ reference, tid, nsu, authorizationCode }))
    assert.ok(id, name)
  assert.deepEqual(await statuses(sale.id, 1), ['PAID'])
  assert.equal((await shop.find(sale.id)).status, 'PAID')
})

test('an order id has at most 16 characters, as at Rede, and ends with its account', async () => {
  for (const headers of [{}, { 'idempotency-key': 'order-1' }]) {
    const { id } = await shop.sell(order(10_00), headers)
    const [ref] = await refsOf(id)
    assert.match(ref ?? '', /^[0-9A-Za-z]{16}$/)
    assert.ok(ref?.endsWith(shop.accountId.slice(-6)))
  }
})

test('a refused card is a 200 with REFUSED and a reason for the payer', async () => {
  const sale = await shop.sell(order(25_00, { card: card('4024007153760052') }))
  assert.equal(sale.status, 'REFUSED')
  assert.ok(sale.refusedReason)
  assert.deepEqual(await statuses(sale.id, 1), ['REFUSED'])
})

test('a payment left in analysis is paid later and the merchant is notified once', async () => {
  const sale = await shop.sell(order(25_12))
  assert.equal(sale.status, 'WAITING_PAYMENT')
  await shop.advance('PT61S')
  assert.deepEqual(await statuses(sale.id, 2), ['WAITING_PAYMENT', 'PAID'])
  assert.equal((await shop.find(sale.id)).status, 'PAID')
})

test('a payment left in analysis is refused later and the merchant is notified once', async () => {
  const sale = await shop.sell(order(25_13))
  assert.equal(sale.status, 'WAITING_PAYMENT')
  await shop.advance('PT61S')
  assert.deepEqual(await statuses(sale.id, 2), ['WAITING_PAYMENT', 'REFUSED'])
})

test('timeout after processing: WAITING_PAYMENT, then PAID, charged once', async () => {
  const sale = await shop.sell(order(25_20))
  assert.equal(sale.status, 'WAITING_PAYMENT')
  await shop.advance('PT10S')
  assert.deepEqual(await statuses(sale.id, 2), ['WAITING_PAYMENT', 'PAID'])
  assert.deepEqual(await salesOf(sale.id), ['approved'])
})

test('timeout before processing: REFUSED when two queries find nothing', async () => {
  const sale = await shop.sell(order(25_21))
  assert.equal(sale.status, 'WAITING_PAYMENT')
  await shop.advance('PT5S')
  assert.equal(
    (await shop.find(sale.id)).status,
    'WAITING_PAYMENT',
    'the first silence proves nothing',
  )
  for (const _ of [1, 2, 3]) await shop.advance('PT15S')
  assert.deepEqual(await statuses(sale.id, 2), ['WAITING_PAYMENT', 'REFUSED'])
  assert.deepEqual(await salesOf(sale.id), ['swallowed'])
})

test('visible late: "not found" at first is no refusal; found later, it is PAID', async () => {
  const sale = await shop.sell(order(25_22))
  assert.equal(sale.status, 'WAITING_PAYMENT')
  await shop.advance('PT2S')
  const refs = await refsOf(sale.id)
  const queries = await shop.calls({ provider: 'cielo', operation: 'query-order' })
  assert.equal(queries.find(({ reference }) => refs.has(reference))?.outcome, 'not-found')
  for (const _ of [1, 2, 3]) await shop.advance('PT15S')
  // None is REFUSED.
  assert.deepEqual(await statuses(sale.id, 2), ['WAITING_PAYMENT', 'PAID'])
})

test('authorised without the requested capture: captured, then PAID', async () => {
  const sale = await shop.sell(order(25_30))
  for (const _ of [1, 2]) await shop.advance('PT15S')
  assert.equal((await shop.find(sale.id)).status, 'PAID')
})

test('authorise only, then capture', async () => {
  const sale = await shop.sell(order(25_00, { capture: false }))
  assert.equal(sale.status, 'AUTHORIZED')
  const capture = `/api/user/transactions/${sale.id}/capture`
  const part = await shop.call('POST', capture, { amount: 10_00 })
  assert.deepEqual([part.http, part.body.error?.field], [400, 'amount'])
  assert.match(part.body.message, /valor inteiro da venda, 2500/)
  assert.deepEqual((await shop.find(sale.id)).status, 'AUTHORIZED')
  const answer = await shop.call('POST', capture, { amount: 25_00 })
  assert.equal(answer.body.data.status, 'PAID')
  assert.deepEqual(await statuses(sale.id, 2), ['AUTHORIZED', 'PAID'])
})

test('authorise only, then cancel', async () => {
  const sale = await shop.sell(order(25_00, { capture: false }))
  const answer = await shop.call('POST', `/api/user/transactions/${sale.id}/cancel`)
  assert.equal(answer.body.data.status, 'CANCELED')
  assert.deepEqual(await statuses(sale.id, 2), ['AUTHORIZED', 'CANCELED'])
})

test('after an invalid response of the acquirer a later query gives the result', async () => {
  for (const fault of [
    'truncated-json',
    'wrong-types',
    'missing-body',
    'status-99',
    'done-then-500',
    'reset-after',
    'reset-body',
  ]) {
    await shop.control('POST', '/faults', { provider: 'cielo', operation: 'sale', fault, times: 1 })
    const sale = await shop.sell(order(25_00))
    assert.equal(sale.status, 'WAITING_PAYMENT', fault)
    await shop.advance('PT10S')
    assert.equal((await shop.find(sale.id)).status, 'PAID', fault)
    assert.deepEqual(await salesOf(sale.id), ['approved'], fault)
  }
})

test('100 parallel requests with one Idempotency-Key make one charge at the acquirer', async () => {
  const body = order(77_00)
  const headers = { 'idempotency-key': 'carrinho-100' }
  const answers = await Promise.all(
    Array.from({ length: 100 }, () =>
      untilDone(() => shop.call('POST', '/api/user/transactions', body, headers)),
    ),
  )
  const done = answers.filter(({ http }) => http === 200)
  assert.equal(done.length, 100, `others answered ${[...new Set(answers.map(({ http }) => http))]}`)
  assert.equal(new Set(done.map(({ text }) => text)).size, 1)
  const sales = await shop.calls({ provider: 'cielo', operation: 'sale', amount: 77_00 })
  assert.equal(sales.length, 1)
})

test('a card of a network that is not accepted gets no token, and no sale', async () => {
  const unionPay = card('6200000000000005')
  const tokenized = await fetch(`${shop.baseUrl}/api/public/cards/tokens`, {
    method: 'POST',
    headers: { 'x-public-key': shop.publicKey, 'content-type': 'application/json' },
    body: JSON.stringify({ card: unionPay }),
  })
  const { error } = (await tokenized.json()) as { error: { code: string; field: string } }
  const refused = [400, 'card-brand-not-supported', 'card.number']
  assert.deepEqual([tokenized.status, error.code, error.field], refused)
  const sold = await shop.call('POST', '/api/user/transactions', order(32_17, { card: unionPay }))
  assert.deepEqual([sold.http, sold.body.error?.code, sold.body.error?.field], refused)
  assert.deepEqual(await shop.calls({ provider: 'cielo', operation: 'sale', amount: 32_17 }), [])
})

test('a one-time card token is charged once', async () => {
  const made = await fetch(`${shop.baseUrl}/api/public/cards/tokens`, {
    method: 'POST',
    headers: { 'x-public-key': shop.publicKey, 'content-type': 'application/json' },
    body: JSON.stringify({ card: card() }),
  })
  assert.equal(made.status, 200)
  const { data } = (await made.json()) as { data: { token: string } }
  const sale = await shop.sell(order(31_00, { card: { token: data.token } }))
  assert.equal(sale.status, 'PAID')
  const again = await shop.call(
    'POST',
    '/api/user/transactions',
    order(31_00, { card: { token: data.token } }),
  )
  assert.equal(again.http, 400)
  assert.equal(again.body.error?.code, 'card-token-invalid')
})

test('a card number leaves no trace in the database', async () => {
  const number = '4024007153760094'
  await shop.sell(order(42_00, { card: card(number) }))
  const tables = await world.app.sql<
    { name: string }[]
  >`select table_name as name from information_schema.tables where table_schema = 'public'`
  for (const { name } of tables) {
    const [row] = await world.app.sql<
      { count: number }[]
    >`select count(*) from ${world.app.sql(name)} t where t::text like ${`%${number}%`}`
    assert.equal(row?.count, 0, name)
  }
})
