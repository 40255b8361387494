import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isNight, limitPeriod } from './limit-period.ts'

const instants = [
  ['2026-11-20T08:59:59Z', 'night 2026-11-19'], // 05:59:59 in São Paulo.
  ['2026-11-20T09:00:00Z', 'day 2026-11-20'],
  ['2026-11-20T22:59:59Z', 'day 2026-11-20'],
  ['2026-11-20T23:00:00Z', 'night 2026-11-20'],
  ['2026-11-21T02:59:59Z', 'night 2026-11-20'],
  ['2026-11-21T03:00:00Z', 'night 2026-11-20'], // Midnight.
  ['2027-01-01T05:00:00Z', 'night 2026-12-31'],
  ['2018-11-05T22:00:00Z', 'night 2018-11-05'], // 20:00 in daylight saving.
] as const
for (const [at, period] of instants) {
  test(`${at} is in ${period}`, () => {
    assert.equal(limitPeriod(new Date(at)), period)
    assert.equal(isNight(limitPeriod(new Date(at))), period.startsWith('night'))
  })
}
