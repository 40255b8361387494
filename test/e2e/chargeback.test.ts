import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Value } from 'typebox/value'
import { seedMerchant } from '../../scripts/seed.ts'
import { handleCardNotice } from '../../src/provider-webhooks/handle-provider-webhook.ts'
import { basicAuth } from '../../src/providers/http/basic-auth.ts'
import { pagarmeSettings } from '../../src/providers/pagarme/settings.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { openShop, type Sale, type Shop } from '../kit/shop.ts'

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

/** A shop that sells cards through this acquirer. */
async function shopAt(acquirer: 'cielo' | 'pagarme'): Promise<Shop> {
  const card = world.providers.all[acquirer] ?? ''
  const merchant = await seedMerchant(world.app, { ids: { ...world.providers.ids, card } })
  return openShop({
    baseUrl: world.baseUrl,
    sandboxUrl: world.sandbox.controlUrl,
    receiver: world.receiver,
    merchant,
  })
}

/** A paid sale, and the reference its acquirer knows it by. */
async function sell(
  shop: Shop,
  amount: number,
): Promise<{ readonly sale: Sale; readonly reference: string }> {
  const sale = await shop.sell({
    ...{ paymentMethod: 'CREDIT_CARD', amount, installments: 1 },
    customer: {
      name: 'Ana Teste',
      email: 'ana@exemplo.com.br',
      document: { number: '111.444.777-35', type: 'CPF' },
    },
    card: {
      number: '4024007153760011',
      holderName: 'ANA',
      expirationMonth: 12,
      expirationYear: 2031,
      cvv: '123',
    },
  })
  assert.equal(sale.status, 'PAID')
  const [attempt] = await world.app.sql<{ ref: string }[]>`
    select attempt_ref as ref from attempts where transaction_id = ${sale.id}`
  return { sale, reference: attempt?.ref ?? '' }
}

const dispute = (shop: Shop, reference: string, action = 'open') =>
  shop.control('POST', '/disputes', { reference, kind: 'chargeback', action })
const statuses = async (shop: Shop, { id }: Sale, count: number) =>
  (await shop.webhooks(id, count)).map(({ body }) => body.data.status)

test('Cielo: cents 40 are disputed a day later, and lost after the deadline', async () => {
  const shop = await shopAt('cielo')
  const { sale } = await sell(shop, 100_40)
  await shop.advance('P1D')
  assert.deepEqual(await statuses(shop, sale, 2), ['PAID', 'IN_PROTEST'])
  await shop.advance('P11D')
  assert.equal((await shop.find(sale.id)).status, 'CHARGEDBACK')
})

test('Cielo: a query finds a claim whose notice is lost', async () => {
  const shop = await shopAt('cielo')
  const { sale, reference } = await sell(shop, 100_00)
  await shop.control('POST', '/faults', {
    provider: 'cielo',
    operation: 'callback',
    fault: 'callback-lost',
  })
  await dispute(shop, reference)
  await shop.advance('PT1M')
  assert.equal((await shop.find(sale.id)).status, 'IN_PROTEST')
})

test('Pagar.me: charged back at once, and paid again when it is recovered', async () => {
  const shop = await shopAt('pagarme')
  const { sale, reference } = await sell(shop, 100_00)
  await dispute(shop, reference)
  assert.deepEqual(await statuses(shop, sale, 2), ['PAID', 'CHARGEDBACK'])
  await dispute(shop, reference, 'reverse')
  assert.deepEqual((await statuses(shop, sale, 3)).at(-1), 'PAID')
  assert.equal((await shop.find(sale.id)).status, 'PAID')
})

test('Pagar.me: a notice of a chargeback that is not to be seen yet changes nothing', async () => {
  const shop = await shopAt('pagarme')
  const { sale, reference } = await sell(shop, 100_00)
  const charge = (await shop.find(sale.id)).acquirer?.reference ?? ''
  const providerId = world.providers.all.pagarme ?? ''
  const { notice } = Value.Parse(pagarmeSettings, world.sandbox.credentials.pagarme)
  const isTaken = await handleCardNotice(world.app, providerId, {
    headers: { authorization: basicAuth(notice.user, notice.password) },
    body: { type: 'charge.chargedback', data: { id: charge } },
  })
  assert.ok(isTaken)
  assert.deepEqual((await shop.find(sale.id)).disputes, [])
  await dispute(shop, reference)
  assert.deepEqual(await statuses(shop, sale, 2), ['PAID', 'CHARGEDBACK'])
  const cases = await world.app.sql`
    select kind from reconciliation_cases
    where provider_id = ${providerId} and reference = ${charge}`
  assert.deepEqual(cases, [])
})

for (const acquirer of ['cielo', 'pagarme'] as const) {
  test(`${acquirer}: the API’s reference of a sale opens a dispute in the sandbox`, async () => {
    const shop = await shopAt(acquirer)
    for (const name of ['tid', 'reference'] as const) {
      const { sale } = await sell(shop, 100_00)
      const shown = (await shop.find(sale.id)).acquirer?.[name]
      assert.ok(shown, name)
      await dispute(shop, shown)
      const [, reported] = await statuses(shop, sale, 2)
      assert.notEqual(reported, 'PAID')
    }
  })
}

test('for an unknown reference the sandbox reports where to find one', async () => {
  const shop = await shopAt('cielo')
  const { sale } = await sell(shop, 100_00)
  await assert.rejects(dispute(shop, sale.id), /acquirer\.tid.*GET \/calls/)
  await assert.rejects(
    shop.control('POST', '/disputes', { reference: sale.id, kind: 'med', action: 'open' }),
    /endToEndId/,
  )
})
