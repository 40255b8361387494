/**
 * The known offset of another clock: it is ahead of this process's monotonic clock by at least
 * `lowMs` and at most `highMs`.
 */
export interface ClockReading {
  readonly lowMs: number
  readonly highMs: number
  /** When it was measured, on the monotonic clock. */
  readonly atMs: number
}

/** One query of the other clock. `sentMs` and `receivedMs` are instants of the monotonic clock. */
export interface ClockSample {
  readonly sentMs: number
  readonly receivedMs: number
  /** The time of the other clock at some instant between the two. */
  readonly otherMs: number
}

/** The highest drift between two clocks: twice the largest correction of NTP, in ms per ms. */
const driftRate = 0.001

/**
 * Narrows a reading by a sample. The earlier reading widens with the drift since then; a fast round
 * trip narrows it and a slow one changes nothing. A sample that contradicts the earlier reading
 * replaces it: one of the two clocks was set.
 */
export function refine(
  known: ClockReading | undefined,
  { sentMs, receivedMs, otherMs }: ClockSample,
): ClockReading {
  const fresh = { lowMs: otherMs - receivedMs, highMs: otherMs - sentMs, atMs: receivedMs }
  if (!known) return fresh
  const { lowMs, highMs } = widened(known, receivedMs)
  const both = {
    lowMs: Math.max(lowMs, fresh.lowMs),
    highMs: Math.min(highMs, fresh.highMs),
    atMs: receivedMs,
  }
  return both.lowMs <= both.highMs ? both : fresh
}

/** The best estimate of how far the other clock is ahead, ms. */
export const aheadMs = ({ lowMs, highMs }: ClockReading): number => (lowMs + highMs) / 2

/** How far the estimate may be wrong at an instant of the monotonic clock, ms. */
export function errorMs(reading: ClockReading, atMs: number): number {
  const { lowMs, highMs } = widened(reading, atMs)
  return (highMs - lowMs) / 2
}

function widened(
  { lowMs, highMs, atMs }: ClockReading,
  nowMs: number,
): { lowMs: number; highMs: number } {
  const driftMs = Math.max(0, nowMs - atMs) * driftRate
  return { lowMs: lowMs - driftMs, highMs: highMs + driftMs }
}
