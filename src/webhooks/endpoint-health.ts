/** What is remembered of an endpoint's latest tries, in this process only. */
export interface EndpointHealth {
  readonly failuresInARow: number
  /** The latest tries, oldest first. */
  readonly recent: readonly Try[]
  /** While the breaker is open: when the next probe may go, business ms. */
  readonly probeAtMs?: number
}

export interface Try {
  readonly atMs: number
  readonly isSuccess: boolean
  readonly durationMs: number
}

export const unknownHealth: EndpointHealth = { failuresInARow: 0, recent: [] }

/** The breaker opens on bad news, stays open while probes fail, and closes on the first success (reliability W9). */
export function afterTry(health: EndpointHealth, latest: Try): EndpointHealth {
  const recent = [...health.recent.slice(1 - keptTries), latest]
  if (latest.isSuccess) return { failuresInARow: 0, recent: health.probeAtMs === undefined ? recent : [latest] }
  const failuresInARow = health.failuresInARow + 1
  const isOpen = health.probeAtMs !== undefined || failuresInARow >= 10 || isMostlyFailing(recent, latest.atMs)
  return { failuresInARow, recent, ...(isOpen && { probeAtMs: latest.atMs + probeEveryMs }) }
}

/** How many exchanges may be under way at once (W8). An open breaker lets one probe through when it is time. */
export function slotsOf({ recent, probeAtMs }: EndpointHealth, nowMs: number): number {
  if (probeAtMs !== undefined) return nowMs >= probeAtMs ? 1 : 0
  return medianMs(recent) > 5_000 ? 1 : 4
}

/** How many deliveries to take at once: some ahead of time where answers come fast. */
export function takeLimitOf(health: EndpointHealth, nowMs: number): number {
  const slots = slotsOf(health, nowMs)
  const isFast = slots > 1 && health.recent.length > 0 && medianMs(health.recent) < 250
  return isFast ? 32 : slots
}

const probeEveryMs = 60_000
const windowMs = 5 * 60_000
const keptTries = 20

function isMostlyFailing(recent: readonly Try[], nowMs: number): boolean {
  const inWindow = recent.filter(({ atMs }) => atMs > nowMs - windowMs)
  return inWindow.length >= 10 && inWindow.filter(({ isSuccess }) => !isSuccess).length >= 0.7 * inWindow.length
}

function medianMs(recent: readonly Try[]): number {
  const durations = recent.map(({ durationMs }) => durationMs).sort((a, b) => a - b)
  return durations[durations.length >> 1] ?? 0
}
