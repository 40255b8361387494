import type { Rate } from '../../config.ts'
import type { Sql } from '../../db/pool.ts'
import { monotonicMs } from '../../primitives/clock.ts'
import { addUse, dropIdleBuckets, spendExactly } from './rate-limit-store.ts'

/**
 * Token buckets as GCRA (docs/design/rules.md#b3). The decision is made in memory, so that no
 * request waits for it. Every quarter of a second the process sends its use to the database, which
 * returns the use of all processes.
 *
 * Precision: one process alone never lets more through than the rate. Several together may exceed
 * it by what each of them takes within one quarter second; after that all of them know. While the
 * database is down each process applies the rate by itself: the rate is never unlimited.
 */
export interface RateLimiter {
  /**
   * Takes one from the bucket. 0: taken. Otherwise the whole seconds to wait, and nothing was
   * taken.
   */
  take(bucket: string, rate: Rate): number
  /**
   * Takes one from each of several buckets in the database: exact for any number of processes, at
   * the cost of one round trip. 0: taken. Otherwise the whole seconds to wait, and nothing was
   * taken.
   */
  takeExactly(wanted: readonly RatedBucket[]): Promise<number>
  /** Puts back what `takeExactly` took for work that was not done. */
  putBack(taken: readonly RatedBucket[]): Promise<void>
  close(): void
}

interface RatedBucket {
  readonly bucket: string
  readonly rate: Rate
}

interface Bucket {
  /** When the bucket would be full again, if nothing more were taken. */
  fullAtMs: number
  /** Taken since the last synchronization with the database. */
  unsyncedMs: number
}

export function openRateLimiter(sql: Sql, { nowMs = monotonicMs } = {}): RateLimiter {
  const buckets = new Map<string, Bucket>()
  let timer: NodeJS.Timeout | undefined
  let tidiedAtMs = nowMs()
  let closed = false

  async function synchronize(): Promise<void> {
    const used = [...buckets].flatMap(([bucket, { unsyncedMs }]) =>
      unsyncedMs > 0 ? [{ bucket, costMs: unsyncedMs }] : [],
    )
    for (const { bucket } of used) Object.assign(buckets.get(bucket) ?? {}, { unsyncedMs: 0 })
    const ahead = await addUse(sql, used)
    const now = nowMs()
    for (const [name, aheadMs] of ahead) {
      const bucket = buckets.get(name)
      if (bucket) bucket.fullAtMs = Math.max(bucket.fullAtMs, now + aheadMs + bucket.unsyncedMs)
    }
    forgetFull(buckets, now)
    if (now - tidiedAtMs > tidyEveryMs) {
      tidiedAtMs = now
      await dropIdleBuckets(sql)
    }
  }

  function synchronizeSoon(): void {
    if (timer || closed) return
    timer = setTimeout(() => {
      synchronize()
        // The database is down: local limits continue, and the next synchronization catches up.
        .catch(() => {})
        .finally(() => {
          timer = undefined
          if ([...buckets.values()].some(({ unsyncedMs }) => unsyncedMs > 0)) synchronizeSoon()
        })
    }, tellEveryMs)
    timer.unref()
  }

  return {
    take(name, { perSecond, burst }) {
      const now = nowMs()
      const costMs = 1_000 / perSecond
      const bucket = buckets.get(name) ?? { fullAtMs: 0, unsyncedMs: 0 }
      const fullAtMs = Math.max(bucket.fullAtMs, now)
      const overMs = fullAtMs + costMs - now - burst * costMs
      if (overMs > toleranceMs) return Math.ceil(overMs / 1_000)
      bucket.fullAtMs = fullAtMs + costMs
      bucket.unsyncedMs += costMs
      buckets.set(name, bucket)
      if (buckets.size > mostBuckets) forgetFull(buckets, now)
      synchronizeSoon()
      return 0
    },
    async takeExactly(wanted) {
      const waitMs = await spendExactly(
        sql,
        wanted.map(({ bucket, rate: { perSecond, burst } }) => {
          const costMs = 1_000 / perSecond
          return { bucket, costMs, burstMs: burst * costMs }
        }),
      )
      return Math.ceil(waitMs / 1_000)
    },
    async putBack(taken) {
      await addUse(
        sql,
        taken.map(({ bucket, rate: { perSecond } }) => ({ bucket, costMs: -1_000 / perSecond })),
      )
    },
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}

const tellEveryMs = 250
const tidyEveryMs = 5 * 60_000
const mostBuckets = 50_000
const toleranceMs = 0.001 // Sums of fractions are not exact.

/** A full bucket is equal to a new one. */
function forgetFull(buckets: Map<string, Bucket>, now: number): void {
  for (const [name, { fullAtMs, unsyncedMs }] of buckets) {
    if (fullAtMs <= now && unsyncedMs === 0) buckets.delete(name)
  }
}
