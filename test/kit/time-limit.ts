import { inspect } from 'node:util'

/**
 * How long a test waits for something that must happen. Only a failing test waits this long, so the
 * limit is generous: a busy machine must not fail a test.
 */
const timeLimitMs = 60_000

/** Aborts a call, or a loop that waits, once the time limit is over. */
export const timeLimit = (): AbortSignal => AbortSignal.timeout(timeLimitMs)

/**
 * Checks `isSo` again and again until it holds. Fails with `promise` once the time limit is over.
 */
export async function until(
  promise: string,
  isSo: () => boolean | Promise<boolean>,
): Promise<void> {
  await untilFound(promise, isSo, (is) => is)
}

/**
 * Reads again and again until it finds what is wanted. Fails with `promise` and what it found last
 * once the time limit is over.
 */
export async function untilFound<T>(
  promise: string,
  read: () => T | Promise<T>,
  isWanted: (found: T) => boolean,
): Promise<T> {
  const limit = timeLimit()
  // Each reading takes CPU from what it waits for.
  for (let pauseMs = 10; ; pauseMs = Math.min(1.5 * pauseMs, 100)) {
    const found = await read()
    if (isWanted(found)) return found
    if (limit.aborted) {
      const seconds = timeLimitMs / 1_000
      throw new Error(`still not so after ${seconds} s: ${promise}, but ${inspect(found)}`)
    }
    await new Promise((wake) => setTimeout(wake, pauseMs))
  }
}
