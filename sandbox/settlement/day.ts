import { brazilTimeZone, endOfLocalDay, startOfLocalDay } from '../../src/brazil/local-time.ts'

/** A day in São Paulo and its instants, ms, the last included. */
export interface Day {
  readonly date: Temporal.PlainDate
  readonly from: number
  readonly to: number
}

export const dayOf = (date: Temporal.PlainDate): Day => ({
  date,
  from: startOfLocalDay(date).getTime(),
  to: endOfLocalDay(date).getTime(),
})

/** The hour in São Paulo at which the file of the day before becomes available. */
const fileHour = 5

/** The newest day whose file is available. */
export function lastFileDay(now: Date): Temporal.PlainDate {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(
    brazilTimeZone,
  )
  return local.toPlainDate().subtract({ days: local.hour < fileHour ? 2 : 1 })
}
