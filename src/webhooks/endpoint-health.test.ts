import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  afterTry,
  type EndpointHealth,
  mostSlots,
  slotsOf,
  takeLimitOf,
  unknownHealth,
} from './endpoint-health.ts'

/** `s` is a success, `f` a failure, one a second from the given second on. */
const after = (
  tries: string,
  { health = unknownHealth, fromS = 0, durationMs = 20, wasFull = false } = {},
): EndpointHealth =>
  [...tries].reduce(
    (each, letter, n) =>
      afterTry(each, { atMs: (fromS + n) * 1_000, isSuccess: letter === 's', durationMs, wasFull }),
    health,
  )

test('four concurrent exchanges at first, and one where the median is above 5 s (W8)', () => {
  assert.equal(slotsOf(unknownHealth, 0), 4)
  assert.equal(slotsOf(after('sssss', { durationMs: 5_000 }), 9_000), 4)
  assert.equal(slotsOf(after('sssss', { durationMs: 5_001 }), 9_000), 1)
})

test('ten failures in a row open the breaker, and nine do not (W9)', () => {
  assert.equal(slotsOf(after(`sssssssss${'f'.repeat(9)}`), 20_000), 4)
  assert.equal(slotsOf(after(`sssssssss${'f'.repeat(10)}`), 20_000), 0)
})

test('seven recent failures of ten open it, six do not, old ones do not count', () => {
  assert.equal(slotsOf(after('sffsffsfff'), 10_000), 0)
  assert.equal(slotsOf(after('ssfsffsfff'), 10_000), 4)
  const old = after('ssff')
  assert.equal(slotsOf(after('sffffff', { health: old, fromS: 301 }), 310_000), 4)
})

test('an open breaker allows one probe a minute after the last failure, again and again', () => {
  const open = after('f'.repeat(10))
  assert.equal(slotsOf(open, 9_000 + 59_999), 0)
  assert.equal(slotsOf(open, 9_000 + 60_000), 1)
  const still = after('f', { health: open, fromS: 69 })
  assert.equal(slotsOf(still, 69_000 + 59_999), 0)
  assert.equal(slotsOf(still, 69_000 + 60_000), 1)
})

test('the first success closes the breaker: older failures no longer count', () => {
  const closed = after('sf', { health: after('f'.repeat(12)), fromS: 80 })
  assert.equal(slotsOf(closed, 82_000), 4)
})

test('deliveries are claimed ahead of time only for endpoints known to respond fast', () => {
  assert.equal(takeLimitOf(unknownHealth, 0), 4)
  assert.equal(takeLimitOf(after('sss'), 5_000), 32)
  assert.equal(takeLimitOf(after('sss', { durationMs: 250 }), 5_000), 4)
  assert.equal(takeLimitOf(after('f'.repeat(10)), 9_000 + 60_000), 1)
})

const quick = { durationMs: 50, wasFull: true }
const successes = (count: number) => 's'.repeat(count)
const wide = after(successes(60), quick)
/** Halved from 64: fast growth ends at 32. */
const halved = after('f', { health: wide, fromS: 2_100 })
const slow = { durationMs: 2_501, wasFull: true }

const slots: readonly (readonly [string, EndpointHealth, number])[] = [
  ['a round of four quick successes doubles them', after(successes(4), quick), 8],
  ['the next round doubles them again', after(successes(12), quick), 16],
  ['four rounds are enough', wide, mostSlots],
  ['more successes change nothing', after(successes(500), { ...quick, health: wide }), mostSlots],
  ['successes that left slots free prove nothing', after(successes(500)), 4],
  [
    'a round of successes above 250 ms is nearly a slot',
    after(successes(4), { ...quick, durationMs: 251 }),
    4,
  ],
  ['the next success completes it', after(successes(5), { ...quick, durationMs: 251 }), 5],
  ['successes within a second grow it', after(successes(5), { ...quick, durationMs: 1_000 }), 5],
  ['successes above a second do not', after(successes(500), { ...quick, durationMs: 1_001 }), 4],
  ['a slow success takes a part of a slot', after('s', { health: wide, ...slow }), 63],
  ['a round of them about one', after(successes(64), { health: wide, ...slow }), 62],
  [
    'after a slow success a quick one adds a part',
    after(successes(2), { health: after('s', { health: wide, ...slow }), ...quick }),
    64,
  ],
  ['one failure halves it', halved, 32],
  ['after it a round adds one', after(successes(33), { health: halved, ...quick }), 33],
  ['three leave an eighth', after('fff', { health: wide, fromS: 2_100 }), 8],
  [
    'after three a round adds one',
    after(successes(9), { health: after('fff', { health: wide }), ...quick }),
    9,
  ],
  ['failures leave four', after('fffffff', { health: wide, fromS: 2_100 }), 4],
  [
    'a closed breaker begins anew',
    after('s', { health: after('f'.repeat(10), { health: wide, fromS: 2_100 }) }),
    4,
  ],
  [
    'and grows by one in each round',
    after(`s${successes(5)}`, { health: after('f'.repeat(10), { health: wide }), ...quick }),
    5,
  ],
]

for (const [name, health, expected] of slots) {
  test(`${name}: ${expected} slots`, () => assert.equal(slotsOf(health, 3_000_000), expected))
}

test('a wide endpoint is served two rounds ahead', () =>
  assert.equal(takeLimitOf(wide, 3_000_000), 2 * mostSlots))
