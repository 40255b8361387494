import type { rowFaults } from '../faults.ts'
import type { Row } from './row.ts'

export type RowFault = (typeof rowFaults)[number]

/** How faults change the rows of a provider. */
export interface Spoiling<R> {
  /** The rows that faults apply to: money received, or money paid out. */
  isMain(row: R): boolean
  /** Whether a row belongs to a row that faults apply to, and goes with it. */
  isPartOf(main: R, row: R): boolean
  /** The row with another amount, in cents. For a part that stays as it is: the row itself. */
  withMore(row: R, cents: number): R
}

const wrongByCents = 100

/**
 * The rows of a day with `fault`: applied to the first row that it fits, or with the `invented`
 * rows in front.
 */
export function spoiled<R>(
  rows: Iterable<R>,
  how: Spoiling<R>,
  { fault, invented }: { readonly fault: RowFault | undefined; readonly invented: readonly R[] },
): Iterable<R> {
  switch (fault) {
    case undefined:
      return rows
    case 'missing-row':
      return withoutFirst(rows, how)
    case 'wrong-amount':
      return withMore(rows, how)
    case 'unknown-sale':
      return [...invented, ...rows]
  }
}

/** The parts of the row are removed too: the provider does not know it. */
function* withoutFirst<R>(rows: Iterable<R>, { isMain, isPartOf }: Spoiling<R>): Iterable<R> {
  let missing: R | undefined
  for (const row of rows) {
    if (missing === undefined && isMain(row)) missing = row
    else if (missing === undefined || !isPartOf(missing, row)) yield row
  }
}

/** Adds one real to a row and to its first part, so the sums of the file stay consistent. */
function* withMore<R>(rows: Iterable<R>, how: Spoiling<R>): Iterable<R> {
  let wrong: R | undefined
  for (const row of rows) {
    const isFirst = wrong === undefined && how.isMain(row)
    if (isFirst) wrong = row
    const isWrong = isFirst || (wrong !== undefined && how.isPartOf(wrong, row))
    yield isWrong ? how.withMore(row, wrongByCents) : row
  }
}

/** Of the rows of the sandbox's own layout. */
export const spoilingRows: Spoiling<Row> = {
  isMain: ({ kind }) => kind === 'sale' || kind === 'payout',
  isPartOf: (sale, row) =>
    sale.kind === 'sale' &&
    row.kind === 'installment' &&
    row.providerReference === sale.providerReference,
  withMore(row, cents) {
    if (row.kind === 'sale') return { ...row, gross: row.gross + cents }
    if (row.kind === 'payout') return { ...row, amount: row.amount + cents }
    return row.kind === 'installment' && row.number === 1
      ? { ...row, gross: row.gross + cents, net: row.net + cents }
      : row
  },
}
