/**
 * Days banks are closed in Brazil from 2027 to 2032, written out from the calendars of those years.
 */
const closed = new Set([
  ...[2027, 2028, 2029, 2030, 2031, 2032].flatMap((year) =>
    ['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '11-20', '12-25'].map(
      (day) => `${year}-${day}`,
    ),
  ),
  // Carnival Monday and Tuesday, Good Friday, Corpus Christi.
  ...['2027-02-08', '2027-02-09', '2027-03-26', '2027-05-27'],
  ...['2028-02-28', '2028-02-29', '2028-04-14', '2028-06-15'],
  ...['2029-02-12', '2029-02-13', '2029-03-30', '2029-05-31'],
  ...['2030-03-04', '2030-03-05', '2030-04-19', '2030-06-20'],
  ...['2031-02-24', '2031-02-25', '2031-04-11', '2031-06-12'],
  ...['2032-02-09', '2032-02-10', '2032-03-26', '2032-05-27'],
])

const dayMs = 86_400_000
/** São Paulo has been three hours behind Greenwich all year since 2019. */
const behindMs = 3 * 3_600_000

/** A local day as a count of days: 0 is 1970-01-01. */
export const dayOf = (at: Date): number => Math.floor((at.getTime() - behindMs) / dayMs)
export const startOf = (day: number): Date => new Date(day * dayMs + behindMs)
/** `YYYY-MM-DD`. */
export const nameOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)

/** The same day when banks work, else the next day they do. */
export function bankDay(day: number): number {
  const weekday = new Date(day * dayMs).getUTCDay()
  return weekday === 0 || weekday === 6 || closed.has(nameOf(day)) ? bankDay(day + 1) : day
}

/** What a PIX with a due date costs late: R$ 2.00 once, and 5 cents for each day. */
export const lateCharges = { fine: 2_00, aDay: 5 }

/** The amount of a PIX with a due date on a day, with `lateCharges`. */
export function lateAmount(amount: number, dueDay: number, at: Date): number {
  const late = Math.max(0, dayOf(at) - bankDay(dueDay))
  return late === 0 ? amount : amount + lateCharges.fine + late * lateCharges.aDay
}
