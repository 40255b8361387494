import { brazilTimeZone } from '../../brazil/local-time.ts'
import type { FilesWanted } from '../ports/settlement-file.ts'

// A provider that keeps no files has a statement of each day instead. Its name is the day, and its
// place among the others is the number of the day.

/** The hour in São Paulo from which the statement of the day before is complete. */
const statementHour = 5

/** The days whose statements are complete, oldest first. */
export function statementDays({ since, now }: FilesWanted): readonly string[] {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(
    brazilTimeZone,
  )
  const last = local.toPlainDate().subtract({ days: local.hour < statementHour ? 2 : 1 })
  const days: string[] = []
  let day = Temporal.PlainDate.from(since)
  while (Temporal.PlainDate.compare(day, last) <= 0) {
    days.push(day.toString())
    day = day.add({ days: 1 })
  }
  return days
}

/** The place of a day among all statements: one more each day. */
export const sequenceOfDay = (date: string): number =>
  Temporal.PlainDate.from('2020-01-01').until(date, { largestUnit: 'days' }).days + 1

/** The layout of a statement whose header the gateway makes from its own settings. */
export const statementLayout = 'API'

/** The name of a day's statement. */
export const statementName = (date: string): string => `extrato-${date}`

/** The day of a statement. Throws when it is the name of something else. */
export function dayOfStatement(name: string): string {
  const [, date] = /^extrato-(\d{4}-\d{2}-\d{2})$/.exec(name) ?? []
  if (date === undefined) throw new Error('not the name of a statement')
  return Temporal.PlainDate.from(date).toString()
}
