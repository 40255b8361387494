import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { moveTo } from '../kit/device-pay.ts'
import { openWorld, shortCalls, type World } from '../kit/gateway.ts'
import type { Sale, Shop } from '../kit/shop.ts'

let world: World
before(async () => {
  world = await openWorld(shortCalls)
})
after(() => world.close())

/** A shop that sells cards through another acquirer than the demonstration's. */
async function openShopAt(acquirer: 'pagarme' | 'rede'): Promise<Shop> {
  const shop = await world.openShop()
  const providerId = world.providers.all[acquirer]
  assert(providerId !== undefined)
  await moveTo(world, shop, providerId)
  return shop
}

const customer = {
  name: 'Ana Teste',
  email: 'ana@exemplo.com.br',
  document: { number: '11144477735', type: 'CPF' },
}
const cardOrder = (amount: number, number = '4024007153760011') => ({
  ...{ paymentMethod: 'CREDIT_CARD', amount, installments: 1, customer },
  card: { number, holderName: 'Ana Teste', expirationMonth: 12, expirationYear: 2031, cvv: '123' },
})
const callsAt = async (shop: Shop, provider: string, operation: string, amount: number) =>
  (await shop.calls({ provider, operation, amount })).map(({ outcome }) => outcome)

for (const acquirer of ['pagarme', 'rede'] as const) {
  test(`${acquirer}: a card is sold once and there, and refused there`, async () => {
    const shop = await openShopAt(acquirer)
    const amount = acquirer === 'rede' ? 71_00 : 72_00
    const paid = await shop.sell(cardOrder(amount))
    assert.deepEqual(
      [paid.status, paid.card],
      ['PAID', { brand: 'VISA', lastDigits: '************0011' }],
    )
    assert.deepEqual(await callsAt(shop, acquirer, 'sale', amount), ['approved'])
    assert.deepEqual(await callsAt(shop, 'cielo', 'sale', amount), [])
    assert.equal((await shop.sell(cardOrder(amount, '4024007153760052'))).status, 'REFUSED')
  })

  test(`${acquirer}: a sale without a response waits, and its end is notified once`, async () => {
    const shop = await openShopAt(acquirer)
    const lost = await shop.sell(cardOrder(acquirer === 'rede' ? 73_20 : 74_20))
    const undecided = await shop.sell(
      cardOrder(acquirer === 'rede' ? 75_00 : 76_00, '4024007153760086'),
    )
    assert.deepEqual([lost.status, undecided.status], ['WAITING_PAYMENT', 'WAITING_PAYMENT'])
    // Decided first, then queried.
    for (const step of ['PT1M', 'PT5M']) await shop.advance(step)
    for (const { id, amount } of [lost, undecided]) {
      assert.equal((await shop.find(id)).status, 'PAID')
      assert.deepEqual(await callsAt(shop, acquirer, 'sale', amount), [
        amount % 100 === 0 ? 'unfinished' : 'approved',
      ])
    }
  })
}

test('rede: a refund that the acquirer refuses fails at once, and its amount is back', async () => {
  type Refunded = Sale & { readonly refunds: readonly { readonly status: string }[] }
  type Balance = Readonly<Record<'available' | 'pending' | 'blocked', number>>
  const shop = await openShopAt('rede')
  const balance = async () => {
    const { body } = await shop.call<Balance>('GET', '/api/user/wallet/balance')
    const { available, pending, blocked } = body.data
    return { available, pending, blocked }
  }
  const sale = await shop.sell(cardOrder(80_53))
  const paid = await balance()
  assert.ok(paid.pending > 30_00)
  const path = `/api/user/transactions/${sale.id}/refund`
  const { http, body } = await shop.call<Refunded>('POST', path, { amount: 30_00 })
  assert.deepEqual(
    [http, body.data.status, body.data.refunds.map(({ status }) => status)],
    [200, 'PAID', ['FAILED']],
  )
  assert.deepEqual(await callsAt(shop, 'rede', 'void', 30_00), ['denied'])
  assert.deepEqual(await balance(), paid)
})

test('pagarme: a token for its own key pays, a token for the key of Cielo does not', async () => {
  const shop = await openShopAt('pagarme')
  const pay = async (amount: number, fields: object) => {
    const { token } = await shop.control<{ token: object }>('POST', '/device-pay/tokens', {
      amount,
      ...fields,
    })
    const order = {
      paymentMethod: 'CREDIT_CARD',
      amount,
      customer,
      wallet: { type: 'DEVICE_PAY', token },
    }
    return shop.call('POST', '/api/user/transactions', order)
  }
  const paid = await pay(77_00, { network: 'Visa', acquirer: 'pagarme' })
  assert.deepEqual([paid.http, paid.body.data.status], [200, 'PAID'])
  assert.deepEqual(await callsAt(shop, 'pagarme', 'sale', 77_00), ['approved'])
  const foreign = await pay(78_00, { network: 'Visa', acquirer: 'cielo' })
  assert.equal(foreign.http, 400)
  assert.match(foreign.body.message, /^Pagar\.me/)
})

test('rede: Device Pay is a 400 and nothing is sent', async () => {
  const shop = await openShopAt('rede')
  const { token } = await shop.control<{ token: object }>('POST', '/device-pay/tokens', {
    amount: 79_00,
    network: 'Visa',
  })
  const order = {
    paymentMethod: 'CREDIT_CARD',
    amount: 79_00,
    customer,
    wallet: { type: 'DEVICE_PAY', token },
  }
  const answer = await shop.call('POST', '/api/user/transactions', order)
  assert.deepEqual([answer.http, answer.body.error?.code], [400, 'device-pay-not-supported'])
  assert.deepEqual(await callsAt(shop, 'rede', 'sale', 79_00), [])
})
