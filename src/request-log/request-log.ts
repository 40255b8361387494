import type { Logger } from 'pino'
import { requestLogDays } from '../../contract/request-log.ts'
import { openPool, type PoolOptions, type Sql } from '../db/pool.ts'
import { dayMs } from '../primitives/durations.ts'
import { runShared } from '../tracing/scope.ts'
import { addRequests, type LoggedBodies, type LoggedRequest } from './request-log-store.ts'

/**
 * Collects answered requests and stores them in batches, on a connection of its own. It never
 * delays a request: what finds no room, or cannot be stored, is counted and dropped.
 */
export interface RequestLog {
  /** `describe` is called at once, unless the request is dropped. */
  add(describe: () => LoggedRequest & LoggedBodies): void
  /** How many requests were dropped since the start of the process. */
  readonly dropped: Readonly<Record<Drop, number>>
  /** Stores what is left. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** `full`: there was no room. `failed`: the database did not store it. */
export type Drop = 'full' | 'failed'

interface Options {
  readonly database: Pick<PoolOptions, 'url' | 'directUrl'>
  readonly log: Pick<Logger, 'warn'>
  readonly isOn: boolean
}

interface Storage {
  readonly store: (requests: readonly (LoggedRequest & LoggedBodies)[]) => Promise<unknown>
  readonly close: () => Promise<unknown>
}

export function openRequestLog({ database, log, isOn }: Options): RequestLog {
  if (!isOn) return off
  const sql = openPool({
    ...database,
    max: 1,
    applicationName: 'guiche-request-log',
    statementMs: 2_000,
  })
  return collectRequests(log, storageIn(sql))
}

const storageIn = (sql: Sql): Storage => ({
  store: (requests) => addRequests(sql, requests),
  close: () => sql.end({ timeout: 2 }),
})

export function collectRequests(
  log: Pick<Logger, 'warn'>,
  { store, close }: Storage,
  { everyMs = 1_000, batchSize = 250, mostWaiting = 5_000, mostChars = 16_000_000 } = {},
): RequestLog {
  const dropped = { full: 0, failed: 0 }
  let waiting: (LoggedRequest & LoggedBodies)[] = []
  let waitingChars = 0
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined
  let reported = 0

  function schedule(delayMs: number): void {
    timer ??= setTimeout(() => {
      timer = undefined
      void flush()
    }, delayMs)
    timer.unref()
  }

  /** One statement at a time, so that a slow database holds one connection. */
  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchSize)
      waiting = waiting.slice(batchSize)
      waitingChars -= batch.reduce((sum, request) => sum + charsOf(request), 0)
      try {
        await store(batch)
      } catch {
        dropped.failed += batch.length
      }
    }
    const count = dropped.full + dropped.failed
    if (count > reported) log.warn({ dropped: { ...dropped } }, 'requests not kept in their log')
    reported = count
  }

  const flush = (): Promise<void> => {
    writing ??= runShared(writeAll).finally(() => {
      writing = undefined
    })
    return writing
  }

  return {
    dropped,
    add(describe) {
      if (waiting.length >= mostWaiting || waitingChars >= mostChars) {
        dropped.full += 1
        return
      }
      let request: LoggedRequest & LoggedBodies
      try {
        request = describe()
      } catch {
        dropped.failed += 1 // The response was sent, so a bug here must not reach the server.
        return
      }
      waiting.push(request)
      waitingChars += charsOf(request)
      if (writing) return
      if (waiting.length >= batchSize) void flush()
      else schedule(everyMs)
    },
    async flush() {
      await flush()
      await flush() // What arrived after the last batch of the first one.
    },
    async close() {
      clearTimeout(timer)
      await flush()
      await close()
    },
  }
}

const charsOf = ({ requestBody, responseBody }: LoggedBodies): number =>
  (requestBody?.length ?? 0) + (responseBody?.length ?? 0)

const off: RequestLog = {
  dropped: { full: 0, failed: 0 },
  add: () => undefined,
  flush: async () => undefined,
  close: async () => undefined,
}

/** The instant since which requests are shown. */
export const shownSince = (now: Date): Date => new Date(now.getTime() - requestLogDays * dayMs)
