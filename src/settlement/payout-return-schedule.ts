import { dayMs, hourMs } from '../primitives/durations.ts'

/**
 * When a worker next queries whether a payment that arrived was returned. `undefined`: never again.
 * A receiver can return a Pix for 90 days, and the notice of it can be lost.
 */
export function nextReturnCheck(completedAt: Date, now: Date): Date | undefined {
  const ageMs = now.getTime() - completedAt.getTime()
  const next = queryAgesMs.find((age) => age > ageMs)
  return next === undefined ? undefined : new Date(completedAt.getTime() + next)
}

/** The same when the bank did not respond. `undefined`: it did not respond for ten days. */
export function returnCheckAfterSilence(completedAt: Date, now: Date): Date | undefined {
  const isQueried = now.getTime() - completedAt.getTime() < 101 * dayMs
  return isQueried ? new Date(now.getTime() + 6 * hourMs) : undefined
}

const queryAgesMs = [hourMs / 4, hourMs, dayMs, 7 * dayMs, 30 * dayMs, 91 * dayMs]
