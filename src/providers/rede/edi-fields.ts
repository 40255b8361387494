import { dayMonthYear, field } from '../statement/fixed-width.ts'
import type { PairedHeader } from '../statement/paired-day.ts'

// The fields of Rede's daily files EEVC and EEFI that we use (docs/design/providers/rede.md#files).

/** `undefined`: no header of an EEVC or EEFI. The files of a day are made on the next one. */
export function readHeader(line: string): PairedHeader | undefined {
  const isSales = typeOf(line) === '002'
  const isRede = /^rede(card)?$/i.test(field(line, 12, 19))
  const madeOn = dayMonthYear(field(line, 4, 11))
  const [sequence, establishment, version] = isSales
    ? [count(line, 72, 77), field(line, 78, 86), field(line, 102, 121)]
    : [count(line, 76, 81), field(line, 82, 90), field(line, 106, 125)]
  if (!isRede || (!isSales && typeOf(line) !== '030')) return undefined
  if (!madeOn || !sequence || establishment === '') return undefined
  const date = Temporal.PlainDate.from(madeOn).subtract({ days: 1 }).toString()
  return { kind: isSales ? 'sales' : 'payments', establishment, date, sequence, version }
}

/** The kind of a record: its first three digits. */
export const typeOf = (line: string): string => line.slice(0, 3)

/**
 * A sales summary (006, or 010 with installments): sales of one day that are paid together. Amounts
 * in cents.
 */
export interface Summary {
  readonly summary: string
  readonly hasInstallments: boolean
  readonly gross: number
  readonly net: number
  /** The day of the payment, or of the first installment. */
  readonly dueOn: string
  readonly brand: string
}

export function readSummary(line: string): Summary | undefined {
  const [gross, net] = [amount(line, 54, 68), amount(line, 114, 128)]
  const dueOn = dayMonthYear(field(line, 129, 136))
  if (gross === undefined || net === undefined || !dueOn) return undefined
  const brand = brands.get(field(line, 137, 137)) ?? ''
  const hasInstallments = typeOf(line) === '010'
  return { summary: summaryOf(line), hasInstallments, gross, net, dueOn, brand }
}

/** A sale of a summary (008, or 012 with installments). Amounts in cents. */
export interface Slip {
  readonly summary: string
  readonly soldOn: string
  readonly gross: number
  readonly fee: number
  readonly net: number
  readonly firstNet: number
  /** The net amount of each installment after the first. 0 for a sale at once. */
  readonly otherNet: number
  readonly installments: number
  /** `000`: accepted. */
  readonly status: string
  readonly nsu: string
  readonly authorizationCode: string
}

export function readSlip(line: string): Slip | undefined {
  const isSplit = typeOf(line) === '012'
  // Two digits of the installments move what follows them.
  const at = isSplit ? 2 : 0
  const soldOn = dayMonthYear(field(line, 22, 29))
  const [gross, fee] = [amount(line, 38, 52), amount(line, 112 + at, 126 + at)]
  const net = amount(line, 204 + at, 218 + at)
  const installments = isSplit ? count(line, 87, 88) : 1
  const [firstNet, otherNet] = isSplit ? [amount(line, 221, 235), amount(line, 236, 250)] : [net, 0]
  if (!soldOn || gross === undefined || fee === undefined || net === undefined) return undefined
  if (!installments || firstNet === undefined || otherNet === undefined) return undefined
  return {
    ...{ summary: summaryOf(line), soldOn, gross, fee, net, firstNet, otherNet, installments },
    status: field(line, 84, 86),
    nsu: bare(field(line, 87 + at, 98 + at)),
    authorizationCode: field(line, 127 + at, 132 + at),
  }
}

/** What a record of a sale through the API adds to it (034 and 035 of EEVC). */
export interface OnlineSale {
  readonly summary: string
  readonly nsu: string
  readonly tid: string
  readonly order: string
}

export const readOnlineSale = (line: string): OnlineSale => ({
  summary: summaryOf(line),
  nsu: bare(field(line, 61, 72)),
  ...onlineFields(line),
})

/** An installment of a summary (014). Amounts in cents. */
export interface DueInstallment {
  readonly summary: string
  readonly number: number
  readonly net: number
  readonly dueOn: string
}

export function readDueInstallment(line: string): DueInstallment | undefined {
  const [number, net] = [count(line, 38, 39), amount(line, 70, 84)]
  const dueOn = dayMonthYear(field(line, 85, 92))
  return number && net !== undefined && dueOn
    ? { summary: summaryOf(line), number, net, dueOn }
    : undefined
}

/** The last record of EEVC (028). Amounts in cents. */
export interface SalesTrailer {
  readonly records: number
  readonly gross: number
  readonly net: number
  readonly accepted: number
}

export function readSalesTrailer(line: string): SalesTrailer | undefined {
  const [records, accepted] = [count(line, 8, 13), count(line, 179, 184)]
  const [gross, net] = [amount(line, 23, 37), amount(line, 134, 148)]
  if (records === undefined || accepted === undefined) return undefined
  return gross === undefined || net === undefined ? undefined : { records, gross, net, accepted }
}

/** Money paid to the bank account (034 of EEFI). */
export interface Credit {
  readonly paidOn: string
  /** Cents. */
  readonly amount: number
  readonly bankAccount: string
  readonly status: string
}

export function readCredit(line: string): Credit | undefined {
  const paidOn = dayMonthYear(field(line, 24, 31))
  const paid = amount(line, 32, 46)
  const bankAccount = [field(line, 48, 50), field(line, 51, 56), field(line, 57, 67)].join('/')
  if (!paidOn || paid === undefined) return undefined
  return { paidOn, amount: paid, bankAccount, status: field(line, 130, 131) }
}

/** A debit: taken off a payment (035), or from the bank account (038). Amounts in cents. */
export interface Debit {
  /** The summary and the NSU of the sale. */
  readonly sale: string
  readonly bookedOn: string
  readonly amount: number
  /** The amount of the cancel that was requested. 0: none. */
  readonly requested: number
  readonly code: string
  readonly reason: string
  /** Rede's number of the request. Empty: it has none. */
  readonly reference: string
}

export function readDebit(line: string): Debit | undefined {
  const isNet = typeOf(line) === '035'
  const at = (net: readonly [number, number], bank: readonly [number, number]) =>
    isNet ? net : bank
  const bookedOn = dayMonthYear(field(line, ...at([22, 29], [24, 31])))
  const taken = amount(line, ...at([30, 44], [32, 46]))
  const requested = amount(line, ...at([224, 238], [175, 189])) ?? 0
  if (!bookedOn || taken === undefined) return undefined
  const nsu = bare(field(line, ...at([239, 250], [222, 233])))
  const place = at([138, 146], [205, 213])
  const summary = at([100, 108], [68, 76])
  return {
    sale: saleKey(field(line, ...place), field(line, ...summary), nsu),
    ...{ bookedOn, amount: taken, requested },
    code: field(line, ...at([46, 47], [100, 101])),
    reason: field(line, ...at([48, 75], [102, 129])),
    reference: field(line, ...at([109, 123], [146, 160])).replace(/^0+$/, ''),
  }
}

/** Which sale through the API a debit is about (053 for 035, 054 for 038). */
export function readOnlineDebit(line: string): {
  readonly sale: string
  readonly tid: string
} {
  const [place, summary, nsu] =
    typeOf(line) === '053'
      ? [field(line, 37, 45), field(line, 28, 36), field(line, 61, 72)]
      : [field(line, 29, 37), field(line, 4, 12), field(line, 46, 57)]
  return { sale: saleKey(place, summary, bare(nsu)), tid: onlineFields(line).tid }
}

/** An amount that is credited or paid in advance (043, 036). Cents. */
export function readOther(
  line: string,
): { readonly amount: number; readonly text: string } | undefined {
  const isAdvance = typeOf(line) === '036'
  const paid = isAdvance ? amount(line, 32, 46) : amount(line, 49, 63)
  const text = isAdvance ? 'antecipação' : field(line, 87, 114)
  return paid === undefined ? undefined : { amount: paid, text }
}

/** The last record of EEFI (052). Amounts in cents. */
export interface PaymentsTrailer {
  readonly records: number
  readonly credits: number
  readonly debits: number
}

export function readPaymentsTrailer(line: string): PaymentsTrailer | undefined {
  const records = count(line, 8, 13)
  const [credits, debits] = [amount(line, 27, 41), amount(line, 86, 100)]
  return records === undefined || credits === undefined || debits === undefined
    ? undefined
    : { records, credits, debits }
}

/** The establishment and the number of its summary. */
const summaryOf = (line: string): string => `${field(line, 4, 12)} ${field(line, 13, 21)}`

const saleKey = (establishment: string, summary: string, nsu: string): string =>
  [establishment, summary, nsu].join(' ')

const onlineFields = (line: string) => ({
  tid: field(line, 79, 98),
  order: field(line, 99, 128),
})

/** A number without the zeros in front of it. */
const bare = (digits: string): string => digits.replace(/^0+(?=.)/, '')

/** A shorter field is one that was cut. */
function amount(line: string, from: number, to: number): number | undefined {
  const digits = line.slice(from - 1, to)
  const value = Number(digits)
  const isWhole = digits.length === to - from + 1 && /^\d+$/.test(digits)
  return isWhole && Number.isSafeInteger(value) ? value : undefined
}

const count = amount

/** Codes of networks. */
const brands: ReadonlyMap<string, string> = new Map([
  ['1', 'Mastercard'],
  ['2', 'Diners'],
  ['3', 'Visa'],
  ['5', 'Hipercard'],
  ['E', 'Elo'],
  ['J', 'JCB'],
  ['X', 'Amex'],
])
