import { setTimeout as wait } from 'node:timers/promises'
import { monotonicMs } from '../primitives/clock.ts'
import { ConfigError } from '../primitives/config-error.ts'
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './embedded-postgres.ts'
import { isAlive } from './postmaster.ts'

/** The events of a server while it is used. */
export type PostgresEvent =
  | { readonly kind: 'ended' }
  | { readonly kind: 'restarted'; readonly afterMs: number }
  | { readonly kind: 'given-up'; readonly cause: Error }

export interface KeptPostgres extends Omit<EmbeddedPostgres, 'pid' | 'socketUrl'> {
  /** Resolves when the server has ended and could not be started again. */
  readonly givenUp: Promise<void>
}

/** The limits of the supervision. Times in ms. */
export interface KeepOptions {
  readonly lookEveryMs?: number
  /** Tries to restart one server. The waits between the attempts double up to ten seconds. */
  readonly mostTries?: number
  /**
   * The highest number of servers that may end within one minute; above it a restart does not
   * correct the cause.
   */
  readonly mostRestarts?: number
}

/**
 * An embedded server that is restarted when it ends while this process uses it. Its port, and so
 * its address, stays the same.
 */
export async function keepEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
  onEvent: (event: PostgresEvent) => void,
  { lookEveryMs = 250, mostTries = 8, mostRestarts = 5 }: KeepOptions = {},
): Promise<KeptPostgres> {
  let server: EmbeddedPostgres | undefined = await startEmbeddedPostgres(options)
  const { databaseUrl } = server
  const port = Number(new URL(databaseUrl).port)
  const stopping = new AbortController()
  const givenUp = Promise.withResolvers<void>()
  let restarts: number[] = []

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      await wait(lookEveryMs, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted || (server && isAlive(server.pid))) continue
      const endedAtMs = monotonicMs()
      onEvent({ kind: 'ended' })
      try {
        await startAgain(endedAtMs)
        if (!stopping.signal.aborted)
          onEvent({ kind: 'restarted', afterMs: monotonicMs() - endedAtMs })
      } catch (cause) {
        if (stopping.signal.aborted) return
        onEvent({
          kind: 'given-up',
          cause: cause instanceof Error ? cause : new Error(String(cause)),
        })
        givenUp.resolve()
        return
      }
    }
  }

  async function startAgain(endedAtMs: number): Promise<void> {
    restarts = [...restarts.filter((atMs) => endedAtMs - atMs < 60_000), endedAtMs]
    if (restarts.length > mostRestarts)
      throw new ConfigError('postgres-ends-again', { times: restarts.length })
    await giveBack() // The share in the dead server.
    for (let tries = 1; !stopping.signal.aborted; tries += 1) {
      try {
        server = await startOnPort()
        return
      } catch (cause) {
        if (tries === mostTries) throw cause
        await wait(Math.min(10_000, 250 * 2 ** tries), undefined, {
          signal: stopping.signal,
        }).catch(() => {})
      }
    }
  }

  async function giveBack(): Promise<void> {
    const ours = server
    server = undefined
    await ours?.stop()
  }

  async function startOnPort(): Promise<EmbeddedPostgres> {
    const next = await startEmbeddedPostgres({ ...options, port })
    if (next.databaseUrl === databaseUrl) return next
    await next.stop()
    throw new ConfigError('postgres-on-other-port', { port })
  }

  const watching = watch()
  return {
    databaseUrl,
    givenUp: givenUp.promise,
    async stop() {
      stopping.abort()
      await watching
      await giveBack()
    },
  }
}
