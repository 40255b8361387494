import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { askCashout, earn } from '../kit/cashout.ts'
import { openDispute, paidPix, soldByCard } from '../kit/dispute.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { newPerson, openBrowser, password } from '../kit/person.ts'
import type { Shop } from '../kit/shop.ts'
import { until } from '../kit/time-limit.ts'

/* What an operator reads of one account: the same as the account itself. */

let world: World
before(async () => {
  world = await openWorld({ RATE_SIGN_INS_PER_ADDRESS: '1000' })
})
after(() => world.close())

interface Seen {
  readonly http: number
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect.
  readonly body: any
}

async function admin(path: string, init: RequestInit = {}): Promise<Seen> {
  const response = await fetch(`${world.baseUrl}/api/admin/accounts/${path}`, {
    ...init,
    headers: { authorization: `Bearer ${world.adminToken}`, 'content-type': 'application/json' },
  })
  return { http: response.status, body: await response.json() }
}

/** The path of the account, and the operator's path of the same. */
async function pathsOf(shop: Shop): Promise<readonly (readonly [string, string])[]> {
  await earn(shop, 50_00)
  await soldByCard(shop, 30_00)
  const sale = await shop.sell({ paymentMethod: 'PIX', amount: 10_00, externalRef: 'pedido-7' })
  const cashout = (await askCashout(shop, { amount: 1_00 })).body.data
  await shop.webhooks(sale.id, 1)
  await world.app.worker?.runUntilIdle()
  const delivery = (await shop.call('GET', '/api/user/webhooks/deliveries')).body
    .data as unknown as { id: string }[]
  const { body } = await shop.call('POST', '/api/user/device-pay/domains', {
    domain: `loja-${shop.accountId.slice(-8)}.exemplo.com.br`,
  })
  const dispute = await openDispute(shop, await paidPix(shop, 20_00))
  await shop.call('POST', '/api/user/webhooks/endpoints', {
    url: `${world.receiver.url}/endpoint`,
    events: ['*'],
  })
  return [
    ['transactions', 'transactions'],
    ['transactions?externalRef=pedido-7', 'transactions?externalRef=pedido-7'],
    [`transactions/${sale.id}`, `transactions/${sale.id}`],
    [`transactions/${sale.id}/timeline`, `transactions/${sale.id}/timeline`],
    ['wallet/balance', 'wallet/balance'],
    ['wallet/statement', 'wallet/statement'],
    ['wallet/entries?limit=2', 'wallet/entries?limit=2'],
    ['wallet/blocked', 'wallet/blocked'],
    ['receivables', 'receivables'],
    ['cashout', 'cashouts'],
    [`cashout/${cashout.id}`, `cashouts/${cashout.id}`],
    [`cashout/${cashout.id}/receipt`, `cashouts/${cashout.id}/receipt`],
    ['chargebacks', 'disputes'],
    [`chargebacks/${dispute.id}`, `disputes/${dispute.id}`],
    ['webhooks/endpoints', 'webhooks/endpoints'],
    ['webhooks/deliveries', 'webhooks/deliveries'],
    [`webhooks/deliveries/${delivery[0]?.id}`, `webhooks/deliveries/${delivery[0]?.id}`],
    ['device-pay/domains', 'device-pay/domains'],
    [`device-pay/domains/${body.data.id}`, `device-pay/domains/${body.data.id}`],
  ]
}

test('an operator reads what the account reads, also of a suspended account', async () => {
  const shop = await world.openShop()
  const other = await world.openShop()
  const paths = await pathsOf(shop)
  // Each delivery that ends changes what both read.
  await until('no delivery of the account waits', async () => {
    const waiting = await world.app.sql`
      select from deliveries where account_id = ${shop.accountId} and state = 'waiting'`
    return waiting.length === 0
  })
  const own = new Map<string, unknown>()
  for (const [merchant, operator] of paths) {
    const { http, body } = await shop.call('GET', `/api/user/${merchant}`)
    assert.equal(http, 200, merchant)
    own.set(operator, body)
  }
  const patched = await admin(shop.accountId, {
    method: 'PATCH',
    body: JSON.stringify({ status: 'suspended' }),
  })
  assert.equal(patched.http, 200)
  assert.equal((await shop.call('GET', '/api/user/wallet/balance')).http, 403)
  for (const [, operator] of paths) {
    const { http, body } = await admin(`${shop.accountId}/${operator}`)
    assert.equal(http, 200, operator)
    assert.deepEqual(body, own.get(operator), operator)
    const ofOther = await admin(`${other.accountId}/${operator}`)
    if (/[0-9a-f]{8}-/.test(operator))
      assert.deepEqual([ofOther.http, ofOther.body.error.code], [404, 'not-found'], operator)
    else assert.notDeepEqual(ofOther.body, body, operator)
    for (const unknown of ['00000000-0000-7000-8000-000000000000', 'loja'])
      assert.equal((await admin(`${unknown}/${operator}`)).http, 404, operator)
  }
})

test('a list of an account has the same filters and pages for an operator', async () => {
  const shop = await world.openShop()
  for (const amount of [1_00, 2_00, 3_00]) await shop.sell({ paymentMethod: 'PIX', amount })
  const first = await admin(`${shop.accountId}/transactions?limit=2`)
  assert.deepEqual(
    first.body.data.map(({ amount }: { amount: number }) => amount),
    [3_00, 2_00],
  )
  const { nextCursor } = first.body.pagination
  const second = await admin(`${shop.accountId}/transactions?limit=2&cursor=${nextCursor}`)
  assert.deepEqual(
    second.body.data.map(({ amount }: { amount: number }) => amount),
    [1_00],
  )
  const paid = await admin(`${shop.accountId}/transactions?status=PAID`)
  assert.deepEqual(paid.body.data, [])
  const wrong = await admin(`${shop.accountId}/transactions?status=GONE`)
  assert.equal(wrong.body.error.code, 'validation-failed')
})

test('a person of the operator reads with the permission, and changes nothing', async () => {
  const shop = await world.openShop()
  const sale = await shop.sell({ paymentMethod: 'PIX', amount: 5_00 })
  const { email } = await newPerson(world.app, { accountId: null, role: 'auditor' })
  const auditor = openBrowser(world.baseUrl)
  await auditor.post('/api/auth/sign-in', { email, password })
  const { data } = await auditor.post('/api/auth/totp')
  await auditor.post('/api/auth/totp/confirm', { code: auditor.code(data.secret) })
  const path = `/api/admin/accounts/${shop.accountId}/transactions/${sale.id}`
  assert.equal((await auditor.get(path)).data.id, sale.id)
  for (const action of ['refund', 'cancel', 'capture'])
    assert.equal((await auditor.post(`${path}/${action}`, {})).code, 'route-not-found')
})

test('a change of an account holds for the next request of the same process', async (t) => {
  const { accountId } = await world.newMerchant()
  const { mock } = t.mock.method(world.app.accounts, 'refresh')
  const { http } = await admin(accountId, {
    method: 'PATCH',
    body: JSON.stringify({ cashout: { approval: { above: 1, by: 'person' } } }),
  })
  assert.deepEqual([http, mock.callCount()], [200, 1])
})
