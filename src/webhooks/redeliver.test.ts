import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { openTestDatabase } from '../../test/kit/database.ts'
import { openNotices } from '../../test/kit/notices.ts'
import { openReceiver } from '../../test/kit/receiver.ts'
import { deliveryDetail, deliveryPage } from './delivery-list-store.ts'
import {
  changeEndpoint,
  deleteEndpoint,
  endpointOrNotFound,
  openEndpoint,
} from './open-endpoint.ts'
import { redeliverAll, redeliverOne, resendEvent } from './redeliver.ts'

const database = await openTestDatabase({ max: 6 })
after(() => database.close())
const { sql } = database
const notices = openNotices(sql)
const { openAccount, recordEvent, pass } = notices
const anHour = 3_600_000

// Deliveries that an earlier test left are not due in the next one.
beforeEach(() => sql`update deliveries set state = 'stopped' where state = 'waiting'`)

const shopOf = (id: string) => ({ id, name: 'Loja' })

async function shopThat(t: Parameters<typeof notices.openDeliveries>[0], ...answers: number[]) {
  const deliveries = notices.openDeliveries(t)
  const shop = await openReceiver()
  t.after(() => shop.close())
  shop.answerWith(...answers)
  return { deliveries, shop }
}

const detailOf = async (accountId: string, id: string) => {
  const detail = await deliveryDetail(sql, accountId, id)
  assert(detail)
  return detail
}

/** The wait before each attempt, hours (docs/design/rules.md#w4). */
const plan = [0, 5 / 3_600, 30 / 3_600, 2 / 60, 5 / 60, 15 / 60, 0.5, 1, 2, 4, 8, 12, 24, 24, 24]

test('a failing event gets its 15 attempts and can then be redelivered', async (t) => {
  const { deliveries, shop } = await shopThat(t, ...Array.from({ length: 15 }, () => 500))
  const accountId = await openAccount()
  const delivery = await recordEvent({ accountId, url: shop.url })
  let tookMs = 0
  const run = async () => {
    const startedAt = performance.now()
    const done = await deliveries.runUntilIdle()
    tookMs = performance.now() - startedAt
    return done
  }
  await run()
  for (let tries = 1; tries < 15; tries += 1) {
    const { dueAt: at, state, tries: made } = await detailOf(accountId, delivery.id)
    assert.equal(state, 'waiting')
    const waits = (at.getTime() - (made.at(-1)?.at ?? at).getTime()) / anHour
    const planned = plan[tries] ?? 0
    const slack = tookMs / anHour // A busy machine records the result of a try later.
    assert.ok(
      waits >= planned * 0.8 && waits <= planned * 1.2 + slack,
      `try ${tries + 1} is due after ${waits} h`,
    )
    // Longer than a busy machine takes for the next statements.
    const [later] = await sql<{ dueAt: Date }[]>`
      update deliveries
      set due_at = due_at + interval '1 minute'
      where id = ${delivery.id}
      returning due_at as "dueAt"`
    assert(later)
    await pass(later.dueAt.getTime() - notices.clock.now().getTime() - 30_000)
    assert.equal(await deliveries.runUntilIdle(), 0, 'not before its time')
    await pass(30_001)
    assert.equal(await run(), 1)
  }
  const exhausted = await detailOf(accountId, delivery.id)
  assert.deepEqual([exhausted.state, exhausted.tries.length], ['exhausted', 15])
  const [first, last] = [
    exhausted.tries[0]?.at ?? new Date(0),
    exhausted.tries[14]?.at ?? new Date(0),
  ]
  const hours = (last.getTime() - first.getTime()) / anHour
  assert.ok(hours > 0.8 * 99.86 && hours < 1.2 * 99.87, `${hours} h`)
  await pass(10 * 24 * anHour)
  assert.equal(await deliveries.runUntilIdle(), 0, 'nothing by itself any more')

  await redeliverOne(notices, accountId, delivery.id)
  await deliveries.runUntilIdle()
  const replayed = await detailOf(accountId, delivery.id)
  assert.deepEqual(
    [replayed.state, replayed.tries.length, replayed.tries[15]?.status],
    ['delivered', 16, 200],
  )
  assert.equal(
    new Set(shop.all.map(({ raw, headers }) => `${headers['webhook-id']} ${raw}`)).size,
    1,
  )
})

test('a delivery of a deleted endpoint is not found, and no entry says that it began', async () => {
  const accountId = await openAccount()
  const given = { url: 'http://127.0.0.1:9/', description: null, eventTypes: ['*'] }
  const { endpoint } = await openEndpoint(notices, accountId, given)
  const { objectId } = await recordEvent({ accountId, url: 'http://127.0.0.1:9/' })
  const { rows } = await deliveryPage(sql, accountId, {
    ...{ objectId, webhookEndpointId: endpoint.id, limit: 1 },
  })
  const id = rows[0]?.id ?? ''
  await deleteEndpoint(notices, accountId, endpoint.id)
  await assert.rejects(redeliverOne(notices, accountId, id), { code: 'not-found' })
  assert.equal((await detailOf(accountId, id)).state, 'stopped')
  const entries = await sql`
    select from audit_entries
    where account_id = ${accountId} and content::json ->> 'action' = 'webhook_delivery.repeated'`
  assert.equal(entries.length, 0)
})

/** An account with an endpoint at `url`, and an event that it gets beside a postbackUrl. */
async function eventOf(t: Parameters<typeof notices.openDeliveries>[0], url: string) {
  const postbacks = await openReceiver()
  t.after(() => postbacks.close())
  const accountId = await openAccount()
  const given = { url, description: null, eventTypes: ['*'] }
  const { endpoint } = await openEndpoint(notices, accountId, given)
  const { eventId } = await recordEvent({ accountId, url: postbacks.url })
  return { accountId, eventId, webhookEndpointId: endpoint.id }
}

test('after a 410, events are redelivered to the new address of their endpoint', async (t) => {
  const { deliveries, shop: old } = await shopThat(t, 410)
  const { shop: next } = await shopThat(t)
  const { accountId, webhookEndpointId: id } = await eventOf(t, old.url)
  await deliveries.runUntilIdle()
  await changeEndpoint(notices, accountId, { id, url: next.url, status: 'active' })
  assert.equal(await redeliverAll(notices, shopOf(accountId), { isFailed: true }), 1)
  await deliveries.runUntilIdle()
  assert.deepEqual([old.all.length, next.all.length], [1, 1])
  assert.equal((await endpointOrNotFound(notices, accountId, id)).status, 'active')
})

test('a delivered event is sent again to the new address of its endpoint', async (t) => {
  const { deliveries, shop: old } = await shopThat(t)
  const { shop: next } = await shopThat(t)
  const { accountId, eventId, webhookEndpointId } = await eventOf(t, old.url)
  await deliveries.runUntilIdle()
  await changeEndpoint(notices, accountId, { id: webhookEndpointId, url: next.url })
  await resendEvent(notices, accountId, { eventId, webhookEndpointId })
  await deliveries.runUntilIdle()
  const page = await deliveryPage(sql, accountId, { eventId, webhookEndpointId, limit: 1 })
  await redeliverOne(notices, accountId, page.rows[0]?.id ?? '')
  await deliveries.runUntilIdle()
  assert.deepEqual([old.all.length, next.all.length], [1, 2])
})

test('a redelivery has 15 attempts of its own', async (t) => {
  const { deliveries, shop } = await shopThat(t, ...Array.from({ length: 40 }, () => 500))
  const accountId = await openAccount()
  const delivery = await recordEvent({ accountId, url: shop.url })
  const exhaust = async () => {
    for (let n = 0; n < 15; n += 1) {
      await deliveries.runUntilIdle()
      await pass(30 * anHour)
    }
  }
  await exhaust()
  assert.equal((await detailOf(accountId, delivery.id)).state, 'exhausted')
  await redeliverOne(notices, accountId, delivery.id)
  await deliveries.runUntilIdle()
  assert.equal((await detailOf(accountId, delivery.id)).state, 'waiting')
  await exhaust()
  const { state, attempts } = await detailOf(accountId, delivery.id)
  assert.deepEqual([state, attempts], ['exhausted', 30])
})

test('all that failed within an hour starts again, no accepted delivery does', async (t) => {
  const { deliveries, shop } = await shopThat(t)
  const accountId = await openAccount()
  const other = await openAccount()
  const old = await recordEvent({ accountId, url: `${shop.url}/old` })
  await deliveries.runUntilIdle()
  await sql`update deliveries set state = 'exhausted' where id = ${old.id}`
  await pass(2 * anHour)
  const since = notices.clock.now()
  const created = []
  for (let n = 0; n < 6; n += 1)
    created.push(await recordEvent({ accountId, url: `${shop.url}/${n}` }))
  await recordEvent({ accountId: other, url: shop.url })
  await deliveries.runUntilIdle()
  const failed = created.slice(0, 4).map(({ id }) => id)
  await sql`update deliveries set state = 'exhausted' where id = any(${failed.slice(0, 3)}::uuid[])`
  await sql`update deliveries set state = 'stopped' where id = any(${failed.slice(3)}::uuid[])`
  const before = shop.all.length
  assert.equal(await redeliverAll(notices, shopOf(accountId), { from: since, isFailed: true }), 4)
  await deliveries.runUntilIdle()
  assert.deepEqual(
    shop.all
      .slice(before)
      .map(({ path }) => path)
      .sort(),
    ['/0', '/1', '/2', '/3'],
  )
})

test('a period of any length is redelivered, each transaction in order', async (t) => {
  const { deliveries, shop } = await shopThat(t)
  const accountId = await openAccount()
  const from = notices.clock.now()
  const objects = Array.from({ length: 420 }, () => notices.newUuid())
  for (const sequence of [1, 2, 3])
    await Promise.all(
      objects.map((objectId) => recordEvent({ accountId, url: shop.url, objectId, sequence })),
    )
  await deliveries.runUntilIdle()
  assert.equal(shop.all.length, 1_260)
  assert.equal(await redeliverAll(notices, shopOf(accountId), { from }), 1_260)
  await deliveries.runUntilIdle()
  const replayed = shop.all.slice(1_260)
  assert.equal(replayed.length, 1_260)
  const last = new Map<string, number>()
  for (const { body } of replayed) {
    const { sequence } = body as unknown as { sequence: number }
    assert.equal(sequence, (last.get(body.objectId) ?? 0) + 1)
    last.set(body.objectId, sequence)
  }
})

test('an event older than 30 days is not redelivered', async (t) => {
  const { deliveries, shop } = await shopThat(t)
  const accountId = await openAccount()
  const delivery = await recordEvent({ accountId, url: shop.url })
  await deliveries.runUntilIdle()
  await pass(31 * 24 * anHour)
  await assert.rejects(redeliverOne(notices, accountId, delivery.id), {
    code: 'redelivery-expired',
  })
  await assert.rejects(resendEvent(notices, accountId, { eventId: delivery.eventId }), {
    code: 'redelivery-expired',
  })
  assert.equal(await redeliverAll(notices, shopOf(accountId), { from: new Date(0) }), 0)
})
