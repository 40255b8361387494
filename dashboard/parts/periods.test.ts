import assert from 'node:assert/strict'
import { test } from 'node:test'
import { weeksOf } from '../pages/balance/month-weeks.ts'
import { addMonths, daysOfMonth, periodsOf } from './periods.ts'

test('the periods end on the day of São Paulo', () => {
  // Two in the morning in UTC is still the evening before in São Paulo.
  const periods = periodsOf(new Date('2026-03-01T02:00:00Z'))
  assert.deepEqual(periods.today, ['2026-02-28', '2026-02-28'])
  assert.deepEqual(periods.last7Days, ['2026-02-22', '2026-02-28'])
  assert.deepEqual(periods.thisMonth, ['2026-02-01', '2026-02-28'])
  assert.deepEqual(periods.lastMonth, ['2026-01-01', '2026-01-31'])
})

test('months pass the end of a year, and know a leap year', () => {
  assert.equal(addMonths('2026-12', 1), '2027-01')
  assert.equal(addMonths('2026-01', -1), '2025-12')
  assert.deepEqual(daysOfMonth('2028-02'), ['2028-02-01', '2028-02-29'])
})

test('a month is shown in weeks from Sunday', () => {
  const weeks = weeksOf('2026-11')
  assert.equal(weeks.length, 5)
  assert.deepEqual(weeks[0]?.slice(0, 2), ['2026-11-01', '2026-11-02'])
  assert.deepEqual(weeks[4]?.slice(0, 3), ['2026-11-29', '2026-11-30', null])
})
