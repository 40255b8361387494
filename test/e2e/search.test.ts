import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openWorld, type World } from '../kit/gateway.ts'
import type { Sale, Shop } from '../kit/shop.ts'
import { until } from '../kit/time-limit.ts'

let world: World
let shop: Shop
let maria: Sale
let joao: Sale
before(async () => {
  world = await openWorld()
  shop = await world.openShop()
  maria = await shop.sell({
    paymentMethod: 'PIX',
    amount: 123_45,
    externalRef: 'Pedido 7',
    customer: {
      name: 'Maria da Conceição',
      email: 'Maria@Exemplo.com.br',
      document: { number: '011.944.777-27', type: 'CPF' },
    },
  })
  await shop.pay(maria.pix?.qrcode ?? '')
  joao = await shop.sell({ paymentMethod: 'PIX', amount: 50_00, customer: { name: 'João Maria' } })
  const other = await world.openShop()
  await other.sell({ paymentMethod: 'PIX', amount: 123_45, customer: { name: 'Maria' } })
  await until('both are found', async () => (await found('search=maria')).length === 2)
  await until('it is paid', async () => (await shop.find(maria.id)).status === 'PAID')
})
after(() => world.close())

async function found(query: string): Promise<string[]> {
  const { http, text, body } = await shop.call<Sale[]>('GET', `/api/user/transactions?${query}`)
  assert.equal(http, 200, text)
  return body.data.map(({ id }) => id)
}

test('a payment is found by each of its values, and only in its account', async () => {
  const { endToEndId, secureId } = await shop.find(maria.id)
  await until('the end-to-end id is found', async () => {
    return (await found(`search=${endToEndId}`))[0] === maria.id
  })
  for (const text of [
    maria.id,
    secureId,
    'Pedido 7',
    '123,45',
    'R$ 123,45',
    'maria@exemplo.com.br',
    '011.944.777-27',
    '01194477727',
    'conceicao MARIA',
  ])
    assert.deepEqual(await found(`search=${encodeURIComponent(`${text}`)}`), [maria.id], `${text}`)
  assert.deepEqual(await found('search=maria'), [joao.id, maria.id])
  for (const text of ['mar', 'pedido', '123', 'maria jose'])
    assert.deepEqual(await found(`search=${encodeURIComponent(text)}`), [], text)
})

test('a search narrows with the other filters, and with amounts', async () => {
  assert.deepEqual(await found('search=maria&status=PAID'), [maria.id])
  assert.deepEqual(await found('search=maria&maxAmount=5000'), [joao.id])
  assert.deepEqual(await found('minAmount=5001'), [maria.id])
  assert.deepEqual(await found('minAmount=5000&maxAmount=12345'), [joao.id, maria.id])
  assert.deepEqual(await found('search=maria&end_date=2020-01-01'), [])
})

test('a search goes on by its cursor and has no page numbers', async () => {
  const first = await shop.call<Sale[]>('GET', '/api/user/transactions?search=maria&limit=1')
  const { nextCursor } = first.body.pagination as { nextCursor: string }
  assert.deepEqual(await found(`search=maria&limit=1&cursor=${nextCursor}`), [maria.id])
  for (const query of ['search=maria&page=1', 'search=m', 'minAmount=1,50']) {
    const { http, body } = await shop.call('GET', `/api/user/transactions?${query}`)
    assert.deepEqual([http, body.error?.code], [400, 'validation-failed'], query)
  }
})

test('a search is a table too', async () => {
  const authorization = `Basic ${Buffer.from(`x:${shop.secretKey}`).toString('base64')}`
  const response = await fetch(`${shop.baseUrl}/api/user/transactions?search=maria&format=csv`, {
    headers: { authorization },
  })
  const lines = (await response.text()).trim().split('\n')
  assert.equal(lines.length, 3)
})
