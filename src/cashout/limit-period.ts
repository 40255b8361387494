import type { CashoutLimits } from '../accounts/cashout-settings.ts'
import { brazilTimeZone } from '../brazil/local-time.ts'
import type { Cents } from '../primitives/money.ts'

/**
 * A day, 06:00 to 20:00 in São Paulo, or the night after it
 * (docs/design/brazil.md#night-and-limits): `day 2026-11-21`, `night 2026-11-21`.
 */
export function limitPeriod(at: Date): string {
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(
    brazilTimeZone,
  )
  const date = local.toPlainDate()
  if (local.hour >= nightBegins) return `night ${date}`
  // The hours after midnight belong to the night that began the evening before.
  return local.hour < nightEnds ? `night ${date.subtract({ days: 1 })}` : `day ${date}`
}

const nightBegins = 20
const nightEnds = 6

export const isNight = (period: string): boolean => period.startsWith('night')

/** The limit of a period, in cents. */
export const limitOf = (period: string, { perDay, perNight }: CashoutLimits): Cents =>
  isNight(period) ? perNight : perDay
