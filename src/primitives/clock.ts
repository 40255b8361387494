/** Business time. In the sandbox it can run ahead of the wall by an offset shared with every process. */
export interface Clock {
  /** The business instant now. */
  now(): Date
  /** How far business time runs ahead of the wall, in ms. */
  offsetMs(): number
  /** Called when another process, or the operator, moved the shared clock. Never moves back. */
  setOffsetMs(offsetMs: number): void
}

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

/** Milliseconds on a clock that only runs forward: for durations and deadlines, never for dates. */
export const monotonicMs = (): number => performance.now()
