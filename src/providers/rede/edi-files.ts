import { dayMonthYear, yearMonthDay } from '../statement/fixed-width.ts'
import type { FilePlace } from '../statement/paired-files.ts'

/**
 * Which of Rede's daily files a name means: EEVC has the sales, EEFI the payments. The day is the
 * one on which it was made, as `AAAAMMDD` or `DDMMAAAA`. `undefined`: another file.
 */
export const ediPlaceOf =
  (affiliation: string) =>
  (name: string): FilePlace | undefined => {
    const { stem = '', ending = 'txt' } = named.exec(name)?.groups ?? {}
    // A file that is still written, or a checksum, ends in another way.
    if (ending.toLowerCase() !== 'txt') return undefined
    const [kind] = /(?<![a-z])(?:EEVC|EEFI)(?![a-z])/i.exec(stem) ?? []
    const [date] = [...stem.matchAll(/(?<!\d)\d{8}(?!\d)/g)].flatMap(([digits]) => {
      // No day of this century reads as both. An affiliation of eight digits can read as one.
      const day =
        digits === affiliation ? undefined : (yearMonthDay(digits) ?? dayMonthYear(digits))
      return day?.startsWith('20') ? [day] : []
    })
    if (kind === undefined || date === undefined) return undefined
    return { kind: kind.toUpperCase() === 'EEVC' ? 'sales' : 'payments', date }
  }

const named = /^(?<stem>.*?)(?:\.(?<ending>[a-z]\w*))?$/i
