import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aheadMs, type ClockReading, errorMs, refine } from './clock-reading.ts'

const hour = 3_600_000

test('half of the round trip is the error of a first sample', () => {
  const reading = refine(undefined, { sentMs: 100, receivedMs: 104, otherMs: 5_102 })
  assert.deepEqual([aheadMs(reading), errorMs(reading, 104)], [5_000, 2])
})

test('the fastest round trip counts, in any order of measurements', () => {
  const samples = [
    { sentMs: 0, receivedMs: 400, otherMs: 7_390 },
    { sentMs: 401, receivedMs: 403, otherMs: 7_402 },
    { sentMs: 404, receivedMs: 1_404, otherMs: 7_410 },
  ]
  for (const order of [samples, [samples[0], samples[2]].map((each) => each ?? assert.fail())]) {
    const reading = order.reduce<ClockReading | undefined>(refine, undefined)
    assert.ok(reading && Math.abs(aheadMs(reading) - 7_000) <= errorMs(reading, 1_404))
  }
  const best = samples.reduce<ClockReading | undefined>(refine, undefined)
  assert.ok(best && errorMs(best, 1_404) < 3)
})

test('an old reading loses precision by the drift since then', () => {
  const reading = refine(undefined, { sentMs: 0, receivedMs: 2, otherMs: 1 })
  assert.equal(errorMs(reading, 2), 1)
  assert.equal(errorMs(reading, 60_002), 61)
})

for (const [name, byMs] of [
  ['forward', 2 * hour],
  ['back', -2 * hour],
] as const) {
  test(`a clock that was set ${name} is followed from the next sample on`, () => {
    const before = refine(undefined, { sentMs: 0, receivedMs: 2, otherMs: 1 })
    const after = refine(before, { sentMs: 1_000, receivedMs: 1_002, otherMs: 1_001 + byMs })
    assert.equal(aheadMs(after), byMs)
  })
}
