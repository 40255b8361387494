import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refreshingCache } from './refreshing-cache.ts'

function world() {
  let nowMs = 0
  let fact = 'live'
  let loads = 0
  const cache = refreshingCache(
    1_000,
    async () => {
      loads += 1
      return fact
    },
    { nowMs: () => nowMs },
  )
  return {
    get: () => cache.get('key', undefined),
    clear: () => cache.clear(),
    pass: (ms: number) => {
      nowMs += ms
    },
    become: (next: string) => {
      fact = next
    },
    loads: () => loads,
  }
}

test('a value is loaded once and used for a second', async () => {
  const it = world()
  await Promise.all([it.get(), it.get(), it.get()])
  it.pass(499)
  await it.get()
  assert.equal(it.loads(), 1)
})

test('a value older than a second is never returned', async () => {
  const it = world()
  await it.get()
  it.become('revoked')
  it.pass(1_000)
  assert.equal(await it.get(), 'revoked')
})

test('a value in use is reloaded in the background before it is too old', async () => {
  const it = world()
  await it.get()
  it.become('revoked')
  it.pass(600)
  assert.equal(await it.get(), 'live')
  await new Promise((turn) => setImmediate(turn))
  assert.equal(await it.get(), 'revoked')
  assert.equal(it.loads(), 2)
})

test('a cleared value is loaded again, also for callers that were waiting for it', async () => {
  const it = world()
  const before = it.get()
  it.clear()
  it.become('revoked')
  assert.equal(await before, 'live')
  assert.equal(await it.get(), 'revoked')
})

test('the next call retries a failed load', async () => {
  let fails = true
  const cache = refreshingCache(1_000, async () => {
    if (fails) throw new Error('away')
    return 'live'
  })
  await assert.rejects(cache.get('key', undefined), /away/)
  fails = false
  assert.equal(await cache.get('key', undefined), 'live')
})
