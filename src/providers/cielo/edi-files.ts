import { yearMonthDay } from '../statement/fixed-width.ts'
import type { FilePlace } from '../statement/paired-files.ts'

/**
 * Which of Cielo's EDI files a name means: CIELO03 has the sales of a day, CIELO04 its payments.
 * `undefined`: another file.
 */
export function ediPlace(name: string): FilePlace | undefined {
  const { option, digits } = fileName.exec(name)?.groups ?? {}
  const date = yearMonthDay(digits ?? '')
  return date === undefined ? undefined : { kind: option === '03' ? 'sales' : 'payments', date }
}

/** `CIELO03` or `CIELO04` and a date `AAAAMMDD` are in the name of a file, in this order. */
const fileName = /CIELO(?<option>03|04)\D(?:.*\D)?(?<digits>20\d{6})(?!\d)/i
