import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refreshingCache } from './refreshing-cache.ts'

function world() {
  let nowMs = 0
  let fact = 'live'
  let questions = 0
  const memory = refreshingCache(
    1_000,
    async () => {
      questions += 1
      return fact
    },
    { nowMs: () => nowMs },
  )
  return {
    ask: () => memory.ask('key', undefined),
    forget: () => memory.forget(),
    pass: (ms: number) => {
      nowMs += ms
    },
    become: (next: string) => {
      fact = next
    },
    questions: () => questions,
  }
}

test('a value is loaded once and used for a second', async () => {
  const it = world()
  await Promise.all([it.ask(), it.ask(), it.ask()])
  it.pass(499)
  await it.ask()
  assert.equal(it.questions(), 1)
})

test('an answer older than a second is never given', async () => {
  const it = world()
  await it.ask()
  it.become('revoked')
  it.pass(1_000)
  assert.equal(await it.ask(), 'revoked')
})

test('a busy name is read again in the background before its answer is too old', async () => {
  const it = world()
  await it.ask()
  it.become('revoked')
  it.pass(600)
  assert.equal(await it.ask(), 'live')
  await new Promise((turn) => setImmediate(turn))
  assert.equal(await it.ask(), 'revoked')
  assert.equal(it.questions(), 2)
})

test('a cleared value is loaded again, also for callers who were waiting for it', async () => {
  const it = world()
  const before = it.ask()
  it.forget()
  it.become('revoked')
  assert.equal(await before, 'live')
  assert.equal(await it.ask(), 'revoked')
})

test('the next call retries a failed load', async () => {
  let fails = true
  const memory = refreshingCache(1_000, async () => {
    if (fails) throw new Error('away')
    return 'live'
  })
  await assert.rejects(memory.ask('key', undefined), /away/)
  fails = false
  assert.equal(await memory.ask('key', undefined), 'live')
})
