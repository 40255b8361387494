import { setTimeout as wait } from 'node:timers/promises'

/**
 * The result of the work, if it ends within `ms`. `undefined`: the work continues, and the caller
 * does something else.
 */
export async function withTimeout<Result>(
  work: Promise<Result>,
  ms: number,
): Promise<Result | undefined> {
  const over = new AbortController()
  const later = wait(ms, undefined, { signal: over.signal }).catch(() => undefined)
  return Promise.race([work, later]).finally(() => over.abort())
}
