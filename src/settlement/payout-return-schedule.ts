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
  const isQueried = now.getTime() - completedAt.getTime() < 101 * 24 * hour
  return isQueried ? new Date(now.getTime() + 6 * hour) : undefined
}

const hour = 3_600_000
const queryAgesMs = [hour / 4, hour, 24 * hour, 7 * 24 * hour, 30 * 24 * hour, 91 * 24 * hour]
