import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomId } from '../primitives/id.ts'
import { collectRequests } from './request-log.ts'
import type { LoggedBodies, LoggedRequest } from './request-log-store.ts'

type Stored = LoggedRequest & LoggedBodies

const request = (requestBody: string | null = null): Stored => ({
  accountId: randomId(),
  id: randomId(),
  at: new Date('2026-11-21T12:00:00Z'),
  method: 'POST',
  route: '/api/user/cashout',
  path: '/api/user/cashout',
  status: 200,
  errorCode: null,
  actorKind: 'key',
  actorId: randomId(),
  actorName: 'Loja',
  durationMs: 1,
  idempotencyKey: null,
  requestBody,
  responseBody: null,
})

const log = { warn: () => undefined } as unknown as Parameters<typeof collectRequests>[0]
const close = async () => undefined

test('requests are stored in batches, and the rest when the log closes', async () => {
  const batches: number[] = []
  const store = async (requests: readonly Stored[]) => batches.push(requests.length)
  const requests = collectRequests(log, { store, close }, { batchSize: 10, everyMs: 60_000 })
  for (let count = 0; count < 9; count++) requests.add(request)
  assert.deepEqual(batches, [])
  requests.add(request)
  assert.deepEqual(batches, [10])
  for (let count = 0; count < 25; count++) requests.add(request)
  await requests.close()
  assert.deepEqual(batches, [10, 10, 10, 5])
})

test('a few requests are stored after the period', async () => {
  const stored = Promise.withResolvers<number>()
  const store = async (requests: readonly Stored[]) => stored.resolve(requests.length)
  const requests = collectRequests(log, { store, close }, { everyMs: 1 })
  requests.add(request)
  assert.equal(await stored.promise, 1)
  await requests.close()
})

test('while the database is silent, requests beyond the room are dropped unread', async () => {
  const silence = Promise.withResolvers<void>()
  let stored = 0
  const store = async (requests: readonly Stored[]) => {
    await silence.promise
    stored += requests.length
  }
  const requests = collectRequests(log, { store, close }, { batchSize: 10, mostWaiting: 100 })
  let described = 0
  const describe = () => {
    described += 1
    return request()
  }
  for (let count = 0; count < 10_000; count++) requests.add(describe)
  assert.equal(described, 110, 'the batch under way, and the room')
  assert.deepEqual(requests.dropped, { full: 9_890, failed: 0 })
  silence.resolve()
  await requests.flush()
  assert.equal(stored, 110)
  requests.add(describe)
  await requests.close()
  assert.equal(stored, 111)
})

test('large bodies fill the room sooner', async () => {
  const silence = Promise.withResolvers<void>()
  const requests = collectRequests(
    log,
    { store: () => silence.promise, close },
    { mostChars: 10_000, everyMs: 60_000 },
  )
  for (let count = 0; count < 20; count++) requests.add(() => request('x'.repeat(1_000)))
  assert.equal(requests.dropped.full, 10)
  silence.resolve()
  await requests.close()
})

test('a batch that the database rejects is counted, and the next one is stored', async () => {
  const stored: number[] = []
  let isFailing = true
  const store = async (requests: readonly Stored[]) => {
    if (isFailing) throw new Error('no database')
    stored.push(requests.length)
  }
  const requests = collectRequests(log, { store, close }, { everyMs: 60_000 })
  for (let count = 0; count < 7; count++) requests.add(request)
  await requests.flush()
  assert.deepEqual(requests.dropped, { full: 0, failed: 7 })
  isFailing = false
  requests.add(request)
  await requests.close()
  assert.deepEqual(stored, [1])
})

test('a request that cannot be described is counted, and harms no other', async () => {
  const requests = collectRequests(log, { store: async () => undefined, close })
  assert.doesNotThrow(() =>
    requests.add(() => {
      throw new Error('a bug')
    }),
  )
  assert.deepEqual(requests.dropped, { full: 0, failed: 1 })
  await requests.close()
})
