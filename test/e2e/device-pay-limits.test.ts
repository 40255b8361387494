import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { after, before, test } from 'node:test'
import { askSession, verifiedDomain } from '../kit/device-pay.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { startServer } from '../kit/served.ts'
import { type Shop, untilDone } from '../kit/shop.ts'
import { openSites, type Sites } from '../kit/sites.ts'
import { timeLimit } from '../kit/time-limit.ts'

const perMinute = 60
let sites: Sites
let world: World
/** Another API process on the same database. */
let second: { readonly url: string; readonly child: ChildProcess }
before(async () => {
  sites = await openSites(['loja.localhost', 'outra.localhost'])
  const env = {
    ...sites.env,
    RATE_SESSIONS_PER_ACCOUNT: String(perMinute),
    RATE_SESSIONS_PER_HOST: '40',
    RATE_SESSIONS_PER_ADDRESS: '1000',
  }
  world = await openWorld(env)
  second = await startServer({
    args: ['--role', 'api'],
    env: {
      ...env,
      DATABASE_URL: world.databaseUrl,
      PORT: '0',
      LOG_LEVEL: 'silent',
      RATE_PUBLIC_KEY_FACTOR: '1000',
      RATE_PUBLIC_KEY_PER_ADDRESS_FACTOR: '1000',
    },
  })
  const shop = await world.openShop()
  const hosts = Object.fromEntries(
    ['loja.localhost', 'outra.localhost'].map((name) => [name, sites.address]),
  )
  await shop.control('PUT', '/hosts', hosts)
})
after(async () => {
  second.child.kill('SIGKILL')
  await world.close()
  await sites.close()
})

/**
 * Sends `count` requests, in turn to each process, a few at once. Returns the responses and the
 * total time in seconds.
 */
async function flood(shop: Shop, count: number, domain: (index: number) => string) {
  const startedAt = performance.now()
  const answers: { readonly http: number; readonly retryAfter: number }[] = []
  let next = 0
  const ask = async () => {
    for (let index = next++; index < count; index = next++) {
      const baseUrl = index % 2 === 0 ? world.baseUrl : second.url
      const { http, headers } = await untilDone(() =>
        askSession({ ...shop, baseUrl }, { domain: domain(index) }),
      )
      answers.push({ http, retryAfter: Number(headers.get('retry-after')) })
    }
  }
  await Promise.all(Array.from({ length: 12 }, ask))
  return { answers, seconds: (performance.now() - startedAt) / 1_000 }
}

/**
 * Empties the bucket and returns a refused call. A bucket gains one each second, so calls that
 * follow each other on a busy machine would not empty it.
 */
async function askUntilRefused(shop: Shop, domain: string) {
  for (const limit = timeLimit(); ; limit.throwIfAborted()) {
    const answers = await Promise.all(Array.from({ length: 6 }, () => askSession(shop, { domain })))
    const refused = answers.find(({ http }) => http === 429)
    if (refused) return refused
  }
}

test('1,000 calls from one account on two processes: its limit is its own', async () => {
  const [shop, other] = [await world.openShop(), await world.openShop()]
  for (const own of [shop, other]) await verifiedDomain(own, sites, 'loja.localhost')
  await verifiedDomain(shop, sites, 'outra.localhost')

  const { answers, seconds } = await flood(shop, 1_000, (index) =>
    index % 4 < 2 ? 'loja.localhost' : 'outra.localhost',
  )
  const passed = answers.filter(({ http }) => http === 200).length
  const refilled = Math.ceil((seconds * perMinute) / 60)
  assert.ok(
    passed >= perMinute && passed <= perMinute + refilled,
    `${passed} passed in ${seconds} s`,
  )
  const limited = answers.filter(({ http }) => http === 429)
  assert.equal(limited.length, 1_000 - passed)
  assert.ok(limited.every(({ retryAfter }) => retryAfter >= 1 && retryAfter <= 60))

  for (const baseUrl of [world.baseUrl, second.url]) {
    const refused = await askUntilRefused({ ...shop, baseUrl }, 'loja.localhost')
    assert.deepEqual([refused.http, refused.body.error?.code], [429, 'session-limit-reached'])
    assert.match(refused.body.message, /Espere alguns minutos/)
    assert.equal((await askSession({ ...other, baseUrl }, { domain: 'loja.localhost' })).http, 200)
  }
})

test('a limited account is served again after the time of its Retry-After', async () => {
  const shop = await world.openShop()
  await verifiedDomain(shop, sites, 'loja.localhost')
  await flood(shop, 60, () => 'loja.localhost')
  const refused = await askUntilRefused(shop, 'loja.localhost')
  assert.equal(refused.http, 429)
  const waitMs = Number(refused.headers.get('retry-after')) * 1_000
  // The header rounds, and two processes share the bucket.
  await new Promise((wake) => setTimeout(wake, waitMs + 500))
  assert.equal((await askSession(shop, { domain: 'loja.localhost' })).http, 200)
})

test('failed calls count too, and an empty limit of one host affects no other', async () => {
  const shop = await world.openShop()
  await verifiedDomain(shop, sites, 'loja.localhost')
  const { answers } = await flood(shop, 45, () => 'nenhuma.localhost')
  assert.ok(answers.filter(({ http }) => http === 400).length >= 40)
  assert.equal((await askUntilRefused(shop, 'nenhuma.localhost')).http, 429)
  assert.equal((await askSession(shop, { domain: 'loja.localhost' })).http, 200)
})
