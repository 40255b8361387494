import type { Logger } from 'pino'
import type { Sql } from '../../db/pool.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import type { Clock } from '../../primitives/clock.ts'
import { addSeen, type ProviderSigns } from './call-store.ts'
import { bucketOf, noLatencies } from './latency.ts'
import type { EndedCall } from './watch-calls.ts'

/**
 * Counts the calls of this process to providers, and stores the counts every few seconds. A process
 * that dies loses the counts of these seconds. Recording never delays or fails a call.
 */
export interface CallRecorder {
  called(providerId: string, operation: string, call: EndedCall): void
  /** The provider called our callback address. */
  noticed(providerId: string): void
  /** Stores what is left. */
  flush(): Promise<void>
  close(): Promise<void>
}

interface Deps {
  readonly sql: Sql
  readonly clock: Clock
  readonly log: Logger
  /** The providers to which this process sends one probe at a time. */
  readonly probed: (now: Date) => readonly string[]
  readonly metrics: Pick<Metrics, 'providerCalled' | 'providerNoticed'>
  /** The kind of a provider. */
  readonly kindOf: (providerId: string) => string
}

export function openCallRecorder({ sql, clock, log, probed, metrics, kindOf }: Deps): CallRecorder {
  let calls = new Map<string, ReturnType<typeof newCounts>>()
  let signs = new Map<string, ProviderSigns>()
  let wereSilent: ReadonlySet<string> = new Set()
  let stored: Promise<unknown> = Promise.resolve()

  const sign = (providerId: string, at: Partial<ProviderSigns>) =>
    signs.set(providerId, { ...signs.get(providerId), ...at, providerId })

  async function store(): Promise<void> {
    const counted = [...calls.values()]
    const silent = new Set(probed(clock.now()))
    for (const providerId of silent) sign(providerId, { isProbed: true })
    for (const providerId of wereSilent.difference(silent)) sign(providerId, { isProbed: false })
    wereSilent = silent
    const seen = [...signs.values()]
    calls = new Map()
    signs = new Map()
    // Each call is also a sign.
    if (seen.length > 0) await addSeen(sql, { calls: counted, signs: seen })
  }
  // One at a time, so that a slow database holds one statement of each process at most.
  const flush = (): Promise<void> => {
    const next = stored.then(store)
    stored = next.catch(() => log.warn('calls to providers not counted'))
    return stored.then(() => undefined)
  }
  let isFlushing = false
  const timer = setInterval(() => {
    if (isFlushing) return
    isFlushing = true
    void flush().finally(() => (isFlushing = false))
  }, everyMs)
  timer.unref()

  return {
    called(providerId, operation, { ms, isFailed }) {
      const provider = { id: providerId, kind: kindOf(providerId) }
      metrics.providerCalled({ provider, operation, isFailed, seconds: ms / 1_000 })
      const name = `${providerId} ${operation}`
      const counts = calls.get(name) ?? newCounts(providerId, operation)
      calls.set(name, counts)
      const bucket = bucketOf(ms)
      counts.latencies[bucket] = (counts.latencies[bucket] ?? 0) + 1
      if (isFailed) counts.failures += 1
      sign(providerId, isFailed ? { failedAt: clock.now() } : { answeredAt: clock.now() })
    },
    noticed: (providerId) => {
      metrics.providerNoticed({ id: providerId, kind: kindOf(providerId) })
      sign(providerId, { noticedAt: clock.now() })
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}

const newCounts = (providerId: string, operation: string) => ({
  providerId,
  operation,
  failures: 0,
  latencies: noLatencies(),
})

const everyMs = 5_000
