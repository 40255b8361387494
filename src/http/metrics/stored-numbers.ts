import type { App } from '../../app.ts'
import { monotonicMs } from '../../primitives/clock.ts'
import { withTimeout } from '../../primitives/with-timeout.ts'
import { type StoredNumbers, storedNumbers } from '../../worker/stored-numbers-store.ts'

/** A reading of the database, and how old it is. */
export interface Reading {
  readonly numbers: StoredNumbers
  readonly ageSeconds: number
}

export interface StoredReader {
  /** The last reading. Undefined: the database has never responded. */
  last(): Reading | undefined
  /** Reads again if the last reading is old. Waits at most `limitMs`. Never throws. */
  refresh(): Promise<void>
  /** Whether the latest attempt to read failed, or has not ended in time. */
  isSilent(): boolean
}

/**
 * Reads the numbers for metrics with one statement, at most every `everyMs`, however many metrics
 * and scrapers ask for them. While the database does not respond, the last reading stays.
 */
export function openStoredReader(
  app: Pick<App, 'sql' | 'clock'>,
  { everyMs, limitMs = 2_000 }: { readonly everyMs: number; readonly limitMs?: number },
): StoredReader {
  let reading: { readonly numbers: StoredNumbers; readonly atMs: number } | undefined
  let triedAtMs = Number.NEGATIVE_INFINITY
  let underWay: Promise<void> | undefined
  let isSilent = false

  const read = async (): Promise<void> => {
    triedAtMs = monotonicMs()
    try {
      const numbers = await storedNumbers(app)
      reading = { numbers, atMs: monotonicMs() }
      isSilent = false
    } catch {
      isSilent = true
    } finally {
      underWay = undefined
    }
  }

  return {
    last: () =>
      reading && {
        numbers: reading.numbers,
        ageSeconds: (monotonicMs() - reading.atMs) / 1_000,
      },
    async refresh() {
      if (!underWay && (isSilent || monotonicMs() - triedAtMs >= everyMs)) underWay = read()
      if (!underWay) return
      const ended = await withTimeout(
        underWay.then(() => true),
        limitMs,
      )
      if (!ended) isSilent = true
    },
    isSilent: () => isSilent,
  }
}
