/**
 * The pause after this number of queries of one charge, ms. Inter counts calls by the minute, and
 * few of them in its test environment (docs/design/providers/inter.md#access).
 */
export const waitAfterMs = (queries: number): number =>
  Math.min(firstWaitMs * 2 ** (queries - 1), longestWaitMs)

const [firstWaitMs, longestWaitMs] = [500, 5_000]
