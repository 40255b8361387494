/** Requests at a steady rate, whether earlier ones have ended or not. */
export interface Load {
  /** Waits for the open requests. */
  stop(): Promise<LoadResult>
}

export interface LoadResult {
  readonly requests: number
  /** What went wrong, by its text. */
  readonly failed: Readonly<Record<string, number>>
  readonly longestMs: number
  readonly p99Ms: number
}

export function startLoad(perSecond: number, send: (n: number) => Promise<unknown>): Load {
  const open = new Set<Promise<void>>()
  const times: number[] = []
  const failed: Record<string, number> = {}
  const startedAt = performance.now()
  let sent = 0
  const one = async (n: number) => {
    const from = performance.now()
    await send(n).catch((cause: Error) => {
      const text = `${cause.message} ${cause.cause ?? ''}`.trim()
      failed[text] = (failed[text] ?? 0) + 1
    })
    times.push(performance.now() - from)
  }
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - startedAt) / 1000) * perSecond)
    for (; sent < due; sent += 1) {
      const request = one(sent).finally(() => open.delete(request))
      open.add(request)
    }
  }, 20)
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all(open)
      times.sort((one, other) => one - other)
      const at = (share: number) => Math.round(times[Math.ceil(times.length * share) - 1] ?? 0)
      return { requests: sent, failed, longestMs: at(1), p99Ms: at(0.99) }
    },
  }
}
