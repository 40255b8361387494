import type { Queryable } from './pool.ts'
import type { Statement } from './statement.ts'

/**
 * Combines several statements that differ in their values. A part that has the order and the limit
 * of the whole reads its own range of an index, in order, and at most as many rows as the whole
 * needs. `order by … limit` around them merges the ranges.
 */
export function unionAll(
  sql: Queryable,
  parts: readonly Statement<object[]>[],
): Statement<object[]> {
  const [first, ...others] = parts.map((part) => sql`(${part})`)
  if (!first) throw new Error('a union of nothing')
  return others.reduce((before, part) => sql`${before} union all ${part}`, first)
}

/** Every pair of one of these and one of those. Duplicates are left out. */
export const pairsOf = <One, Other>(
  these: readonly One[],
  those: readonly Other[],
): readonly (readonly [One, Other])[] =>
  [...new Set(these)].flatMap((one) => [...new Set(those)].map((other) => [one, other] as const))
