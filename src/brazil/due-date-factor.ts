import assert from 'node:assert/strict'

/**
 * The due date in a boleto's code. `none`: payable on presentation. `unknown`: no date near the
 * reference has this factor.
 */
export type BoletoDueDate =
  | { kind: 'date'; date: Temporal.PlainDate }
  | { kind: 'none' }
  | { kind: 'unknown'; factor: string }

/**
 * The fator de vencimento: days since 1997-10-07, from 1000 to 9999 and around again. `0000`
 * without a date.
 */
export function dueDateFactor(dueDate: Temporal.PlainDate | null): string {
  if (dueDate === null) return '0000'
  const days = baseDate.until(dueDate, { largestUnit: 'days' }).days
  assert(days >= firstFactor, `no factor for due dates before 2000-07-03: ${dueDate}`)
  return String(firstFactor + ((days - firstFactor) % cycleDays))
}

/**
 * The one date near `reference` (today, or the processing date) that a factor can stand for: from
 * 3000 days before to 5500 after.
 */
export function dueDateFromFactor(factor: string, reference: Temporal.PlainDate): BoletoDueDate {
  assert(/^\d{4}$/.test(factor), `not a fator de vencimento: ${factor}`)
  if (factor === '0000') return { kind: 'none' }
  if (Number(factor) < firstFactor) return { kind: 'unknown', factor }
  const referenceDays = baseDate.until(reference, { largestUnit: 'days' }).days
  const earliest = referenceDays - daysBefore
  const cycles = Math.max(0, Math.ceil((earliest - Number(factor)) / cycleDays))
  const days = Number(factor) + cycles * cycleDays
  if (days < earliest || days > referenceDays + daysAfter) return { kind: 'unknown', factor }
  return { kind: 'date', date: baseDate.add({ days }) }
}

/** When a boleto without a date falls due: fifteen calendar days after it is processed. */
export const presentationDueDate = (processedOn: Temporal.PlainDate): Temporal.PlainDate =>
  processedOn.add({ days: 15 })

const baseDate = Temporal.PlainDate.from('1997-10-07')
const firstFactor = 1000
const cycleDays = 9000
const daysBefore = 3000
const daysAfter = 5500
