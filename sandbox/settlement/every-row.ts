import type { StatementSync } from 'node:sqlite'
import { localDate } from '../../src/brazil/local-time.ts'

type Stored = Readonly<Record<string, unknown>>

/**
 * All rows of a span, 500 at a time: a slow reader holds no query open. The query takes both ends
 * of the span, then the `at` and the `key` of the last row, in the order of its results.
 */
export function* everyRow(
  query: StatementSync,
  from: number | string,
  to: number | string,
): Iterable<Stored> {
  // Sorts before every number and every text.
  let last: readonly [number | string, number | string] = [0, 0]
  for (;;) {
    const page: readonly Stored[] = query.all(from, to, ...last)
    yield* page
    const end = page.at(-1)
    if (!end) return
    last = [keyOf(end.at), keyOf(end.key)]
  }
}

const keyOf = (value: unknown): number | string =>
  typeof value === 'number' ? value : String(value)

/** The earliest instant in a query's results, ms. `undefined`: it has none. */
export function firstInstant(query: StatementSync): number | undefined {
  const at = query.get()?.at
  if (typeof at === 'string') return new Date(at).getTime()
  return typeof at === 'number' ? at : undefined
}

/** The day in São Paulo of an instant as it was stored: ms, or ISO 8601. */
export const dateOf = (at: unknown): string =>
  localDate(new Date(typeof at === 'number' ? at : String(at))).toString()
