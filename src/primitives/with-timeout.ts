import { setTimeout as wait } from 'node:timers/promises'

/** What work comes to, if it does so within `ms`. `undefined`: it goes on, and whoever began it does something else. */
export async function withTimeout<Result>(work: Promise<Result>, ms: number): Promise<Result | undefined> {
  const over = new AbortController()
  const later = wait(ms, undefined, { signal: over.signal }).catch(() => undefined)
  return Promise.race([work, later]).finally(() => over.abort())
}
