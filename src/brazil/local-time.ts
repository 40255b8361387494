import { remembered } from '../primitives/remembered.ts'

/**
 * The zone of every due date, report and bank day. Rules come from the tz database: before 2019
 * there was daylight saving.
 */
export const brazilTimeZone = 'America/Sao_Paulo'

/** The calendar day in São Paulo at this instant. */
export function localDate(at: Date): Temporal.PlainDate {
  const atMs = at.getTime()
  return atMs < quartersSinceMs ? dateAt(atMs) : dateInQuarter(Math.floor(atMs / quarterMs))
}

const dateAt = (epochMs: number): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(brazilTimeZone).toPlainDate()

/** Days begin at a quarter of an hour, so the calendar is read once for each quarter. */
const quarterMs = 900_000
const dateInQuarter = remembered((quarter: number) => dateAt(quarter * quarterMs))

/** Until then São Paulo had its own time of the sun. */
const quartersSinceMs = Date.UTC(1914, 0, 2)

/**
 * The first instant of a local day. Not always midnight: daylight saving used to start at midnight.
 */
export function startOfLocalDay(date: Temporal.PlainDate): Date {
  return new Date(startMsOf(date.toString()))
}

const startMsOf = remembered(
  (date: string) => Temporal.PlainDate.from(date).toZonedDateTime(brazilTimeZone).epochMilliseconds,
)

/** The last millisecond of a local day. "Until the due date" includes this instant. */
export function endOfLocalDay(date: Temporal.PlainDate): Date {
  return new Date(startOfLocalDay(date.add({ days: 1 })).getTime() - 1)
}

/** Date and time in São Paulo as people write them: `21/11/2026 14:03:00`. */
export function localText(at: Date): string {
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(
    brazilTimeZone,
  )
  const two = (value: number) => String(value).padStart(2, '0')
  const date = `${two(local.day)}/${two(local.month)}/${local.year}`
  return `${date} ${two(local.hour)}:${two(local.minute)}:${two(local.second)}`
}
