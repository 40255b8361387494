/** A signal that aborts when another one does or when its time is over. Stop it when unused. */
export interface TimeLimit {
  readonly signal: AbortSignal
  /** Whether the time was over before the other signal aborted. */
  readonly isOver: () => boolean
  stop(): void
}

export function startTimeLimit(ms: number, outer: AbortSignal | undefined): TimeLimit {
  const controller = new AbortController()
  let isOver = false
  const timer = setTimeout(() => {
    isOver = true
    controller.abort(new DOMException(`no response within ${Math.round(ms)} ms`, 'TimeoutError'))
  }, ms)
  const pass = () => controller.abort(outer?.reason)
  if (outer?.aborted) pass()
  else outer?.addEventListener('abort', pass, { once: true })
  return {
    signal: controller.signal,
    isOver: () => isOver,
    stop() {
      clearTimeout(timer)
      outer?.removeEventListener('abort', pass)
    },
  }
}

/** Waits. Ends early, without an error, when the signal aborts. */
export const sleep = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end, { once: true })
  })
