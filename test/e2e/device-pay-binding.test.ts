import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { changeAccount } from '../../src/accounts/open-account.ts'
import { askSession, verifiedDomain } from '../kit/device-pay.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import type { Shop } from '../kit/shop.ts'
import { openSites, type Sites } from '../kit/sites.ts'

/*
 * Tokens are bound to their account as in production: a new account requires a recent session or
 * its application data.
 */

const hostname = 'loja.localhost'
let world: World
let sites: Sites
before(async () => {
  sites = await openSites([hostname])
  world = await openWorld({ ...sites.env, DEVICE_PAY_NEEDS_SESSION: 'true' })
})
after(async () => {
  await world.close()
  await sites.close()
})

/** A shop that follows the interface: its hostname is verified. */
async function openPageShop(): Promise<Shop> {
  const shop = await world.openShop()
  await shop.control('PUT', '/hosts', { [hostname]: sites.address })
  await verifiedDomain(shop, sites, hostname)
  return shop
}

async function pay(shop: Shop, fields: object = {}) {
  const { token } = await shop.control<{ token: object }>('POST', '/device-pay/tokens', {
    amount: 157_00,
    network: 'visa',
    ...fields,
  })
  const answer = await shop.call('POST', '/api/user/transactions', {
    paymentMethod: 'CREDIT_CARD',
    amount: 157_00,
    customer: { name: 'Ana Teste', document: { number: '11144477735', type: 'CPF' } },
    wallet: { type: 'DEVICE_PAY', token },
  })
  return answer.http === 200 ? answer.body.data.status : answer.body.error?.code
}

const applicationDataOf = ({ accountId }: Shop) => Buffer.from(accountId).toString('base64')

test('a page that follows the interface pays without application data', async () => {
  const shop = await openPageShop()
  assert.equal((await askSession(shop, { domain: hostname })).http, 200)
  assert.equal(await pay(shop), 'PAID')
})

test('a token of another shop does not pay where no page requested a session', async () => {
  const foreign = await world.openShop()
  assert.equal(await pay(foreign), 'wallet-token-invalid')
  const sales = await world.app
    .sql`select from transactions where account_id = ${foreign.accountId}`
  assert.equal(sales.length, 0)
})

test('a session of more than ten minutes ago is none', async () => {
  const shop = await openPageShop()
  await askSession(shop, { domain: hostname })
  await shop.advance('PT11M')
  assert.equal(await pay(shop), 'wallet-token-invalid')
})

test('a token bound to one shop pays there and nowhere else, sessions or not', async () => {
  const [own, other] = [await openPageShop(), await openPageShop()]
  for (const shop of [own, other]) await askSession(shop, { domain: hostname })
  const bound = { applicationData: applicationDataOf(own) }
  assert.equal(await pay(other, bound), 'wallet-token-invalid')
  assert.equal(await pay(own, bound), 'PAID')
})

test('an account that requires application data accepts no token without it', async () => {
  const shop = await openPageShop()
  await changeAccount(world.app, shop.accountId, { walletBinding: 'application-data' })
  world.app.accounts.refresh()
  await askSession(shop, { domain: hostname })
  assert.equal(await pay(shop), 'wallet-token-invalid')
  assert.equal(await pay(shop, { applicationData: applicationDataOf(shop) }), 'PAID')
})

test('an account without a binding pays with any token that verifies', async () => {
  const shop = await world.openShop()
  await changeAccount(world.app, shop.accountId, { walletBinding: 'none' })
  world.app.accounts.refresh()
  assert.equal(await pay(shop), 'PAID')
})
