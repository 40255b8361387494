/**
 * How many rows a page looks at for a filter without an index, so that it costs the same in a list
 * of any length.
 */
export const mostLookedAt = 1_000

/** A row that a page looked at. */
interface Looked {
  readonly fits: boolean
  /** Whether it is the last one that the page may look at. */
  readonly isEnd: boolean
}

/** The rows that fit, and where the search ended if the page is not full and there is more. */
export function lookedPage<Row extends Looked>(
  rows: readonly Row[],
  limit: number,
): { readonly fitting: readonly Row[]; readonly end?: Row } {
  const fitting = rows.filter(({ fits }) => fits)
  const end = fitting.length < limit ? rows.find(({ isEnd }) => isEnd) : undefined
  return { fitting, ...(end && { end }) }
}
