/** The upper bounds of the buckets of a latency histogram, ms. The last bucket has no bound. */
const boundsMs = [
  5, 10, 20, 30, 50, 75, 100, 150, 200, 300, 500, 750, 1_000, 1_500, 2_000, 3_000, 5_000, 7_500,
  10_000, 15_000, 20_000,
] as const

/** Calls by latency: one count for each bound, and one for what is above all of them. */
export type Latencies = readonly number[]

export const noLatencies = (): number[] => Array.from({ length: boundsMs.length + 1 }, () => 0)

/** The bucket of a latency. */
export function bucketOf(ms: number): number {
  const bucket = boundsMs.findIndex((bound) => ms <= bound)
  return bucket === -1 ? boundsMs.length : bucket
}

export const sumOf = (all: readonly Latencies[]): number[] =>
  all.reduce<number[]>(
    (sum, each) => sum.map((count, bucket) => count + (each[bucket] ?? 0)),
    noLatencies(),
  )

export const countOf = (latencies: Latencies): number =>
  latencies.reduce((sum, count) => sum + count, 0)

/**
 * The latency that a share of the calls did not exceed, ms. Within a bucket the calls are taken as
 * evenly spread. Above the last bound it is that bound. Undefined: there was no call.
 */
export function quantileMs(latencies: Latencies, share: number): number | undefined {
  const total = countOf(latencies)
  if (total === 0) return undefined
  const rank = share * total
  let before = 0
  for (const [bucket, count] of latencies.entries()) {
    if (count > 0 && before + count >= rank) {
      const low = boundsMs[bucket - 1] ?? 0
      const high = boundsMs[bucket] ?? low
      return Math.round(low + ((high - low) * (rank - before)) / count)
    }
    before += count
  }
  return boundsMs.at(-1)
}
