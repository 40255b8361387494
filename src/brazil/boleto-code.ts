import assert from 'node:assert/strict'
import { type Cents, cents } from '../primitives/money.ts'
import { mod10Digit, mod11Complement } from './check-digit.ts'
import { type CollectionCode, readCollectionCode } from './collection-code.ts'
import { type BoletoDueDate, dueDateFactor, dueDateFromFactor } from './due-date-factor.ts'

/** The code of a bank's boleto (Carta-Circular 2.926/2000), read. */
export type BankBoletoCode = {
  kind: 'bank'
  /** 44 digits. */
  barcode: string
  /** 47 digits, without punctuation. */
  digitableLine: string
  bank: string
  /** Null when the code leaves the amount open. */
  amount: Cents | null
  due: BoletoDueDate
  /** 25 digits laid out by the bank. */
  freeField: string
}

/** `field` names the wrong check digit: of a field of the line, or the general one. */
export type BoletoCodeProblem =
  | { problem: 'length' | 'characters' | 'currency' }
  | { problem: 'check-digit'; field: 1 | 2 | 3 | 4 | 'general' }

export type BoletoCodeReading =
  | { ok: true; code: BankBoletoCode | CollectionCode }
  | ({ ok: false } & BoletoCodeProblem)

/**
 * Reads the text that a person types or scans: a line of 47 or 48 digits, or a barcode of 44. Dots,
 * dashes and spaces are ignored. A due date is the one nearest to `reference`.
 */
export function readBoletoCode(text: string, reference: Temporal.PlainDate): BoletoCodeReading {
  const digits = text.replace(/[.\-\s]/g, '')
  if (!/^\d*$/.test(digits)) return { ok: false, problem: 'characters' }
  if (digits.length === 48 || (digits.length === 44 && digits.startsWith('8')))
    return readCollectionCode(digits)
  if (digits.length === 44) return readBarcode(digits, reference)
  if (digits.length === 47) return readLine(digits, reference)
  return { ok: false, problem: 'length' }
}

export type BarcodeParts = {
  bank: string
  amount: Cents | null
  dueDate: Temporal.PlainDate | null
  freeField: string
}

/** The 44 digits under the bars, with the general check digit. Asserts the widths. */
export function writeBarcode({ bank, amount, dueDate, freeField }: BarcodeParts): string {
  assert(/^\d{3}$/.test(bank), `a bank has three digits: ${bank}`)
  assert(/^\d{25}$/.test(freeField), `a campo livre has 25 digits: ${freeField}`)
  assert((amount ?? 0) <= 9_999_999_999, 'a boleto carries at most R$ 99,999,999.99')
  const tail = `${dueDateFactor(dueDate)}${String(amount ?? 0).padStart(10, '0')}${freeField}`
  return `${bank}9${generalDigit(`${bank}9${tail}`)}${tail}`
}

/** The 47 digits people type, from the 44 of the barcode. */
export function digitableLine(barcode: string): string {
  assert(/^\d{44}$/.test(barcode), 'a barcode has 44 digits')
  const fields = [
    `${barcode.slice(0, 4)}${barcode.slice(19, 24)}`,
    barcode.slice(24, 34),
    barcode.slice(34),
  ]
  return `${fields.map((field) => `${field}${mod10Digit(field)}`).join('')}${barcode.slice(4, 19)}`
}

/** As printed: `34191.10121 34567.880058 71234.570001 3 16460000015990`. */
export function formatDigitableLine(line: string): string {
  assert(/^\d{47}$/.test(line), 'a digitable line has 47 digits')
  return line.replace(/^(.{5})(.{5})(.{5})(.{6})(.{5})(.{6})(.)(.{14})$/, '$1.$2 $3.$4 $5.$6 $7 $8')
}

/**
 * The general check digit of the other 43. Never 0. When it is 1, it may not detect a wrong digit
 * in the amount or the due date: a weakness of the standard.
 */
function generalDigit(others: string): number {
  const digit = mod11Complement(others)
  return digit > 9 ? 1 : digit
}

function readLine(line: string, reference: Temporal.PlainDate): BoletoCodeReading {
  const fields = [
    [1, line.slice(0, 10)],
    [2, line.slice(10, 21)],
    [3, line.slice(21, 32)],
  ] as const
  const wrong = fields.find(
    ([, digits]) => mod10Digit(digits.slice(0, -1)) !== Number(digits.at(-1)),
  )
  if (wrong) return { ok: false, problem: 'check-digit', field: wrong[0] }
  const freeField = `${line.slice(4, 9)}${line.slice(10, 20)}${line.slice(21, 31)}`
  return readBarcode(`${line.slice(0, 4)}${line.slice(32)}${freeField}`, reference)
}

function readBarcode(barcode: string, reference: Temporal.PlainDate): BoletoCodeReading {
  if (generalDigit(`${barcode.slice(0, 4)}${barcode.slice(5)}`) !== Number(barcode[4])) {
    return { ok: false, problem: 'check-digit', field: 'general' }
  }
  if (barcode[3] !== '9') return { ok: false, problem: 'currency' }
  const amount = Number(barcode.slice(9, 19))
  return {
    ok: true,
    code: {
      kind: 'bank',
      barcode,
      digitableLine: digitableLine(barcode),
      bank: barcode.slice(0, 3),
      amount: amount === 0 ? null : cents(amount),
      due: dueDateFromFactor(barcode.slice(5, 9), reference),
      freeField: barcode.slice(19),
    },
  }
}
