import type { Row } from './row.ts'

/** Faults of the rows of a file. */
export type RowFault = 'missing-row' | 'unknown-sale' | 'wrong-amount'

const wrongByCents = 100

/**
 * The rows of a day with `fault`: applied to the first sale or the first payout, or with the
 * `invented` rows in front.
 */
export function spoiled(
  rows: Iterable<Row>,
  fault: RowFault | undefined,
  invented: readonly Row[],
): Iterable<Row> {
  switch (fault) {
    case undefined:
      return rows
    case 'missing-row':
      return withoutFirst(rows)
    case 'wrong-amount':
      return withMore(rows)
    case 'unknown-sale':
      return [...invented, ...rows]
  }
}

/** The rows that faults apply to: money received, or money paid out. */
export const isMain = (row: Row): boolean => row.kind === 'sale' || row.kind === 'payout'

/** The installments of the sale are removed too: the acquirer does not know the sale. */
function* withoutFirst(rows: Iterable<Row>): Iterable<Row> {
  let missing: Row | undefined
  for (const row of rows) {
    if (!missing && isMain(row)) missing = row
    else if (!isInstallmentOf(missing, row)) yield row
  }
}

/**
 * Adds one real to a sale and to its first installment, so the sums of the file stay consistent.
 */
function* withMore(rows: Iterable<Row>): Iterable<Row> {
  let wrong: Row | undefined
  for (const row of rows) {
    if (!wrong && isMain(row)) {
      wrong = row
      if (row.kind === 'sale') yield { ...row, gross: row.gross + wrongByCents }
      if (row.kind === 'payout') yield { ...row, amount: row.amount + wrongByCents }
    } else if (row.kind === 'installment' && row.number === 1 && isInstallmentOf(wrong, row)) {
      yield { ...row, gross: row.gross + wrongByCents, net: row.net + wrongByCents }
    } else yield row
  }
}

const isInstallmentOf = (sale: Row | undefined, row: Row): boolean =>
  sale?.kind === 'sale' &&
  row.kind === 'installment' &&
  row.providerReference === sale.providerReference
