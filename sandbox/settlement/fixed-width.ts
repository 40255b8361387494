// Files of acquirers in records of a fixed width. Positions count from 1.

/** Texts and the positions at which they begin. */
export type Fields = readonly (readonly [at: number, text: string])[]

/** A record of spaces with the fields at their positions. */
export function record(length: number, fields: Fields): string {
  const characters = Array.from({ length }, () => ' ')
  for (const [at, value] of fields)
    for (const [index, character] of [...value].entries()) characters[at - 1 + index] = character
  return characters.join('')
}

/** A number with zeros in front of it. Throws if the field is too short for it. */
export function digits(value: number, width: number): string {
  const text = String(value).padStart(width, '0')
  if (value < 0 || text.length > width)
    throw new RangeError(`${value} needs more than ${width} digits`)
  return text
}

export const inLines = (records: readonly string[]): string =>
  records.map((each) => `${each}\r\n`).join('')

export const dayMonthYear = (date: string): string => date.split('-').reverse().join('')

/** The day on which the files of a day are made. */
export const madeOn = (date: string): string =>
  Temporal.PlainDate.from(date).add({ days: 1 }).toString()
