/** The latest attempts at an endpoint, known to this process only. */
export interface EndpointHealth {
  readonly failuresInARow: number
  /** The latest attempts, oldest first. */
  readonly recent: readonly Try[]
  /**
   * Learned: the number of concurrent exchanges that the endpoint has shown to take. A fraction is
   * growth in progress.
   */
  readonly capacity: number
  /**
   * Below it, the number grows by one slot for each success. A failure or a slow response lowers
   * it.
   */
  readonly fastUntil: number
  /** While the breaker is open: the time of the next probe, business ms. */
  readonly probeAtMs?: number
  /** When the breaker last closed, business ms. */
  readonly closedAtMs?: number
}

export interface Try {
  readonly atMs: number
  readonly isSuccess: boolean
  readonly durationMs: number
  /**
   * Every slot was in use when it ended. Only such a success shows that the endpoint takes that
   * many.
   */
  readonly wasFull?: boolean
}

/**
 * Every endpoint begins with this many slots, and keeps them unless it is slow or its breaker is
 * open.
 */
export const leastSlots = 4
export const mostSlots = 64

export const unknownHealth: EndpointHealth = {
  failuresInARow: 0,
  recent: [],
  capacity: leastSlots,
  fastUntil: mostSlots,
}

/**
 * The breaker opens after failures, stays open while probes fail, and closes on the first success
 * (docs/design/rules.md#w9).
 */
export function afterTry(health: EndpointHealth, latest: Try): EndpointHealth {
  const recent = [...health.recent.slice(1 - keptTries), latest]
  const growth = growthAfter(health, latest)
  const closed = health.closedAtMs !== undefined && { closedAtMs: health.closedAtMs }
  if (latest.isSuccess) {
    const wasOpen = health.probeAtMs !== undefined
    if (wasOpen) return { failuresInARow: 0, recent: [latest], ...growth, closedAtMs: latest.atMs }
    return { failuresInARow: 0, recent, ...growth, ...closed }
  }
  const failuresInARow = health.failuresInARow + 1
  const isOpen =
    health.probeAtMs !== undefined || failuresInARow >= 10 || isMostlyFailing(recent, latest.atMs)
  return {
    failuresInARow,
    recent,
    ...growth,
    ...closed,
    ...(isOpen && { probeAtMs: latest.atMs + probeEveryMs }),
  }
}

/** Whether an attempt waited for its endpoint: its breaker was open at the due time or later. */
export const waitedForEndpoint = (
  { probeAtMs, closedAtMs }: EndpointHealth,
  dueAt: Date,
): boolean => probeAtMs !== undefined || (closedAtMs !== undefined && dueAt.getTime() <= closedAtMs)

/**
 * Slow start, additive increase and multiplicative decrease, as in TCP congestion control. A fast
 * success with every slot in use adds one slot below `fastUntil`, so the slots double in each
 * round, and `1 / slots` above it. A failure halves the slots. A slow success subtracts `1 /
 * slots`. After either, fast growth ends at half of the earlier slots. An endpoint whose breaker
 * was open begins with the least.
 */
function growthAfter(
  { capacity, fastUntil, probeAtMs }: EndpointHealth,
  { isSuccess, durationMs, wasFull }: Try,
): Pick<EndpointHealth, 'capacity' | 'fastUntil'> {
  if (isSuccess && durationMs <= slowMs) {
    if (probeAtMs !== undefined) return { capacity: leastSlots, fastUntil }
    if (!wasFull || durationMs > quickMs) return { capacity, fastUntil }
    return {
      capacity: bounded(
        capacity + (capacity < fastUntil && durationMs <= fastMs ? 1 : 1 / capacity),
      ),
      fastUntil,
    }
  }
  const half = Math.min(fastUntil, bounded(capacity / 2))
  if (probeAtMs !== undefined) return { capacity: leastSlots, fastUntil: half }
  return {
    capacity: isSuccess ? bounded(capacity - 1 / capacity) : bounded(capacity / 2),
    fastUntil: half,
  }
}

const bounded = (capacity: number): number => Math.min(mostSlots, Math.max(leastSlots, capacity))

/**
 * The number of exchanges at once (docs/design/rules.md#w8). An open breaker lets one probe through
 * when it is due.
 */
export function slotsOf({ recent, probeAtMs, capacity }: EndpointHealth, nowMs: number): number {
  if (probeAtMs !== undefined) return nowMs >= probeAtMs ? 1 : 0
  return medianMs(recent) > 5_000 ? 1 : Math.floor(capacity)
}

/** The number of deliveries to claim at once: two rounds ahead of time when responses are fast. */
export function takeLimitOf(health: EndpointHealth, nowMs: number): number {
  const slots = slotsOf(health, nowMs)
  return isFast(health, nowMs) ? Math.max(32, 2 * slots) : slots
}

/** Whether deliveries claimed ahead of time are sent soon. */
export const isFast = (health: EndpointHealth, nowMs: number): boolean =>
  slotsOf(health, nowMs) > 1 && health.recent.length > 0 && medianMs(health.recent) < fastMs

/** A response within it shows no queue at the endpoint. */
const fastMs = 250
/** After a success within it, more may be sent at once. */
const quickMs = 1_000
/** A success that takes longer shows that too many are sent at once. */
const slowMs = 2_500
const probeEveryMs = 60_000
const windowMs = 5 * 60_000
const keptTries = 20

function isMostlyFailing(recent: readonly Try[], nowMs: number): boolean {
  const inWindow = recent.filter(({ atMs }) => atMs > nowMs - windowMs)
  return (
    inWindow.length >= 10 &&
    inWindow.filter(({ isSuccess }) => !isSuccess).length >= 0.7 * inWindow.length
  )
}

function medianMs(recent: readonly Try[]): number {
  const durations = recent.map(({ durationMs }) => durationMs).sort((a, b) => a - b)
  return durations[durations.length >> 1] ?? 0
}
