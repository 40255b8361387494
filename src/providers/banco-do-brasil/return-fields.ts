import { dayMonthYear, field } from '../statement/fixed-width.ts'

// The fields of Banco do Brasil's CNAB 240 return that we use
// (docs/design/providers/banco-do-brasil.md#return-file).

/** The type of a record: `0` file header, `1` batch header, `3` detail, `5` and `9` trailers. */
export const recordType = (record: string): string => record[7] ?? ''

/** The segment of a detail. `T` says which boleto, `U` how much and when. */
export const segmentOf = (record: string): string => record[13] ?? ''

export interface ReturnHeader {
  readonly convenio: string
  /** The day before the one on which the bank made the file, `YYYY-MM-DD`. */
  readonly date: string
  readonly sequence: number
  readonly version: string
}

/** `undefined`: it is not the first record of a return of this bank. */
export function readHeader(record: string): ReturnHeader | undefined {
  const convenio = field(record, 33, 41).replace(/^0+/, '')
  const madeOn = dayMonthYear(field(record, 144, 151))
  const sequence = count(field(record, 158, 163))
  const isReturn = field(record, 1, 8) === '00100000' && field(record, 143, 143) === '2'
  if (!isReturn || !/^\d+$/.test(convenio) || !madeOn || !sequence) return undefined
  const date = Temporal.PlainDate.from(madeOn).subtract({ days: 1 }).toString()
  return { convenio, date, sequence, version: field(record, 164, 166) }
}

/** What happened to a boleto: segment T with its segment U. */
export interface ReturnedTitle {
  /** What the bank did (docs/design/providers/banco-do-brasil.md#movements). */
  readonly movement: string
  /** Nosso número, as `numberOf`. */
  readonly number: string
  /** What the boleto is about, cents. */
  readonly amount: number
  /** What the payer paid, cents. */
  readonly paid: number
  /** Why: at most five codes of two characters. */
  readonly reasons: readonly string[]
  readonly happenedOn: string
}

/** Nosso número of a segment T, without the zeros that the API puts before it. */
export function numberOf(t: string): string | undefined {
  const number = field(t, 38, 57)
  return /^\d{10,20}$/.test(number) ? number : undefined
}

export function readTitle(t: string, u: string): ReturnedTitle | undefined {
  const [movement, number] = [field(t, 16, 17), numberOf(t)]
  const [paid, happenedOn] = [count(field(u, 78, 92)), dayMonthYear(field(u, 138, 145))]
  const isPair = movement === field(u, 16, 17) && field(t, 4, 7) === field(u, 4, 7)
  if (!isPair || number === undefined || paid === undefined || !happenedOn) return undefined
  const amount = count(field(t, 82, 96)) ?? 0
  const reasons = field(t, 214, 223).match(/[0-9A-Z]{2}/g) ?? []
  // Zeros fill the field.
  return { movement, number, amount, paid, reasons: reasons.filter(notZeros), happenedOn }
}

/** The records of a batch, its header and its trailer included. */
export const recordsInBatch = (trailer: string): number | undefined => count(field(trailer, 18, 23))

/** The batches and the records of the file, its header and its trailer included. */
export function readFileTrailer(
  trailer: string,
): { readonly batches: number; readonly records: number } | undefined {
  const [batches, records] = [count(field(trailer, 18, 23)), count(field(trailer, 24, 29))]
  return batches === undefined || records === undefined ? undefined : { batches, records }
}

const notZeros = (code: string): boolean => code !== '00'

const count = (digits: string): number | undefined =>
  /^\d{1,15}$/.test(digits) ? Number(digits) : undefined
