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
  dueAt: new Date(0),
  leaseEndsAt: new Date(0),
  payload: '{}',
})

/** Lets `count` deliveries be claimed from each queue, as a database with that many would. */
function fill(
  queues: DeliveryQueues,
  work: Record<string, number>,
  endpoint = 'https://loja.example',
): void {
  for (const accountId of Object.keys(work)) queues.markPending({ accountId, endpoint })
  const left = new Map(Object.entries(work))
  for (let taking = queues.startTaking(0); taking; taking = queues.startTaking(0)) {
    const { accountId } = taking.queue
    const count = Math.min(taking.limit, left.get(accountId) ?? 0)
    left.set(accountId, (left.get(accountId) ?? 0) - count)
    queues.taken(
      taking,
      Array.from({ length: count }, (_, n) => delivery(accountId, endpoint, n)),
    )
  }
}

function startAll(queues: DeliveryQueues, nowMs = 0): { queue: DeliveryQueue; id: string }[] {
  const started = []
  for (let turn = queues.start(nowMs); turn; turn = queues.start(nowMs)) {
    started.push({ queue: turn.queue, id: turn.delivery.id })
  }
  return started
}

test('accounts take turns, however many deliveries one of them has waiting (W8)', () => {
  const queues = openDeliveryQueues(100)
  fill(queues, { a: 4, b: 2, c: 1 })
  assert.deepEqual(
    startAll(queues)
      .map(({ queue }) => queue.accountId)
      .join(''),
    'abcabaa',
  )
})

test('one account gets a quarter of the slots, and all accounts at most the whole', () => {
  const queues = openDeliveryQueues(8)
  for (const endpoint of ['https://a.example', 'https://b.example'])
    fill(queues, { a: 4 }, endpoint)
  assert.equal(startAll(queues).length, 2)
  fill(queues, { b: 2, c: 2, d: 2, e: 2 })
  assert.equal(startAll(queues).length, 6)
})

test('endpoints of one account take turns too', () => {
  const queues = openDeliveryQueues(100)
  for (const endpoint of ['https://a.example', 'https://b.example'])
    fill(queues, { a: 2 }, endpoint)
  const order = startAll(queues).map(({ queue }) => queue.endpoint[8])
  assert.equal(order.join(''), 'abab')
})

test('a finished exchange frees its slot for the next one of its endpoint', () => {
  const queues = openDeliveryQueues(100)
  fill(queues, { a: 4 })
  const [first] = startAll(queues)
  assert(first)
  fill(queues, { a: 3 })
  assert.equal(startAll(queues).length, 0)
  queues.finished(first.queue)
  fill(queues, { a: 3 })
  assert.equal(startAll(queues).length, 1)
})

test('a notification that arrives during a claim is not lost', () => {
  const queues = openDeliveryQueues(100)
  queues.markPending({ accountId: 'a', endpoint: 'https://a.example' })
  const taking = queues.startTaking(0)
  assert(taking)
  assert.equal(queues.startTaking(0), undefined, 'one claim for each queue at a time')
  queues.markPending({ accountId: 'a', endpoint: 'https://a.example' })
  queues.taken(taking, [])
  const again = queues.startTaking(0)
  assert(again)
  queues.taken(again, [])
  assert.equal(queues.startTaking(0), undefined, 'nothing was found and nothing was marked')
  assert.ok(queues.isIdle())
})

test('the health of an endpoint is kept after its work ended', () => {
  const queues = openDeliveryQueues(100)
  const due = { accountId: 'a', endpoint: 'https://a.example' }
  for (let n = 0; n < 10; n += 1) {
    fill(queues, { a: 1 }, due.endpoint)
    for (const { queue } of startAll(queues)) {
      queue.health = afterTry(queue.health, { atMs: 0, isSuccess: false, durationMs: 1 })
      queues.finished(queue)
    }
  }
  queues.markPending(due)
  assert.equal(queues.startTaking(59_999), undefined)
  assert.equal(queues.startTaking(60_000)?.limit, 1)
})

test('a released delivery was not started, and is not started later', () => {
  const queues = openDeliveryQueues(100)
  fill(queues, { a: 4, b: 4 })
  assert.ok(queues.start(0))
  assert.equal(queues.releaseUnsent().length, 7)
  assert.deepEqual(startAll(queues), [])
})

/** The health of an endpoint that has shown to take 64 at once. */
const wide: EndpointHealth = Array.from({ length: 2_100 }).reduce<EndpointHealth>(
  (health) => afterTry(health, { atMs: 0, isSuccess: true, durationMs: 50, wasFull: true }),
  unknownHealth,
)

/** Sets the health of an account's endpoint. */
function learn(queues: DeliveryQueues, accountId: string, health: EndpointHealth): void {
  fill(queues, { [accountId]: 1 })
  for (const { queue } of startAll(queues)) {
    queue.health = health
    queues.finished(queue)
  }
}

test('an endpoint that takes many gets 64 slots, the quarter of its account', () => {
  const queues = openDeliveryQueues(256)
  learn(queues, 'a', wide)
  fill(queues, { a: 1_000 })
  assert.equal(startAll(queues).length, 64)
  fill(queues, { b: 4 })
  assert.equal(startAll(queues).length, 4, 'another account is served at once')
})

test('an account claims at most two rounds of its quarter, over all its endpoints', () => {
  const queues = openDeliveryQueues(256)
  learn(queues, 'a', wide)
  fill(queues, { a: 1_000 })
  fill(queues, { a: 1_000 }, 'https://other.example')
  assert.ok(queues.releaseUnsent().length <= 128)
})

test('an account with one endpoint has its turn between two turns of a larger account', () => {
  const queues = openDeliveryQueues(256)
  learn(queues, 'a', wide)
  fill(queues, { a: 100, b: 4 })
  const order = startAll(queues).map(({ queue }) => queue.accountId)
  assert.match(order.join('').slice(0, 8), /^(ab){4}$|^(ba){4}$/)
})
