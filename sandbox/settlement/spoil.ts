import type { Row } from './row.ts'

/** Ways what stands in a file goes wrong. */
export type RowFault = 'missing-row' | 'unknown-sale' | 'wrong-amount'

const wrongByCents = 100

/** The rows of a day as `fault` makes them: of the first sale, or the first payout, or with `invented` rows in front. */
export function spoiled(rows: Iterable<Row>, fault: RowFault | undefined, invented: readonly Row[]): Iterable<Row> {
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

/** What the faults are about: money that came in, or went out. */
export const isMain = (row: Row): boolean => row.kind === 'sale' || row.kind === 'payout'

/** The installments of a sale go with it: the acquirer knows nothing of it. */
function* withoutFirst(rows: Iterable<Row>): Iterable<Row> {
  let missing: Row | undefined
  for (const row of rows) {
    if (!missing && isMain(row)) missing = row
    else if (!isInstallmentOf(missing, row)) yield row
  }
}

/** One real more, also in the sale's first installment: the file still adds up. */
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
  sale?.kind === 'sale' && row.kind === 'installment' && row.providerReference === sale.providerReference
