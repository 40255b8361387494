import { endOfLocalDay } from './local-time.ts'

/** As printed on the card: month 1 to 12, year in four digits. */
export type CardExpiry = { month: number; year: number }

/**
 * The last instant at which a card is valid: the end of the last day of its month, in São Paulo.
 * Throws a RangeError when there is no such month.
 */
export function cardExpiresAt({ month, year }: CardExpiry): Date {
  const { daysInMonth } = Temporal.PlainYearMonth.from({ year, month }, { overflow: 'reject' })
  return endOfLocalDay(Temporal.PlainDate.from({ year, month, day: daysInMonth }))
}

/** Whether the card is past its month at that instant. */
export const isCardExpired = (expiry: CardExpiry, at: Date): boolean =>
  at.getTime() > cardExpiresAt(expiry).getTime()
