import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openWorld, type World } from '../kit/gateway.ts'
import type { Shop } from '../kit/shop.ts'

/* The limits of reliability B3 and B5 as they are when nobody has raised them. */

let world: World
let shop: Shop
before(async () => {
  world = await openWorld({
    RATE_SECRET_KEY_FACTOR: '1',
    RATE_PUBLIC_KEY_FACTOR: '1',
    RATE_PUBLIC_KEY_PER_ADDRESS_FACTOR: '1',
    RATE_UNKNOWN_CREDENTIALS_FACTOR: '1',
    GUICHE_REQUESTS_IN_FLIGHT: '250',
  })
  shop = await world.openShop()
})
after(() => world.close())

const countOf = (statuses: readonly number[], status: number) => statuses.filter((each) => each === status).length

test('B3: a secret key has a burst of 200, then a 429 that says when to come back', async () => {
  const answers = await Promise.all(Array.from({ length: 500 }, () => shop.call('GET', '/api/user/wallet/balance')))
  const statuses = answers.map(({ http }) => http)
  assert.ok(countOf(statuses, 200) >= 200, `${countOf(statuses, 200)} passed`)
  const refused = answers.find(({ http }) => http === 429)
  assert.ok(refused)
  assert.equal(refused.body.error?.code, 'rate-limited')
  assert.ok(Number(refused.headers.get('retry-after')) >= 1)
})

test('B3: one shop at its limit leaves the others alone', async () => {
  const other = await world.openShop()
  await Promise.all(Array.from({ length: 500 }, () => shop.call('GET', '/api/user/wallet/balance')))
  assert.equal((await other.call('GET', '/api/user/wallet/balance')).http, 200)
})

test('B3: a public key serves 60 a minute to one address', async () => {
  const post = () =>
    fetch(`${world.baseUrl}/api/public/cards/tokens`, { method: 'POST', headers: { 'x-public-key': shop.publicKey } })
  const statuses = (await Promise.all(Array.from({ length: 65 }, post))).map(({ status }) => status)
  assert.deepEqual([countOf(statuses, 400), countOf(statuses, 429)], [60, 5])
})

test('B3: who guesses keys is stopped at 20 a minute, and a good key from the same address still works', async () => {
  const guess = () =>
    shop.call('GET', '/api/user/wallet/balance', undefined, { authorization: 'Basic eDpza193cm9uZw==' })
  const statuses = (await Promise.all(Array.from({ length: 25 }, guess))).map(({ http }) => http)
  assert.deepEqual([countOf(statuses, 401), countOf(statuses, 429)], [20, 5])
  const other = await world.openShop()
  assert.equal((await other.call('GET', '/api/user/wallet/balance')).http, 200)
})

test('B5: more requests at once than can be served are told so before anything is done', async () => {
  const crowd = await Promise.all(Array.from({ length: 4 }, () => world.openShop()))
  const order = { amount: 1_990, paymentMethod: 'PIX' }
  const answers = await Promise.all(
    crowd.flatMap((each) => Array.from({ length: 100 }, () => each.call('POST', '/api/user/transactions', order))),
  )
  const refused = answers.filter(({ http }) => http === 503)
  assert.ok(refused.length > 0, 'nobody was refused')
  assert.ok(
    refused.every(({ body, headers }) => body.error?.code === 'overloaded' && headers.get('retry-after') === '1'),
  )
  const made = await Promise.all(
    crowd.map(
      async ({ accountId }) =>
        (
          await world.app.sql<
            { count: number }[]
          >`select count(*)::int as count from transactions where account_id = ${accountId}`
        )[0]?.count ?? 0,
    ),
  )
  assert.equal(
    made.reduce((sum, count) => sum + count, 0),
    answers.filter(({ http }) => http === 200).length,
  )
  assert.equal((await fetch(`${world.baseUrl}/health/live`)).status, 200)
})
