import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openWorld, type World } from '../kit/gateway.ts'
import type { Shop } from '../kit/shop.ts'

let world: World
let shop: Shop
before(async () => {
  world = await openWorld()
  shop = await world.openShop()
})
after(() => world.close())

const path = '/api/user/transactions'
const orders = {
  PIX: { amount: 1_990, paymentMethod: 'PIX' },
  BOLETO: {
    amount: 1_990,
    paymentMethod: 'BOLETO',
    customer: { name: 'Ana', document: { number: '52998224725', type: 'CPF' } },
  },
  CREDIT_CARD: {
    amount: 1_990,
    paymentMethod: 'CREDIT_CARD',
    card: { number: '4111111111111111', holderName: 'ANA', expirationMonth: 12, expirationYear: 2031, cvv: '123' },
  },
}
const keyed = (key: string) => ({ 'idempotency-key': key })

for (const [method, order] of Object.entries(orders)) {
  test(`I4: a repeated ${method} is answered byte for byte, and nothing is sold again`, async () => {
    const other = await world.openShop()
    const first = await other.call('POST', path, order, keyed('order-1'))
    const again = await other.call('POST', path, order, keyed('"order-1"'))
    assert.equal(first.http, 200)
    assert.equal(first.headers.get('idempotent-replayed'), null)
    assert.deepEqual([again.http, again.text, again.headers.get('idempotent-replayed')], [200, first.text, 'true'])
    assert.equal((await other.call<unknown[]>('GET', path)).body.data.length, 1)
  })
}

test('100 equal requests at once with one key are one card sale at the acquirer', async () => {
  const other = await world.openShop()
  const order = { ...orders.CREDIT_CARD, amount: 7_731 }
  const answers = await Promise.all(Array.from({ length: 100 }, () => other.call('POST', path, order, keyed('rush'))))
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
  assert.equal(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null).length, 1)
  assert.equal((await other.call<unknown[]>('GET', path)).body.data.length, 1)
  assert.equal((await other.calls({ provider: 'cielo', operation: 'sale', amount: 7_731 })).length, 1)
})

test('I4: another body, or another address, with a used key is 422', async () => {
  const { body } = await shop.call('POST', path, orders.PIX, keyed('taken'))
  const other = await shop.call('POST', path, { ...orders.PIX, amount: 1_991 }, keyed('taken'))
  assert.deepEqual([other.http, other.body.error?.code], [422, 'idempotency-key-reused'])
  const elsewhere = await shop.call('POST', `${path}/${body.data.id}/cancel`, undefined, keyed('taken'))
  assert.equal(elsewhere.http, 422)
})

test('I3: the same sale with another security code is the same sale', async () => {
  const { card } = orders.CREDIT_CARD
  const first = await shop.call('POST', path, orders.CREDIT_CARD, keyed('cvv'))
  const again = await shop.call('POST', path, { ...orders.CREDIT_CARD, card: { ...card, cvv: '999' } }, keyed('cvv'))
  assert.equal(again.text, first.text)
})

test('I5: a 400 is not remembered: the key works once the order is right', async () => {
  assert.equal((await shop.call('POST', path, { ...orders.PIX, amount: 0 }, keyed('fixed'))).http, 400)
  assert.equal((await shop.call('POST', path, orders.PIX, keyed('fixed'))).http, 200)
})

test('I8: without a key two equal purchases are two', async () => {
  const [one, other] = [await shop.sell(orders.PIX), await shop.sell(orders.PIX)]
  assert.notEqual(one.id, other.id)
})

test('a cancellation is repeated like everything else', async () => {
  const sale = await shop.sell(orders.PIX)
  const first = await shop.call('POST', `${path}/${sale.id}/cancel`, {}, keyed('cancel'))
  const again = await shop.call('POST', `${path}/${sale.id}/cancel`, {}, keyed('cancel'))
  assert.deepEqual([again.text, again.headers.get('idempotent-replayed')], [first.text, 'true'])
})

test('the security code of a card is nowhere in the database', async () => {
  const card = { ...orders.CREDIT_CARD.card, cvv: '7319' }
  await shop.call('POST', path, { ...orders.CREDIT_CARD, card }, keyed('secret'))
  const tables = await world.app.sql<
    { name: string }[]
  >`select tablename as name from pg_tables where schemaname = 'public'`
  for (const { name } of tables) {
    const [row] = await world.app.sql<{ found: boolean }[]>`
      select exists (select from ${world.app.sql(name)} t where t::text like '%4111111111111111%' or t::text like '%"cvv"%') as found`
    assert.equal(row?.found, false, name)
  }
})
