import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DeliveryQueue, type DeliveryQueues, openDeliveryQueues } from './delivery-queues.ts'
import type { TakenDelivery } from './delivery-store.ts'
import { afterTry, type EndpointHealth, unknownHealth } from './endpoint-health.ts'

const delivery = (accountId: string, endpoint: string, n: number): TakenDelivery => ({
  accountId,
  id: `${accountId}${n}`,
  eventId: `event ${n}`,
  objectId: `object ${n}`,
  sequence: 1,
  webhookEndpointId: null,
  url: endpoint,
  attempts: 0,
  leaseEndsAt: new Date(0),
  payload: '{}',
})

/** Lets `count` deliveries be claimed from each queue, as a database with that many would. */
function fill(
  lanes: DeliveryQueues,
  work: Record<string, number>,
  endpoint = 'https://loja.example',
): void {
  for (const accountId of Object.keys(work)) lanes.markPending({ accountId, endpoint })
  const left = new Map(Object.entries(work))
  for (let taking = lanes.startTaking(0); taking; taking = lanes.startTaking(0)) {
    const { accountId } = taking.lane
    const count = Math.min(taking.limit, left.get(accountId) ?? 0)
    left.set(accountId, (left.get(accountId) ?? 0) - count)
    lanes.taken(
      taking,
      Array.from({ length: count }, (_, n) => delivery(accountId, endpoint, n)),
    )
  }
}

function startAll(lanes: DeliveryQueues, nowMs = 0): { lane: DeliveryQueue; id: string }[] {
  const started = []
  for (let turn = lanes.start(nowMs); turn; turn = lanes.start(nowMs)) {
    started.push({ lane: turn.lane, id: turn.delivery.id })
  }
  return started
}

test('accounts take turns, however many deliveries one of them has waiting (W8)', () => {
  const lanes = openDeliveryQueues(100)
  fill(lanes, { a: 4, b: 2, c: 1 })
  assert.deepEqual(
    startAll(lanes)
      .map(({ lane }) => lane.accountId)
      .join(''),
    'abcabaa',
  )
})

test('one account gets a quarter of the slots, and all accounts at most the whole', () => {
  const lanes = openDeliveryQueues(8)
  for (const endpoint of ['https://a.example', 'https://b.example']) fill(lanes, { a: 4 }, endpoint)
  assert.equal(startAll(lanes).length, 2)
  fill(lanes, { b: 2, c: 2, d: 2, e: 2 })
  assert.equal(startAll(lanes).length, 6)
})

test('endpoints of one account take turns too', () => {
  const lanes = openDeliveryQueues(100)
  for (const endpoint of ['https://a.example', 'https://b.example']) fill(lanes, { a: 2 }, endpoint)
  const order = startAll(lanes).map(({ lane }) => lane.endpoint[8])
  assert.equal(order.join(''), 'abab')
})

test('a finished exchange frees its slot for the next one of its endpoint', () => {
  const lanes = openDeliveryQueues(100)
  fill(lanes, { a: 4 })
  const [first] = startAll(lanes)
  assert(first)
  fill(lanes, { a: 3 })
  assert.equal(startAll(lanes).length, 0)
  lanes.finished(first.lane)
  fill(lanes, { a: 3 })
  assert.equal(startAll(lanes).length, 1)
})

test('a notification that arrives during a claim is not lost', () => {
  const lanes = openDeliveryQueues(100)
  lanes.markPending({ accountId: 'a', endpoint: 'https://a.example' })
  const taking = lanes.startTaking(0)
  assert(taking)
  assert.equal(lanes.startTaking(0), undefined, 'one take a lane')
  lanes.markPending({ accountId: 'a', endpoint: 'https://a.example' })
  lanes.taken(taking, [])
  const again = lanes.startTaking(0)
  assert(again)
  lanes.taken(again, [])
  assert.equal(lanes.startTaking(0), undefined, 'nothing was found and nothing was marked')
  assert.ok(lanes.isIdle())
})

test('the health of an endpoint is kept after its work ended', () => {
  const lanes = openDeliveryQueues(100)
  const due = { accountId: 'a', endpoint: 'https://a.example' }
  for (let n = 0; n < 10; n += 1) {
    fill(lanes, { a: 1 }, due.endpoint)
    for (const { lane } of startAll(lanes)) {
      lane.health = afterTry(lane.health, { atMs: 0, isSuccess: false, durationMs: 1 })
      lanes.finished(lane)
    }
  }
  lanes.markPending(due)
  assert.equal(lanes.startTaking(59_999), undefined)
  assert.equal(lanes.startTaking(60_000)?.limit, 1)
})

test('a released delivery was not started, and is not started later', () => {
  const lanes = openDeliveryQueues(100)
  fill(lanes, { a: 4, b: 4 })
  assert.ok(lanes.start(0))
  assert.equal(lanes.releaseUnsent().length, 7)
  assert.deepEqual(startAll(lanes), [])
})

/** The health of an endpoint that has shown to take 64 at once. */
const wide: EndpointHealth = Array.from({ length: 2_100 }).reduce<EndpointHealth>(
  (health) => afterTry(health, { atMs: 0, isSuccess: true, durationMs: 50, wasFull: true }),
  unknownHealth,
)

/** Sets the health of an account's endpoint. */
function learn(lanes: DeliveryQueues, accountId: string, health: EndpointHealth): void {
  fill(lanes, { [accountId]: 1 })
  for (const { lane } of startAll(lanes)) {
    lane.health = health
    lanes.finished(lane)
  }
}

test('an endpoint that takes many gets 64 slots, the quarter of its account', () => {
  const lanes = openDeliveryQueues(256)
  learn(lanes, 'a', wide)
  fill(lanes, { a: 1_000 })
  assert.equal(startAll(lanes).length, 64)
  fill(lanes, { b: 4 })
  assert.equal(startAll(lanes).length, 4, 'another account is served at once')
})

test('an account claims at most two rounds of its quarter, over all its endpoints', () => {
  const lanes = openDeliveryQueues(256)
  learn(lanes, 'a', wide)
  fill(lanes, { a: 1_000 })
  fill(lanes, { a: 1_000 }, 'https://other.example')
  assert.ok(lanes.releaseUnsent().length <= 128)
})

test('an account with one endpoint has its turn between two turns of a larger account', () => {
  const lanes = openDeliveryQueues(256)
  learn(lanes, 'a', wide)
  fill(lanes, { a: 100, b: 4 })
  const order = startAll(lanes).map(({ lane }) => lane.accountId)
  assert.match(order.join('').slice(0, 8), /^(ab){4}$|^(ba){4}$/)
})
