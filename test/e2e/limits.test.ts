import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Agent, request } from 'undici'
import { through } from '../kit/api-process.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { openSecondServer } from '../kit/second-server.ts'
import { type Shop, untilAvailable } from '../kit/shop.ts'
import { untilFound } from '../kit/time-limit.ts'

/* The default limits (docs/design/rules.md#b3, docs/design/rules.md#b5). */

let world: World
let shop: Shop
before(async () => {
  world = await openWorld({
    RATE_SECRET_KEY_FACTOR: '1',
    RATE_PUBLIC_KEY_FACTOR: '1',
    RATE_PUBLIC_KEY_PER_ADDRESS_FACTOR: '1',
    RATE_UNKNOWN_CREDENTIALS_FACTOR: '1',
  })
  shop = await world.openShop()
})
after(() => world.close())

/**
 * A request that takes one from the bucket of its key, and is refused then without a look at the
 * database: on a busy machine the numbers are the same.
 */
const take = (from: Shop) =>
  untilAvailable(() => from.call('GET', '/api/user/wallet/balance?at=no-instant'))

const countOf = (statuses: readonly number[], status: number) =>
  statuses.filter((each) => each === status).length

test('B3: a secret key has a burst of 200, then a 429 with the time of the retry', async () => {
  const { rates } = world.app.config.limits
  assert.deepEqual(rates.secretKey, { perSecond: 100, burst: 200 })
  // Filled up again so slowly that the machine's speed changes nothing.
  const slow = { rates: { ...rates, secretKey: { perSecond: 0.001, burst: 200 } } }
  const server = await openSecondServer(world, slow)
  const here = through(world, await world.openShop(), server.baseUrl)
  const statuses = []
  for (let turn = 0; turn < 20; turn++) {
    const calls = Array.from({ length: 10 }, () => take(here))
    statuses.push(...(await Promise.all(calls)).map(({ http }) => http))
  }
  assert.equal(countOf(statuses, 400), 200)
  const refused = await take(here)
  assert.deepEqual([refused.http, refused.body.error?.code], [429, 'rate-limited'])
  assert.ok(Number(refused.headers.get('retry-after')) >= 1)
  await server.close()
})

test('B3: one shop at its limit leaves the others alone', async () => {
  const { rates } = world.app.config.limits
  const slow = { rates: { ...rates, secretKey: { perSecond: 0.001, burst: 200 } } }
  const server = await openSecondServer(world, slow)
  const own = through(world, await world.openShop(), server.baseUrl)
  const other = through(world, await world.openShop(), server.baseUrl)
  const statuses = []
  for (let turn = 0; turn < 50; turn++) {
    const calls = Array.from({ length: 10 }, () => take(own))
    statuses.push(...(await Promise.all(calls)).map(({ http }) => http))
  }
  assert.deepEqual([countOf(statuses, 400), countOf(statuses, 429)], [200, 300])
  const served = await untilAvailable(() => other.call('GET', '/api/user/wallet/balance'))
  assert.equal(served.http, 200)
  await server.close()
})

test('B3: a key at another address than its own takes nothing from its limit', async (t) => {
  const { rates } = world.app.config.limits
  const slow = { rates: { ...rates, secretKey: { perSecond: 0.001, burst: 5 } } }
  const server = await openSecondServer(world, slow)
  const { accountId } = await world.openShop()
  const made = await fetch(`${world.baseUrl}/api/admin/accounts/${accountId}/keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'secret', name: 'Servidor', addresses: ['127.0.0.2/32'] }),
  })
  const { data } = (await made.json()) as { data: { key: string } }
  const authorization = `Basic ${Buffer.from(`x:${data.key}`).toString('base64')}`
  const own = new Agent({ localAddress: '127.0.0.2' })
  t.after(() => own.close())
  const send = async (dispatcher?: Agent) => {
    const { statusCode, body } = await request(
      `${server.baseUrl}/api/user/wallet/balance?at=no-instant`,
      { headers: { authorization }, ...(dispatcher && { dispatcher }) },
    )
    await body.dump()
    return statusCode
  }
  const ask = (dispatcher?: Agent) =>
    untilFound(
      'the process has a connection',
      () => send(dispatcher),
      (status) => status !== 503,
    )
  const stolen: number[] = []
  for (let turn = 0; turn < 6; turn++) stolen.push(await ask())
  assert.deepEqual(stolen, [403, 403, 403, 403, 403, 429])
  assert.equal(await ask(own), 400)
  await server.close()
})

test('B3: a public key serves 60 a minute to one address', async () => {
  const { rates } = world.app.config.limits
  assert.deepEqual(rates.publicKeyPerAddress, { perSecond: 1, burst: 60 })
  const slow = { rates: { ...rates, publicKeyPerAddress: { perSecond: 0.001, burst: 60 } } }
  const server = await openSecondServer(world, slow)
  const { publicKey } = await world.openShop()
  const here = through(world, shop, server.baseUrl)
  const post = () =>
    untilAvailable(() =>
      here.call('POST', '/api/public/cards/tokens', undefined, { 'x-public-key': publicKey }),
    )
  const statuses = (await Promise.all(Array.from({ length: 65 }, post))).map(({ http }) => http)
  assert.deepEqual([countOf(statuses, 400), countOf(statuses, 429)], [60, 5])
  await server.close()
})

test('B3: 20 wrong keys a minute are the limit; a valid key still works', async () => {
  const { rates } = world.app.config.limits
  const slow = { rates: { ...rates, unknownCredentials: { perSecond: 0.001, burst: 20 } } }
  const server = await openSecondServer(world, slow)
  const here = through(world, shop, server.baseUrl)
  const guess = () =>
    untilAvailable(() =>
      here.call('GET', '/api/user/wallet/balance', undefined, {
        authorization: 'Basic eDpza193cm9uZw==',
      }),
    )
  const statuses = (await Promise.all(Array.from({ length: 25 }, guess))).map(({ http }) => http)
  assert.deepEqual([countOf(statuses, 401), countOf(statuses, 429)], [20, 5])
  await server.close()
  const other = await world.openShop()
  assert.equal((await other.call('GET', '/api/user/wallet/balance')).http, 200)
})

test('B5: requests above the limit are rejected before any work', async () => {
  const rates = {
    ...world.app.config.limits.rates,
    secretKey: { perSecond: 100_000, burst: 100_000 },
  }
  const server = await openSecondServer(world, {
    requestsInFlight: 8,
    requestsInFlightPerAccount: 8,
    rates,
  })
  const here = through(world, await world.openShop(), server.baseUrl)
  const order = { amount: 1_990, paymentMethod: 'PIX' }
  // Eight that wait for an event that never comes take every place.
  const takePlace = async () => {
    const answer = await here
      .call('GET', '/api/user/events?after=now&wait=25')
      .catch(() => undefined)
    if (answer?.http === 503) await takePlace() // A probe had the last place.
  }
  const waits = Array.from({ length: 8 }, takePlace)
  while ((await here.call('GET', '/api/user/wallet/balance')).http !== 503);
  const refused = await Promise.all(
    Array.from({ length: 50 }, () => here.call('POST', '/api/user/transactions', order)),
  )
  assert.deepEqual(
    new Set(
      refused.map(
        ({ http, body, headers }) => `${http} ${body.error?.code} ${headers.get('retry-after')}`,
      ),
    ),
    new Set(['503 overloaded 1']),
  )
  assert.equal((await fetch(`${server.baseUrl}/health/live`)).status, 200)
  const made = await world.app.sql`select id from transactions where account_id = ${here.accountId}`
  assert.deepEqual(made, [])
  await server.close() // Ends the waits.
  await Promise.all(waits)
})
