import { type Cents, cents } from '../../primitives/money.ts'
import { dayMonthYear, field, yearMonthDay } from '../statement/fixed-width.ts'
import type { PairedHeader } from '../statement/paired-day.ts'

// The fields of Cielo's EDI v15 that we use (docs/design/providers/cielo.md#edi).

/** `undefined`: it is not the header of a file of version 15. */
export function readHeader(line: string): PairedHeader | undefined {
  const date = yearMonthDay(field(line, 28, 35))
  const sequence = Number(field(line, 36, 42))
  const version = field(line, 71, 73)
  const isEdi = line[0] === '0' && field(line, 43, 47) === 'CIELO' && version.startsWith('015')
  const establishment = field(line, 2, 11)
  if (!isEdi || !date || !Number.isSafeInteger(sequence) || sequence < 1 || establishment === '')
    return undefined
  return { kind: kinds.get(field(line, 48, 49)), establishment, date, sequence, version }
}

/** 03: captured sales and forecast. 04: payments. */
const kinds: ReadonlyMap<string, PairedHeader['kind']> = new Map([
  ['03', 'sales'],
  ['04', 'payments'],
])

/** A receivable unit (record D): what is paid together. */
export interface EdiUnit {
  readonly entry: string
  readonly status: string
  /** Cents, with the sign of the record. */
  readonly net: number
  readonly bankAccount: string
  /** The day of the payment. */
  readonly paidOn?: string
}

export function readUnit(line: string): EdiUnit | undefined {
  const net = signed(field(line, 100, 100), field(line, 101, 113))
  if (net === undefined) return undefined
  const paidOn = dayMonthYear(field(line, 268, 275))
  return {
    entry: field(line, 150, 151),
    status: field(line, 70, 71),
    net,
    bankAccount: [field(line, 114, 117), field(line, 118, 122), field(line, 123, 142)].join('/'),
    ...(paidOn && { paidOn }),
  }
}

/** An entry of a unit (record E): an installment, a cancel, a claim or an adjustment. */
export interface EdiEntry {
  readonly entry: string
  readonly number: number
  readonly total: number
  readonly tid: string
  readonly order: string
  readonly nsu: string
  readonly authorizationCode: string
  readonly brand: string
  readonly adjustment: string
  readonly sale: number
  readonly gross: number
  readonly net: number
  readonly fee: number
  readonly capturedOn?: string
  readonly bookedOn?: string
  readonly dueOn?: string
}

export function readEntry(line: string): EdiEntry | undefined {
  const sale = signed(field(line, 247, 247), field(line, 248, 260))
  const gross = signed(field(line, 261, 261), field(line, 262, 274))
  const net = signed(field(line, 275, 275), field(line, 276, 288))
  const fee = signed(field(line, 289, 289), field(line, 290, 302))
  const [number, total] = [count(field(line, 18, 19)), count(field(line, 20, 21))]
  if (sale === undefined || gross === undefined || net === undefined || fee === undefined)
    return undefined
  if (number === undefined || total === undefined) return undefined
  const [capturedOn, bookedOn, dueOn] = [
    dayMonthYear(field(line, 574, 581)),
    dayMonthYear(field(line, 582, 589)),
    dayMonthYear(field(line, 630, 637)),
  ]
  return {
    ...{ sale, gross, net, fee, number, total },
    entry: field(line, 28, 29),
    tid: field(line, 192, 211),
    order: field(line, 212, 231),
    nsu: field(line, 176, 181),
    authorizationCode: field(line, 22, 27),
    brand: brands.get(field(line, 493, 495)) ?? '',
    adjustment: field(line, 152, 155),
    ...(capturedOn && { capturedOn }),
    ...(bookedOn && { bookedOn }),
    ...(dueOn && { dueOn }),
  }
}

/** The last record of a file. */
export interface EdiTrailer {
  /** Records between header and trailer. */
  readonly records: number
  readonly entries: number
  /** The sums over the units, in cents with a sign. */
  readonly net: number
  readonly gross: number
}

export function readTrailer(line: string): EdiTrailer | undefined {
  const [records, entries] = [count(field(line, 2, 12)), count(field(line, 31, 41))]
  const net = signed(field(line, 13, 13), field(line, 14, 30))
  const gross = signed(field(line, 42, 42), field(line, 43, 59))
  return records === undefined || entries === undefined || net === undefined || gross === undefined
    ? undefined
    : { records, entries, net, gross }
}

/** The gross amount of a unit, with its sign: only the trailer needs it. */
export const grossOfUnit = (line: string): number | undefined =>
  signed(field(line, 72, 72), field(line, 73, 85))

/** A positive amount. */
export const positive = (amount: number): Cents => cents(Math.abs(amount))

function signed(sign: string, digits: string): number | undefined {
  if (!/^[+-]?$/.test(sign) || !/^\d{1,17}$/.test(digits)) return undefined
  const amount = Number(digits)
  return Number.isSafeInteger(amount) ? (sign === '-' ? -amount : amount) + 0 : undefined
}

const count = (digits: string): number | undefined =>
  /^\d{0,11}$/.test(digits) ? Number(digits) : undefined

/** Codes of networks, with the names of the API. */
const brands: ReadonlyMap<string, string> = new Map([
  ['001', 'Visa'],
  ['002', 'Master'],
  ['003', 'Amex'],
  ['007', 'Elo'],
  ['009', 'Diners'],
  ['040', 'Hipercard'],
  ['060', 'JCB'],
  ['072', 'Hiper'],
])
