import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addSeen, deleteOldCalls } from '../../src/providers/health/call-store.ts'
import { bucketOf, noLatencies } from '../../src/providers/health/latency.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { until } from '../kit/time-limit.ts'

let world: World
before(async () => {
  world = await openWorld()
  // Its own queries of providers would be counted too.
  await world.app.worker?.stop()
})
after(() => world.close())

async function admin(path: string) {
  const response = await fetch(`${world.baseUrl}/api/admin${path}`, {
    headers: { authorization: `Bearer ${world.adminToken}` },
  })
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect.
  return { http: response.status, ...((await response.json()) as { data: any; error: any }) }
}

const healthOf = async (id: string) => (await admin(`/providers/${id}/health`)).data
const listed = async (id: string) =>
  (await admin('/providers')).data.find((each: { id: string }) => each.id === id)
const latenciesOf = (...ms: readonly number[]) => {
  const counts = noLatencies()
  for (const each of ms) counts[bucketOf(each)] = (counts[bucketOf(each)] ?? 0) + 1
  return counts
}

test('calls of a provider are counted by operation, with those that had no response', async () => {
  const { pix } = world.providers.ids
  // Its address for notices was registered when the world opened.
  // The worker may call the bank meanwhile.
  await until('no call of the bank is left', async () => {
    await world.app.providerCalls.flush()
    await world.app.sql`delete from provider_calls`
    return (await listed(pix)).health.state === 'idle'
  })
  const shop = await world.openShop()
  await shop.sell({ paymentMethod: 'PIX', amount: 10_00 })
  await shop.control('POST', '/faults', {
    ...{ provider: 'pix', operation: '*', fault: 'error-503', times: 3 },
  })
  await shop.call('POST', '/api/user/transactions', { paymentMethod: 'PIX', amount: 11_00 })
  await world.app.providerCalls.flush()
  const health = await healthOf(pix)
  const created = health.operations.find(
    ({ operation }: { operation: string }) => operation === 'createCharge',
  )
  assert.ok(created.hour.count >= 2, JSON.stringify(health))
  assert.ok(created.hour.failures >= 1)
  assert.equal(
    created.hour.successRate,
    (created.hour.count - created.hour.failures) / created.hour.count,
  )
  assert.deepEqual(created.day, created.hour)
  assert.ok(created.hour.p50Ms > 0 && created.hour.p50Ms <= created.hour.p99Ms)
  assert.ok(health.lastFailureAt !== null && health.lastAnswerAt !== null)
  const { health: summary } = await listed(pix)
  assert.deepEqual(summary.hour, health.hour)
  assert.equal(summary.state, health.state)
  assert.notEqual(summary.state, 'idle')
})

test('calls of several processes add up, an hour is made of minutes, and old rows go', async () => {
  const { boleto: providerId } = world.providers.ids
  const { sql, providerCalls } = world.app
  await providerCalls.flush()
  await sql`delete from provider_calls where provider_id = ${providerId}`
  const of = (failures: number, ...ms: readonly number[]) =>
    addSeen(sql, {
      calls: [{ providerId, operation: 'register', failures, latencies: latenciesOf(...ms) }],
      signs: [],
    })
  await Promise.all([of(1, 60, 60, 60), of(0, 60, 60, 60, 60), of(1, 900)])
  const before = await healthOf(providerId)
  assert.deepEqual([before.hour.count, before.hour.failures], [8, 2])
  assert.deepEqual([before.hour.p50Ms, before.hour.p99Ms], [64, 980])
  assert.equal(before.state, 'degraded')
  await sql`update provider_calls set starts_at = starts_at - interval '61 minutes'
    where width = 'minute' and provider_id = ${providerId}`
  const later = await healthOf(providerId)
  assert.deepEqual([later.hour.count, later.day.count, later.state], [0, 8, 'idle'])
  await sql`update provider_calls set starts_at = starts_at - interval '27 hours'
    where provider_id = ${providerId}`
  assert.equal((await healthOf(providerId)).day.count, 0)
  // A minute may have begun between the calls: then there is a row for each.
  const [rows] = await sql<{ count: number }[]>`
    select count(*) from provider_calls where provider_id = ${providerId}`
  assert.equal(await deleteOldCalls(sql, 1), 1)
  assert.equal(await deleteOldCalls(sql, 500), Number(rows?.count) - 1)
  assert.equal(await deleteOldCalls(sql, 500), 0)
})

test('a provider that gets one probe at a time is silent until it responds', async () => {
  const { payout: providerId } = world.providers.ids
  const { providerHealth, providerCalls, clock } = world.app
  providerHealth.recordResponse({ providerId, id: 'a' }, false, clock.now())
  await providerCalls.flush()
  const silent = await healthOf(providerId)
  assert.deepEqual([silent.breaker, silent.state], ['half-open', 'silent'])
  providerHealth.recordResponse({ providerId, id: 'a' }, true, clock.now())
  await providerCalls.flush()
  assert.equal((await healthOf(providerId)).breaker, 'closed')
  // The response to its probe went to another process.
  const longAgo = new Date(clock.now().getTime() - 601_000)
  providerHealth.recordResponse({ providerId, id: 'a' }, false, longAgo)
  await providerCalls.flush()
  assert.equal((await healthOf(providerId)).breaker, 'closed')
  providerHealth.recordResponse({ providerId, id: 'a' }, true, clock.now())
  // A process that died while it probed reports nothing more.
  await world.app.sql`update provider_signs set silent_at = now() - interval '21 seconds'
    where provider_id = ${providerId}`
  assert.equal((await healthOf(providerId)).breaker, 'closed')
})

test('notices, the callback address, the certificate and the last file are shown', async () => {
  const { pix } = world.providers.ids
  const shop = await world.openShop()
  const sale = await shop.sell({ paymentMethod: 'PIX', amount: 12_00 })
  await shop.pay(sale.pix?.qrcode ?? '')
  await shop.webhooks(sale.id, 2)
  await world.app.providerCalls.flush()
  const health = await healthOf(pix)
  assert.equal(health.callback.registered, true)
  assert.equal(health.callback.oldAddressInUse, false)
  assert.ok(Date.parse(health.callback.renewedAt) > 0)
  assert.ok(Date.parse(health.callback.lastReceivedAt) > 0)
  assert.equal(health.callback.lastReceivedAt, (await listed(pix)).health.lastCallbackAt)
  assert.ok(Date.parse(health.certificateEndsAt) > Date.now())
  await world.app.sql`
    insert into settlement_files (provider_id, name, status, started_at)
    values
      (${pix}, 'a.csv', 'BROKEN', now() - interval '1 day'),
      (${pix}, 'b.csv', 'READING', now())`
  assert.equal((await healthOf(pix)).lastFile.name, 'b.csv')
  assert.deepEqual(
    (await admin('/providers/00000000-0000-7000-8000-000000000000/health')).error.code,
    'not-found',
  )
})
