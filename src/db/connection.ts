import type { Socket } from 'node:net'
import pg from 'pg'
import { monotonicMs } from '../primitives/clock.ts'
import { BatchQuery } from './batch-query.ts'
import { codeOf, connectionLost, endsSession, readOnly } from './database-error.ts'
import type { CompiledQuery } from './statement.ts'

export interface ConnectionOptions {
  /** The time limit of an expected response, ms; 0 is no limit. */
  readonly limitMs: number
  /**
   * Whether statements keep their names, under which the server prepares them. Behind a pooler in
   * transaction mode the next statement may be sent to another session. Default: true.
   */
  readonly namesStatements?: boolean
  /** How long plans of prepared statements are kept, ms. The first ones: 1 s at most. */
  readonly plansMs?: number | undefined
  /**
   * Called before the connection is destroyed. `sinceMs`: the last time at which it was known to
   * work, on the monotonic clock.
   */
  onSilence?(sinceMs: number): void
}

/**
 * One connection whose statements have a limit on our side. The server's own limits do not help
 * when its packets, or ours, no longer arrive: without a limit here such a statement waits for
 * hours.
 */
export interface Connection {
  readonly client: pg.Client
  /** Sends one statement. Rejects with the database's error, or with `CONNECTION_LOST`. */
  query(query: pg.QueryConfig): Promise<pg.QueryResult>
  /** Sends statements as one database transaction in one round trip. Rejects like `query`. */
  queryAtOnce(queries: readonly CompiledQuery[]): Promise<void>
  /** The process of the server that executes its statements. */
  backendPid(): number
  /**
   * Statements that are sent before any other event leave in one write: each write costs a system
   * call and wakes the server.
   */
  cork(): void
  /**
   * Makes the server plan prepared statements anew, unless their plans are young. A plan that was
   * made while a table was empty may use an index that is wrong when the table has grown.
   */
  renewPlans(): void
  /** Replaces the limit. Until then it is the one of `connectionOf`. */
  setLimit(limitMs: number): void
  /** Whether it must not be used again. */
  isSpent(): boolean
  /** When the server last answered, on the monotonic clock. */
  answeredAtMs(): number
  /** Closes the socket at once. Statements under way reject with `CONNECTION_LOST`. */
  destroy(why: string): void
}

/**
 * Watches `client`. The server runs statements one after another: the time limit of each starts
 * when the response before it has arrived. Arriving bytes restart it, so a large response that is
 * still being sent does not count as silence.
 */
export function connectionOf(
  client: pg.Client,
  {
    limitMs: initialLimitMs,
    namesStatements = true,
    plansMs = 10_000,
    onSilence,
  }: ConnectionOptions,
): Connection {
  let limitMs = initialLimitMs
  let waiting = 0
  let isSpent = false
  let lastSignMs = monotonicMs()
  let signs = 0
  let bytesSeen = 0
  let timer: NodeJS.Timeout | undefined
  const openedAtMs = monotonicMs()
  let plansEndAtMs = openedAtMs + Math.min(plansMs, 1_000)
  const { connection } = client
  // Read anew each time: TLS replaces the stream.
  const bytesRead = () => (connection.stream as Socket).bytesRead

  const sign = () => {
    signs += 1
    lastSignMs = monotonicMs()
    bytesSeen = bytesRead()
    clearTimeout(timer)
    timer = waiting > 0 && limitMs > 0 ? setTimeout(expire, limitMs) : undefined
  }
  // After a pause of the whole process the response may be unread in the socket: the event loop
  // reads before it continues.
  const expire = () => {
    const signsBefore = signs
    setImmediate(() => {
      if (signs !== signsBefore || isSpent) return
      if (bytesRead() !== bytesSeen) return sign()
      onSilence?.(lastSignMs)
      destroy(`the database did not answer within ${limitMs} ms`)
    })
  }
  const destroy = (why: string) => {
    isSpent = true
    clearTimeout(timer)
    connection.stream.destroy(new Error(why))
  }

  async function answered<Result>(send: () => Promise<Result>): Promise<Result> {
    waiting += 1
    if (waiting === 1) sign()
    try {
      return await send()
    } catch (cause) {
      const error = asDatabaseError(cause)
      // A new connection may reach the server that has taken over.
      if (endsSession(error) || codeOf(error) === readOnly) isSpent = true
      throw error
    } finally {
      waiting -= 1
      sign()
    }
  }

  const query = (config: pg.QueryConfig) =>
    answered(() => client.query(namesStatements ? config : { ...config, name: undefined }))

  return {
    client,
    query,
    queryAtOnce: (queries) =>
      answered(
        () =>
          new Promise<void>((resolve, reject) => {
            client.query(
              new BatchQuery(queries, (cause) => (cause === undefined ? resolve() : reject(cause))),
            )
          }),
      ),
    backendPid: () => (client as unknown as { readonly processID: number }).processID,
    cork() {
      const { stream } = connection
      stream.cork()
      // A microtask, then a tick: it runs after every statement that waits only for promises that
      // are already resolved.
      queueMicrotask(() => process.nextTick(() => stream.uncork()))
    },
    renewPlans() {
      const nowMs = monotonicMs()
      if (!namesStatements || nowMs < plansEndAtMs) return
      // The tables of a new database grow fastest, and its connections are young.
      plansEndAtMs = nowMs + Math.min(plansMs, nowMs - openedAtMs)
      // If this fails, the statement that follows fails too.
      query({ text: 'discard plans' }).catch(() => {})
    },
    setLimit(next) {
      limitMs = next
      if (waiting > 0) sign()
    },
    isSpent: () => isSpent,
    answeredAtMs: () => lastSignMs,
    destroy,
  }
}

/**
 * Errors of the connection have no code in the driver. These have one, so callers distinguish them
 * from errors of the database.
 */
export function asDatabaseError(cause: unknown): unknown {
  if (!(cause instanceof Error) || cause instanceof pg.DatabaseError) return cause
  // Bugs of ours, thrown by the driver while it reads or writes values.
  if (cause instanceof TypeError || cause instanceof RangeError || cause.name === 'AssertionError')
    return cause
  return Object.assign(new Error(cause.message, { cause }), { code: connectionLost })
}
