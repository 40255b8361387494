/** A page is read again at most this often, ms. */
export const pauseMs = 1_000

export interface Readings {
  /** Whether something happened after the last reading began. */
  readonly isWanted: boolean
  readonly isReading: boolean
  /** When the last reading began, ms. Absent: there was none. */
  readonly beganAtMs?: number
}

/** In how many ms the next reading begins. Undefined: none is wanted, or one is under way. */
export function msToReading(
  { isWanted, isReading, beganAtMs }: Readings,
  nowMs: number,
): number | undefined {
  if (!isWanted || isReading) return undefined
  return beganAtMs === undefined ? 0 : Math.max(0, beganAtMs + pauseMs - nowMs)
}

/** Readings at a limited pace. */
export interface PacedReadings {
  /** Something happened: a reading that begins after this moment has it. */
  want(): void
  /** No reading begins any more. */
  stop(): void
}

interface Timers {
  readonly now: () => number
  /** Runs `run` after `ms`. The returned function cancels it. */
  readonly later: (run: () => void, ms: number) => () => void
}

const pageTimers: Timers = {
  now: () => performance.now(),
  later(run, ms) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/**
 * Reads at most once in `pauseMs`, and one reading at a time. After the last `want` one more
 * reading begins. `read` does not reject.
 */
export function openReadings(read: () => Promise<void>, timers = pageTimers): PacedReadings {
  let readings: Readings = { isWanted: false, isReading: false }
  let cancelTimer = () => {}
  let isStopped = false
  const plan = () => {
    cancelTimer()
    const ms = msToReading(readings, timers.now())
    if (ms === undefined || isStopped) return
    if (ms > 0) cancelTimer = timers.later(plan, ms)
    else void begin()
  }
  const begin = async () => {
    const beganAtMs = timers.now()
    readings = { isWanted: false, isReading: true, beganAtMs }
    await read()
    readings = { ...readings, isReading: false }
    plan()
  }
  return {
    want() {
      readings = { ...readings, isWanted: true }
      plan()
    },
    stop() {
      isStopped = true
      cancelTimer()
    },
  }
}
