import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  addBusinessDays,
  businessDaysBetween,
  easterSunday,
  isBusinessDay,
  nextBusinessDay,
} from './bank-calendar.ts'

const day = Temporal.PlainDate.from

for (const [year, carnival, goodFriday, corpusChristi] of [
  [2024, ['02-12', '02-13'], '03-29', '05-30'],
  [2025, ['03-03', '03-04'], '04-18', '06-19'],
  [2026, ['02-16', '02-17'], '04-03', '06-04'],
  [2027, ['02-08', '02-09'], '03-26', '05-27'],
] as const) {
  test(`the moving holidays of ${year} fall where ANBIMA lists them`, () => {
    for (const monthDay of [...carnival, goodFriday, corpusChristi]) {
      assert.equal(isBusinessDay(day(`${year}-${monthDay}`)), false, monthDay)
    }
    const ashWednesday = day(`${year}-${carnival[1]}`).add({ days: 1 })
    assert.equal(isBusinessDay(ashWednesday), true, 'Ash Wednesday is a business day')
  })
}

test('Easter falls on the known Sundays', () => {
  for (const date of [
    '1961-04-02',
    '2000-04-23',
    '2008-03-23',
    '2024-03-31',
    '2038-04-25',
    '2100-03-28',
  ]) {
    assert.equal(easterSunday(day(date).year).toString(), date)
  }
})

test('a weekday of 2026 is closed on exactly the national holidays', () => {
  const closed: string[] = []
  for (let date = day('2026-01-01'); date.year === 2026; date = date.add({ days: 1 })) {
    if (date.dayOfWeek <= 5 && !isBusinessDay(date)) closed.push(date.toString().slice(5))
  }
  // 15 November is a Sunday in 2026.
  assert.deepEqual(
    closed,
    '01-01 02-16 02-17 04-03 04-21 05-01 06-04 09-07 10-12 11-02 11-20 12-25'.split(' '),
  )
})

for (const [date, open] of [
  ['2023-11-20', true], // Before the law.
  ['2024-11-20', false],
  ['2025-11-20', false],
  ['2026-12-24', true],
  ['2026-12-31', true],
  ['2027-01-01', false],
  ['2026-07-09', true], // A state holiday.
  ['2022-11-15', false],
] as const) {
  test(`${date} is ${open ? '' : 'not '}a business day`, () =>
    assert.equal(isBusinessDay(day(date)), open))
}

for (const [date, next] of [
  ['2026-11-20', '2026-11-23'],
  ['2026-02-14', '2026-02-18'],
  ['2026-12-25', '2026-12-28'],
  ['2026-12-31', '2026-12-31'],
  ['2023-11-20', '2023-11-20'],
] as const) {
  test(`the business day of ${date} is ${next}`, () =>
    assert.equal(nextBusinessDay(day(date)).toString(), next))
}

for (const [date, days, result] of [
  ['2026-11-21', 0, '2026-11-23'],
  ['2026-11-21', 1, '2026-11-23'], // Paid on Saturday, settled on Monday.
  ['2026-11-18', 1, '2026-11-19'],
  ['2026-11-19', 1, '2026-11-23'],
  ['2026-02-13', 2, '2026-02-19'],
] as const) {
  test(`D+${days} of ${date} is ${result}`, () =>
    assert.equal(addBusinessDays(day(date), days).toString(), result))
}

test('counting business days undoes adding them', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 20000 }),
      fc.integer({ min: 1, max: 60 }),
      (offset, days) => {
        const from = day('2000-01-01').add({ days: offset })
        const to = addBusinessDays(from, days)
        assert.equal(businessDaysBetween(from, to), days)
        assert.ok(isBusinessDay(to))
      },
    ),
    { numRuns: 50 },
  )
})
