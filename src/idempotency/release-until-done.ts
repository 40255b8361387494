import { monotonicMs } from '../primitives/clock.ts'

/**
 * Releases a key whose request has ended. It waits for the first attempt. While the database fails
 * it retries in the background, so a repeat works as soon as the database does. `mayStillArrive`: a
 * commit of the request whose response was lost may store the key after the first attempt. After
 * the time of a lease the lease has ended by itself.
 */
export async function releaseUntilDone(
  release: () => Promise<boolean>,
  { mayStillArrive = false }: { readonly mayStillArrive?: boolean } = {},
): Promise<void> {
  const first = await tryOnce(release)
  if (first === 'failed' || (first === 'not-there' && mayStillArrive))
    void tryAgain(release, mayStillArrive)
}

async function tryAgain(release: () => Promise<boolean>, mayStillArrive: boolean): Promise<void> {
  const start = monotonicMs()
  for (let waitMs = 100; ; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
    await new Promise((wake) => {
      setTimeout(wake, waitMs).unref()
    })
    const end = await tryOnce(release)
    const elapsedMs = monotonicMs() - start
    if (end === 'released' || elapsedMs > leaseMs) return
    if (end === 'not-there' && !(mayStillArrive && elapsedMs < arrivalMs)) return
  }
}

async function tryOnce(
  release: () => Promise<boolean>,
): Promise<'released' | 'not-there' | 'failed'> {
  try {
    return (await release()) ? 'released' : 'not-there'
  } catch {
    return 'failed'
  }
}

const leaseMs = 60_000
/**
 * After this time a COMMIT that was under way has ended: `statement_timeout` and more
 * (docs/design/rules.md#d4).
 */
const arrivalMs = 10_000
const longestWaitMs = 500
