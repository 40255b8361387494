import { addDays, daysOfMonth } from '../../parts/periods.ts'

/** The days of a month in weeks from Sunday. A place outside of the month is null. */
export function weeksOf(month: string): readonly (readonly (string | null)[])[] {
  const [first, last] = daysOfMonth(month)
  const before = new Date(`${first}T00:00:00Z`).getUTCDay()
  const count = Number(last.slice(8))
  const places = Array.from({ length: Math.ceil((before + count) / 7) * 7 }, (_, place) => {
    const number = place - before
    return number < 0 || number >= count ? null : addDays(first, number)
  })
  return Array.from({ length: places.length / 7 }, (_, week) =>
    places.slice(week * 7, week * 7 + 7),
  )
}
