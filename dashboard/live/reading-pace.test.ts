import assert from 'node:assert/strict'
import { test } from 'node:test'
import { msToReading, openReadings, pauseMs } from './reading-pace.ts'

for (const [what, readings, nowMs, expected] of [
  ['nothing happened', { isWanted: false, isReading: false }, 5_000, undefined],
  ['the first event', { isWanted: true, isReading: false }, 5_000, 0],
  ['an event after a pause', { isWanted: true, isReading: false, beganAtMs: 1_000 }, 2_000, 0],
  ['an event long after', { isWanted: true, isReading: false, beganAtMs: 1_000 }, 90_000, 0],
  ['an event in the pause', { isWanted: true, isReading: false, beganAtMs: 1_000 }, 1_300, 700],
  ['a reading under way', { isWanted: true, isReading: true, beganAtMs: 1_000 }, 9_000, undefined],
  ['a quiet pause', { isWanted: false, isReading: false, beganAtMs: 1_000 }, 1_300, undefined],
] as const)
  test(`when to read: ${what}`, () => assert.equal(msToReading(readings, nowMs), expected))

/** Readings whose ends and time the test decides. */
function open() {
  let nowMs = 0
  let timer: { readonly run: () => void; readonly atMs: number } | undefined
  const ends: (() => void)[] = []
  const readings = openReadings(() => new Promise<void>((end) => ends.push(end)), {
    now: () => nowMs,
    later(run, ms) {
      timer = { run, atMs: nowMs + ms }
      return () => {
        timer = undefined
      }
    },
  })
  return {
    ...readings,
    began: () => ends.length,
    async end() {
      ends.at(-1)?.()
      await new Promise((done) => setImmediate(done))
    },
    pass(ms: number) {
      nowMs += ms
      if (timer && timer.atMs <= nowMs) timer.run()
    },
  }
}

test('a reading under way ends before the next begins, however many events arrive', async () => {
  const readings = open()
  for (let event = 1; event <= 200; event += 1) {
    readings.want()
    readings.pass(50)
  }
  assert.equal(readings.began(), 1)
  await readings.end()
  assert.equal(readings.began(), 2)
  await readings.end()
  readings.pass(60_000)
  assert.equal(readings.began(), 2)
})

test('quick readings begin once in a pause, and once after the last event', async () => {
  const readings = open()
  readings.want()
  await readings.end()
  for (let event = 1; event <= 10; event += 1) readings.want()
  readings.pass(pauseMs - 1)
  assert.equal(readings.began(), 1)
  readings.pass(1)
  assert.equal(readings.began(), 2)
})

test('a page that is gone reads no more', async () => {
  const readings = open()
  readings.want()
  readings.want()
  readings.stop()
  await readings.end()
  readings.pass(pauseMs)
  assert.equal(readings.began(), 1)
})
