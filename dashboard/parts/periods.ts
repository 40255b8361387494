import { businessZone } from '../text/format.ts'

type Days = readonly [first: string, last: string]

/** The periods that people choose most, by the calendar of São Paulo. */
export function periodsOf(
  now: Date,
): Readonly<Record<'today' | 'last7Days' | 'last30Days' | 'thisMonth' | 'lastMonth', Days>> {
  const today = todayAt(now)
  const month = today.slice(0, 7)
  const lastMonth = addMonths(month, -1)
  return {
    today: [today, today],
    last7Days: [addDays(today, -6), today],
    last30Days: [addDays(today, -29), today],
    thisMonth: [`${month}-01`, today],
    lastMonth: daysOfMonth(lastMonth),
  }
}

/** The day in São Paulo. */
export const todayAt = (now: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: businessZone }).format(now)

/** A month (2026-11) later or earlier. */
export function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7)
}

export function addDays(day: string, count: number): string {
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + count)
  return at.toISOString().slice(0, 10)
}

/** The first and the last day of a month. */
export const daysOfMonth = (month: string): Days => [
  `${month}-01`,
  addDays(`${addMonths(month, 1)}-01`, -1),
]
