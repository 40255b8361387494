/**
 * The indexes of the rows that were not written, from the keys of those that were. Of several rows
 * with one key a statement writes the first, so the others have lost.
 */
export function lostRows<Row>(
  rows: readonly Row[],
  written: Iterable<string>,
  keyOf: (row: Row) => string,
): number[] {
  const left = new Set(written)
  if (left.size === rows.length) return []
  return rows.flatMap((row, index) => (left.delete(keyOf(row)) ? [] : [index]))
}

interface Identified {
  readonly id: string
}

/** The same by id, as `returning id` returns it. */
export const lostById = (rows: readonly Identified[], written: readonly Identified[]): number[] =>
  lostRows(rows, written.map(idOf), idOf)

const idOf = ({ id }: Identified): string => id
