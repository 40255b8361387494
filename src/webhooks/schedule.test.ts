import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maxTries, nextTryIn } from './schedule.ts'

const middle = { jitter: 0.5, isOverloaded: false }

test('fifteen tries, spread over 99 h 52 min (W4)', () => {
  const waits: (number | 'exhausted')[] = []
  for (let tries = 1; tries <= maxTries; tries += 1) waits.push(nextTryIn({ ...middle, tries }))
  const [s, m, h] = [1_000, 60_000, 3_600_000]
  assert.deepEqual(waits, [
    5 * s,
    30 * s,
    2 * m,
    5 * m,
    15 * m,
    30 * m,
    h,
    2 * h,
    4 * h,
    8 * h,
    12 * h,
    24 * h,
    24 * h,
    24 * h,
    'exhausted',
  ])
  const total = waits.reduce<number>((sum, wait) => sum + (wait === 'exhausted' ? 0 : wait), 0)
  assert.equal(Math.floor(total / m), 99 * 60 + 52)
})

test('jitter moves a wait by at most a fifth, both ways', () => {
  assert.equal(nextTryIn({ tries: 1, jitter: 0, isOverloaded: false }), 4_000)
  assert.equal(nextTryIn({ tries: 1, jitter: 0.999_999, isOverloaded: false }), 6_000)
})

for (const [name, failed, wait] of [
  ['an overloaded receiver gets a minute at least', { tries: 1, isOverloaded: true }, 60_000],
  ['an overloaded receiver keeps a longer plan', { tries: 3, isOverloaded: true }, 120_000],
  ['Retry-After below the plan changes nothing', { tries: 3, retryAfterMs: 1_000 }, 120_000],
  [
    'Retry-After within the plan and its double is honored',
    { tries: 3, retryAfterMs: 200_000 },
    200_000,
  ],
  ['Retry-After beyond the double is cut there', { tries: 3, retryAfterMs: 86_400_000 }, 240_000],
  [
    'Retry-After of a 429 counts from the minute',
    { tries: 1, isOverloaded: true, retryAfterMs: 90_000 },
    90_000,
  ],
  ['nothing comes after the last try', { tries: 15, retryAfterMs: 1_000 }, 'exhausted'],
] as const) {
  test(name, () => assert.equal(nextTryIn({ ...middle, ...failed }), wait))
}
