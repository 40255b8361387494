/**
 * The wait before each of the 15 attempts, seconds: 99 h 52 min in total (docs/design/rules.md#w4).
 */
const waitsS = [
  0,
  5,
  30,
  2 * 60,
  5 * 60,
  15 * 60,
  30 * 60,
  3_600,
  2 * 3_600,
  4 * 3_600,
  8 * 3_600,
  12 * 3_600,
  24 * 3_600,
  24 * 3_600,
  24 * 3_600,
] as const

export const maxTries = waitsS.length

export interface FailedTry {
  /** The number of attempts, with the failed one. */
  readonly tries: number
  /** In [0, 1): the position of the next attempt in the 20 % around the plan. */
  readonly jitter: number
  /** The least wait after a timeout or a 429. */
  readonly isOverloaded: boolean
  /** The delay of the receiver's `Retry-After`, ms. */
  readonly retryAfterMs?: number | undefined
}

/**
 * The wait before the next attempt, ms; `exhausted` after the last one (docs/design/rules.md#w4).
 */
export function nextTryIn({
  tries,
  jitter,
  isOverloaded,
  retryAfterMs,
}: FailedTry): number | 'exhausted' {
  const waitS = waitsS[tries]
  if (waitS === undefined) return 'exhausted'
  const jittered = Math.round(waitS * 1_000 * (0.8 + 0.4 * jitter))
  const plan = isOverloaded ? Math.max(jittered, 60_000) : jittered
  return Math.min(Math.max(plan, retryAfterMs ?? 0), 2 * plan)
}
