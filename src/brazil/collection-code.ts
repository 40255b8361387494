import assert from 'node:assert/strict'
import { type Cents, cents } from '../primitives/money.ts'
import { mod10Digit, mod11DigitOrZero } from './check-digit.ts'

/** The code of a utility bill or tax (arrecadação: starts with 8), read. */
export type CollectionCode = {
  kind: 'collection'
  /** 44 digits. */
  barcode: string
  /** 48 digits, without punctuation. */
  digitableLine: string
  /**
   * 1-7 or 9: town halls, sanitation, energy and gas, telecoms, government, carnês, traffic fines,
   * the bank's own.
   */
  segment: string
  /** Null when the code carries a reference to be looked up instead of reais. */
  amount: Cents | null
  companyAndFreeField: string
}

export type CollectionReading =
  | { ok: true; code: CollectionCode }
  | { ok: false; problem: 'characters' }
  | { ok: false; problem: 'check-digit'; field: 1 | 2 | 3 | 4 | 'general' }

/**
 * Reads 48 digits of a line or 44 of a barcode. Checks the digit of each block and the general one.
 */
export function readCollectionCode(digits: string): CollectionReading {
  const barcode =
    digits.length === 48
      ? blocksOf(digits)
          .map((block) => block.slice(0, -1))
          .join('')
      : digits
  if (!collectionPattern.test(barcode)) return { ok: false, problem: 'characters' }
  const checkDigit = checkDigitOf(barcode)
  if (digits.length === 48) {
    const wrong = blocksOf(digits).findIndex(
      (block) => checkDigit(block.slice(0, -1)) !== Number(block.at(-1)),
    )
    const field = blockNumbers[wrong]
    if (field !== undefined) return { ok: false, problem: 'check-digit', field }
  }
  if (checkDigit(`${barcode.slice(0, 3)}${barcode.slice(4)}`) !== Number(barcode[3])) {
    return { ok: false, problem: 'check-digit', field: 'general' }
  }
  const isTrueAmount = barcode[2] === '6' || barcode[2] === '8'
  return {
    ok: true,
    code: {
      kind: 'collection',
      barcode,
      digitableLine: collectionLine(barcode),
      segment: barcode.charAt(1),
      amount: isTrueAmount ? cents(Number(barcode.slice(4, 15))) : null,
      companyAndFreeField: barcode.slice(15),
    },
  }
}

/** The 48 digits people type, from the 44 of the barcode. */
export function collectionLine(barcode: string): string {
  assert(collectionPattern.test(barcode), 'not the barcode of an arrecadação')
  const checkDigit = checkDigitOf(barcode)
  const blocks = [
    barcode.slice(0, 11),
    barcode.slice(11, 22),
    barcode.slice(22, 33),
    barcode.slice(33),
  ]
  return blocks.map((block) => `${block}${checkDigit(block)}`).join('')
}

/** As printed: four blocks, each with its digit after a dash. */
export function formatCollectionLine(line: string): string {
  assert(/^\d{48}$/.test(line), 'a line of arrecadação has 48 digits')
  return blocksOf(line)
    .map((block) => `${block.slice(0, -1)}-${block.slice(-1)}`)
    .join(' ')
}

/** 8, a segment, a kind of value; the rest is digits. */
const collectionPattern = /^8[1-79][6-9]\d{41}$/
const blockNumbers = [1, 2, 3, 4] as const

/** Kinds of value 6 and 7 are checked by modulus 10, 8 and 9 by modulus 11. */
const checkDigitOf = (barcode: string): ((digits: string) => number) =>
  barcode[2] === '6' || barcode[2] === '7' ? mod10Digit : mod11DigitOrZero

const blocksOf = (line: string): string[] => [
  line.slice(0, 12),
  line.slice(12, 24),
  line.slice(24, 36),
  line.slice(36),
]
