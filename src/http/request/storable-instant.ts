import { dayMs } from '../../primitives/durations.ts'

/**
 * The instant when its year has four digits, which every store and format accepts. PostgreSQL
 * refuses years before 4713 BC, and ISO 8601 writes others with a sign. The last day of 9999 in São
 * Paulo ends in the year 10000, so it is cut off.
 */
export function storableInstant(instant: Date): Date | undefined {
  const ms = instant.getTime()
  if (ms > lastMs && ms - lastMs < dayMs) return new Date(lastMs)
  return ms >= firstMs && ms <= lastMs ? instant : undefined
}

const firstMs = Date.parse('0001-01-01T00:00:00.000Z')
const lastMs = Date.parse('9999-12-31T23:59:59.999Z')
