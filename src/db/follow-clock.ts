import type { Logger } from 'pino'
import type { DatabaseClock } from '../primitives/clock.ts'
import { clockChannel, readClock, type StoredClock } from './business-clock-store.ts'
import { type HistoryState, readHistoryState } from './epoch-store.ts'
import type { Sql } from './pool.ts'

/** What one measurement reads. */
export interface ClockReading extends StoredClock, HistoryState {}

/** How a process follows the database's clock. */
export interface ClockFollower {
  /** Whether business time is known precisely enough for decisions. */
  isKnown(): boolean
  /** How far this machine's wall clock is ahead of the database's, ms. */
  skewMs(): number
  /**
   * Whether a repeat of a keyed card sale may be of a sale that the database has lost: until the
   * sweep of a restore has ended, and for a week after it (docs/decisions/restore.md).
   */
  isRestored(): boolean
  /** Calls `listener` after each measurement from now on. */
  onReading(listener: (reading: ClockReading) => void): void
  stop(): Promise<void>
}

interface Deps {
  readonly sql: Sql
  readonly clock: DatabaseClock
  readonly log: Pick<Logger, 'warn'>
  /** Whether business time may be moved: only the sandbox does it. */
  readonly isMovable: boolean
}

/**
 * Measures the database's clock and reads its history a few times, then every second, and when
 * another process moves business time. Where it may not be moved, an offset in the database is
 * ignored with a warning.
 * @throws when the database does not answer the first measurements
 */
export async function followClock({ sql, clock, log, isMovable }: Deps): Promise<ClockFollower> {
  const listeners: ((reading: ClockReading) => void)[] = []
  const reportSkew = skewReporter(log)
  let isRestored = false
  let isMoved = false
  const measure = async () => {
    const end = clock.measure()
    const stored = await readClock(sql)
    end(stored.databaseMs)
    if (isMovable) clock.setOffsetMs(stored.offsetMs)
    else if (stored.offsetMs !== 0 && !isMoved)
      log.warn({ offsetMs: stored.offsetMs }, 'business time was moved: ignored, set it back to 0')
    isMoved = stored.offsetMs !== 0
    reportSkew(clock.skewMs())
    const history = await readHistoryState(sql)
    isRestored = history.isRestored
    for (const listener of listeners) listener({ ...stored, ...history })
  }
  // The fastest round trip is the most exact one.
  for (let sample = 0; sample < firstSamples; sample += 1) await measure()

  let measuring: Promise<void> | undefined
  let isAskedAgain = false
  const refresh = () => {
    isAskedAgain = measuring !== undefined
    measuring ??= measure()
      // The next one comes in a second; isKnown() returns false when too many have failed.
      .catch(() => {})
      .finally(() => {
        measuring = undefined
        if (isAskedAgain) refresh()
      })
  }
  const listening = await sql.listen(clockChannel, refresh, refresh)
  const timer = setInterval(() => {
    if (!measuring) refresh()
  }, refreshMs).unref()

  return {
    isKnown: clock.isKnown,
    skewMs: clock.skewMs,
    isRestored: () => isRestored,
    onReading: (listener) => void listeners.push(listener),
    async stop() {
      clearInterval(timer)
      await listening.unlisten()
    },
  }
}

const firstSamples = 5
const refreshMs = 1_000

/**
 * Warns when this machine's clock is a second off the database's, and again when that changes by a
 * second.
 */
export function skewReporter(log: Pick<Logger, 'warn'>): (skewMs: number) => void {
  let reportedMs = 0
  return (skewMs) => {
    if (Math.abs(skewMs - reportedMs) < warnedSkewMs) return
    reportedMs = Math.abs(skewMs) < warnedSkewMs ? 0 : skewMs
    if (reportedMs === 0)
      log.warn(
        { skewMs: Math.round(skewMs) },
        "this machine's clock agrees with the database's again",
      )
    else
      log.warn(
        { skewMs: Math.round(skewMs) },
        "this machine's clock differs from the database's, which payments use: synchronize both",
      )
  }
}

const warnedSkewMs = 1_000
