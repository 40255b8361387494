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
  const limit = timeLimit()
  while (!(await isSo())) {
    if (limit.aborted) throw new Error(`still not so after ${timeLimitMs / 1_000} s: ${promise}`)
    await new Promise((wake) => setTimeout(wake, 10))
  }
}
