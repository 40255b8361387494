import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endOfLocalDay, localDate, localText, startOfLocalDay } from './local-time.ts'

const day = Temporal.PlainDate.from

for (const [instant, date] of [
  ['2026-11-21T01:30:00Z', '2026-11-20'],
  ['2026-11-21T02:59:59.999Z', '2026-11-20'],
  ['2026-11-21T03:00:00Z', '2026-11-21'],
  ['2018-12-01T02:30:00Z', '2018-12-01'], // Daylight saving: UTC-2.
] as const) {
  test(`at ${instant} it is ${date} in São Paulo`, () => {
    assert.equal(localDate(new Date(instant)).toString(), date)
  })
}

for (const [date, start, end] of [
  ['2026-11-20', '2026-11-20T03:00:00.000Z', '2026-11-21T02:59:59.999Z'],
  ['2018-11-03', '2018-11-03T03:00:00.000Z', '2018-11-04T02:59:59.999Z'],
  // 00:00 did not exist: the day had 23 hours.
  ['2018-11-04', '2018-11-04T03:00:00.000Z', '2018-11-05T01:59:59.999Z'],
  // 23:00 came twice: 25 hours.
  ['2019-02-16', '2019-02-16T02:00:00.000Z', '2019-02-17T02:59:59.999Z'],
] as const) {
  test(`${date} lasts from ${start} to ${end}`, () => {
    assert.equal(startOfLocalDay(day(date)).toISOString(), start)
    assert.equal(endOfLocalDay(day(date)).toISOString(), end)
  })
}

test('people read the hour of São Paulo, on its day there', () => {
  assert.equal(localText(new Date('2026-11-21T02:03:04.999Z')), '20/11/2026 23:03:04')
})
