import { type Cents, cents } from '../../primitives/money.ts'
import { trimmedText } from '../http/json-reader.ts'

/**
 * Converts reais as a decimal number (`19.9`) into cents, digit by digit. A JSON number of up to 15
 * digits is printed as the bank wrote it, so no arithmetic on floats takes place. `undefined`:
 * fractions of a cent, or not a number.
 */
export function centsFromDecimal(value: unknown): Cents | undefined {
  const match = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(trimmedText(value) ?? '')
  if (!match) return undefined
  return cents(Number(`${match[1]}${(match[2] ?? '').padEnd(2, '0')}`))
}
