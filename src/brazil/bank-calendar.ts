import assert from 'node:assert/strict'
import { remembered } from '../primitives/remembered.ts'

/**
 * Monday to Friday and not a national bank holiday (Resolução CMN 4.880/2020). City and state
 * holidays do not count.
 */
export const isBusinessDay = (date: Temporal.PlainDate): boolean =>
  date.dayOfWeek <= 5 && !isBankHoliday(date)

/** The same day when banks work, else the next day they do. */
export function nextBusinessDay(date: Temporal.PlainDate): Temporal.PlainDate {
  let day = date
  while (!isBusinessDay(day)) day = day.add({ days: 1 })
  return day
}

/**
 * The n-th business day after `date` (D+n). D+0 is the day itself, moved forward when banks are
 * closed.
 */
export function addBusinessDays(date: Temporal.PlainDate, days: number): Temporal.PlainDate {
  assert(Number.isSafeInteger(days) && days >= 0, `not a count of business days: ${days}`)
  if (days === 0) return nextBusinessDay(date)
  let day = date
  for (let left = days; left > 0; left--) day = nextBusinessDay(day.add({ days: 1 }))
  return day
}

/**
 * Business days in the span that starts after `from` and includes `to`. Zero when `to` is not after
 * `from`.
 */
export function businessDaysBetween(from: Temporal.PlainDate, to: Temporal.PlainDate): number {
  let count = 0
  for (
    let day = from.add({ days: 1 });
    Temporal.PlainDate.compare(day, to) <= 0;
    day = day.add({ days: 1 })
  ) {
    if (isBusinessDay(day)) count += 1
  }
  return count
}

/**
 * A national bank holiday, Carnival and Corpus Christi included though the law does not name them.
 */
export const isBankHoliday = (date: Temporal.PlainDate): boolean =>
  holidaysOf(date.year).has(date.dayOfYear)

/** The bank holidays of a year, by the number of the day in it. */
const holidaysOf = remembered((year: number): ReadonlySet<number> => {
  const easter = easterSunday(year)
  return new Set([
    ...Object.entries(fixedHolidays)
      .filter(([, since]) => year >= since)
      .map(([monthDay]) => Temporal.PlainDate.from(`${year}-${monthDay}`).dayOfYear),
    ...movingHolidays.map((days) => easter.add({ days }).dayOfYear),
  ])
})

/** Western Easter of any Gregorian year (Meeus, Jones and Butcher). */
export function easterSunday(year: number): Temporal.PlainDate {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const yearOfCentury = year % 100
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30
  const weekday =
    (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7
  const shift = Math.floor((golden + 11 * epact + 22 * weekday) / 451)
  const march = epact + weekday - 7 * shift + 114
  return Temporal.PlainDate.from({ year, month: Math.floor(march / 31), day: (march % 31) + 1 })
}

/** Month and day, with the first year it applies to (0 = every year). */
const fixedHolidays: Readonly<Record<string, number>> = {
  '01-01': 0,
  '04-21': 0,
  '05-01': 0,
  '09-07': 0,
  '10-12': 0,
  '11-02': 0,
  '11-15': 0,
  '11-20': 2024, // Lei 14.759/2023.
  '12-25': 0,
}

/** Days after Easter Sunday: Carnival Monday and Tuesday, Good Friday, Corpus Christi. */
const movingHolidays = [-48, -47, -2, 60]
