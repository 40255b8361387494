import { trimmedText } from '../http/json-reader.ts'

/** `30.11.2026` (also with slashes) as a date. Empty and `00.00.0000` mean none. */
export function dateFromBank(value: unknown): Temporal.PlainDate | undefined {
  const match = /^(\d{2})[./](\d{2})[./](\d{4})/.exec(trimmedText(value) ?? '')
  if (!match) return undefined
  try {
    return Temporal.PlainDate.from(`${match[3]}-${match[2]}-${match[1]}`)
  } catch {
    return undefined
  }
}

/** `2026-11-30` in the bank's form: `30.11.2026`. */
export const dateForBank = (date: string): string => date.split('-').reverse().join('.')
