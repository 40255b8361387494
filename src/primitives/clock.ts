import { aheadMs, type ClockReading, errorMs, refine } from './clock-reading.ts'

/**
 * Business time: the database's clock and an offset that every process shares. Only a sandbox moves
 * the offset.
 */
export interface Clock {
  /** The business instant now. */
  now(): Date
  /** How far business time runs ahead of the database's clock, in ms. */
  offsetMs(): number
  /** Called when another process, or the operator, moved the shared clock. Never moves back. */
  setOffsetMs(offsetMs: number): void
}

/** The two clocks of this machine. Tests replace them. */
export interface MachineTime {
  /** Milliseconds since 1970. May be wrong, and may jump. */
  wallMs(): number
  /** Milliseconds on a clock that only runs forward. */
  monotonicMs(): number
}

const machineTime: MachineTime = { wallMs: () => Date.now(), monotonicMs: () => performance.now() }

/** A clock of this machine alone, for programs without a database. */
export function systemClock(initialOffsetMs = 0): Clock {
  let offset = initialOffsetMs
  return {
    now: () => new Date(Date.now() + offset),
    offsetMs: () => offset,
    setOffsetMs: (next) => {
      offset = Math.max(offset, next)
    },
  }
}

/**
 * A clock that follows the database's. It reads the wall clock of this machine only to report how
 * wrong it is.
 */
export interface DatabaseClock extends Clock {
  /** Starts a measurement. The returned function ends it with the time of the database. */
  measure(): (databaseMs: number) => void
  /** Whether the time is known precisely enough for decisions. */
  isKnown(): boolean
  /** How far this machine's wall clock is ahead of the database's, ms. 0 until it was measured. */
  skewMs(): number
}

/** Throws when it is read before the first measurement. */
export function databaseClock({ wallMs, monotonicMs }: MachineTime = machineTime): DatabaseClock {
  let reading: ClockReading | undefined
  let offset = 0
  let lastMs = Number.NEGATIVE_INFINITY
  const databaseMs = (): number => {
    if (!reading) throw new Error('the clock is read before it was measured')
    return monotonicMs() + aheadMs(reading)
  }
  return {
    now() {
      const nowMs = Math.floor(databaseMs() + offset)
      // A better measurement never moves time back. A database whose clock was set back is
      // followed.
      if (nowMs > lastMs || nowMs < lastMs - largestHoldMs) lastMs = nowMs
      return new Date(lastMs)
    },
    offsetMs: () => offset,
    setOffsetMs(next) {
      offset = Math.max(offset, next)
    },
    measure() {
      const sentMs = monotonicMs()
      return (otherMs) => {
        reading = refine(reading, { sentMs, receivedMs: monotonicMs(), otherMs })
      }
    },
    isKnown() {
      const atMs = monotonicMs()
      return (
        reading !== undefined &&
        atMs - reading.atMs <= oldestMs &&
        errorMs(reading, atMs) <= largestErrorMs
      )
    },
    skewMs: () => (reading ? wallMs() - databaseMs() : 0),
  }
}

/** Corrections up to this size hold the clock until time has caught up. */
const largestHoldMs = 1_000
/** Fifteen measurements in a row have failed. */
const oldestMs = 15_000
const largestErrorMs = 500

/**
 * The instant of a new version. A process that does not know of a clock change yet writes no
 * instant before that of the previous version.
 */
export const notBefore = (earliest: Date, at: Date): Date => (at < earliest ? earliest : at)

/** Milliseconds on a clock that only runs forward: for durations and deadlines, never for dates. */
export const monotonicMs = (): number => machineTime.monotonicMs()

/** The instant now by real time, which no sandbox moves: for what ends while people wait for it. */
export const realNow = (clock: Clock): Date => new Date(clock.now().getTime() - clock.offsetMs())
