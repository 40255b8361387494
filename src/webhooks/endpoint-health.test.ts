import assert from 'node:assert/strict'
import { test } from 'node:test'
import { afterTry, type EndpointHealth, slotsOf, takeLimitOf, unknownHealth } from './endpoint-health.ts'

/** `s` a success, `f` a failure, one a second from the given second on. */
const after = (tries: string, { health = unknownHealth, fromS = 0, durationMs = 20 } = {}): EndpointHealth =>
  [...tries].reduce(
    (each, letter, n) => afterTry(each, { atMs: (fromS + n) * 1_000, isSuccess: letter === 's', durationMs }),
    health,
  )

test('four exchanges at once, and one where the median is above 5 s (W8)', () => {
  assert.equal(slotsOf(unknownHealth, 0), 4)
  assert.equal(slotsOf(after('sssss', { durationMs: 5_000 }), 9_000), 4)
  assert.equal(slotsOf(after('sssss', { durationMs: 5_001 }), 9_000), 1)
})

test('ten failures in a row open the breaker, and nine do not (W9)', () => {
  assert.equal(slotsOf(after(`sssssssss${'f'.repeat(9)}`), 20_000), 4)
  assert.equal(slotsOf(after(`sssssssss${'f'.repeat(10)}`), 20_000), 0)
})

test('seven failures of ten within five minutes open it, six do not, and old ones are forgotten', () => {
  assert.equal(slotsOf(after('sffsffsfff'), 10_000), 0)
  assert.equal(slotsOf(after('ssfsffsfff'), 10_000), 4)
  const old = after('ssff')
  assert.equal(slotsOf(after('sffffff', { health: old, fromS: 301 }), 310_000), 4)
})

test('an open breaker lets one probe through a minute after the last failure, as often as it takes', () => {
  const open = after('f'.repeat(10))
  assert.equal(slotsOf(open, 9_000 + 59_999), 0)
  assert.equal(slotsOf(open, 9_000 + 60_000), 1)
  const still = after('f', { health: open, fromS: 69 })
  assert.equal(slotsOf(still, 69_000 + 59_999), 0)
  assert.equal(slotsOf(still, 69_000 + 60_000), 1)
})

test('the first success closes the breaker for good: older failures no longer count', () => {
  const closed = after('sf', { health: after('f'.repeat(12)), fromS: 80 })
  assert.equal(slotsOf(closed, 82_000), 4)
})

test('deliveries are taken ahead of time only where answers are known to come fast', () => {
  assert.equal(takeLimitOf(unknownHealth, 0), 4)
  assert.equal(takeLimitOf(after('sss'), 5_000), 32)
  assert.equal(takeLimitOf(after('sss', { durationMs: 250 }), 5_000), 4)
  assert.equal(takeLimitOf(after('f'.repeat(10)), 9_000 + 60_000), 1)
})
