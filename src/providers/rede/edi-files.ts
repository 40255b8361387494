import { dayMonthYear, yearMonthDay } from '../statement/fixed-width.ts'
import type { FilePlace } from '../statement/paired-files.ts'

/**
 * Which of Rede's daily files a name means: EEVC has the sales, EEFI the payments. The day is the
 * one on which it was made, as `AAAAMMDD` or `DDMMAAAA`. `undefined`: another file.
 */
export function ediPlace(name: string): FilePlace | undefined {
  const kind = /(?<![a-z])(?<kind>EEVC|EEFI)(?![a-z])/i.exec(name)?.groups?.kind?.toUpperCase()
  if (kind === undefined) return undefined
  const [date] = [...name.matchAll(/(?<!\d)\d{8}(?!\d)/g)].flatMap(([digits]) => {
    // No day of this century reads as both.
    const day = yearMonthDay(digits) ?? dayMonthYear(digits)
    return day?.startsWith('20') ? [day] : []
  })
  return date === undefined ? undefined : { kind: kind === 'EEVC' ? 'sales' : 'payments', date }
}
