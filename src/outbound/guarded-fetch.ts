import { type Dispatcher, Pool } from 'undici'
import type { Outbound } from '../config.ts'
import { monotonicMs } from '../primitives/clock.ts'
import { parseDestination } from './destination.ts'
import {
  DestinationRefused,
  guardedConnector,
  type Resolve,
  resolveByDns,
  resolveBySystem,
  TooSlow,
} from './guarded-connect.ts'
import { flatHeaders } from './response-headers.ts'

/**
 * The only client for addresses that merchants and providers enter (docs/design/rules.md#s4). It
 * follows no redirect, uses no proxy, keeps no cookie and does not decompress.
 */
export interface GuardedFetch {
  /** One exchange, within every limit. Never throws: an error is part of the result. */
  send(exchange: Exchange): Promise<ExchangeOutcome>
  /** Ends every connection and its exchanges. */
  close(): Promise<void>
}

export interface Exchange {
  /** The address of the request. It is checked here, in addition to any earlier check. */
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /**
   * Connections are reused within one scope only: the account that the call is for
   * (docs/design/rules.md#w7).
   */
  readonly scope: string
}

export type ExchangeOutcome =
  /**
   * A status line arrived. Header names are lower-case. The body is what arrived within the limits.
   */
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
      readonly body: Buffer
      readonly durationMs: number
    }
  /** The destination is not allowed. Nothing was sent. */
  | { readonly kind: 'refused'; readonly durationMs: number }
  /** No status line within the limits; `reason` says which. */
  | { readonly kind: 'timeout'; readonly reason: string; readonly durationMs: number }
  /**
   * No status line will arrive. `reason` is a code such as ECONNREFUSED and holds no part of the
   * traffic.
   */
  | { readonly kind: 'failed'; readonly reason: string; readonly durationMs: number }

/** Limits of one exchange (docs/design/rules.md#w7), in ms and bytes. */
export interface ExchangeLimits {
  readonly dnsMs: number
  readonly connectMs: number
  /** From the call to the last byte read. */
  readonly wholeMs: number
  /** For the body, after the status line. */
  readonly bodyMs: number
  readonly bodyBytes: number
  readonly headerBytes: number
}

export const exchangeLimits: ExchangeLimits = {
  dnsMs: 2_000,
  connectMs: 4_000,
  wholeMs: 15_000,
  bodyMs: 2_000,
  bodyBytes: 16 * 1024,
  headerBytes: 16 * 1024,
}

export interface GuardedFetchOptions {
  readonly rules: Outbound
  readonly limits?: Partial<ExchangeLimits>
  /** How names are resolved. Every address is checked, from any resolver. */
  readonly resolve?: Resolve
  /** An authority to trust beside the public ones, PEM: the sandbox's own. */
  readonly ca?: string
}

export function openGuardedFetch({
  rules,
  limits: chosenLimits,
  resolve,
  ca,
}: GuardedFetchOptions): GuardedFetch {
  const limits = { ...exchangeLimits, ...chosenLimits }
  const connect = guardedConnector({
    rules,
    resolve: resolve ?? (rules.allowHttp ? resolveBySystem : resolveByDns),
    dnsMs: limits.dnsMs,
    connectMs: limits.connectMs,
    ca,
  })
  const pools = new Map<string, Pool>()

  /** Least recently used first: the oldest idle connection is closed first. */
  const poolFor = (scope: string, origin: string): Pool => {
    const key = `${scope} ${origin}`
    const pool = pools.get(key) ?? openPool(origin, connect, limits)
    pools.delete(key)
    pools.set(key, pool)
    if (pools.size > maxPools) closeOldest(pools)
    return pool
  }

  return {
    send(exchange) {
      const destination = parseDestination(exchange.url, rules)
      if (!destination) return Promise.resolve({ kind: 'refused', durationMs: 0 })
      const pool = poolFor(exchange.scope, destination.url.origin)
      return send({ pool, exchange, target: destination.target, limits })
    },
    close: async () => {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()))
      pools.clear()
    },
  }
}

const maxPools = 512

const openPool = (
  origin: string,
  connect: ReturnType<typeof guardedConnector>,
  limits: ExchangeLimits,
) =>
  new Pool(origin, {
    connect,
    // The callers bound their exchanges. An idle connection is closed after some seconds.
    connections: 64,
    pipelining: 1,
    allowH2: false,
    headersTimeout: 0, // One time limit covers all: an idle timeout does not stop a slow stream.
    bodyTimeout: 0,
    maxHeaderSize: limits.headerBytes,
    keepAliveMaxTimeout: 30_000,
  })

function closeOldest(pools: Map<string, Pool>): void {
  for (const [key, pool] of pools) {
    if (pool.stats.running + pool.stats.queued > 0) continue
    pools.delete(key)
    void pool.close()
    return
  }
}

interface Sending {
  readonly pool: Pool
  readonly exchange: Exchange
  readonly target: string
  readonly limits: ExchangeLimits
}

function send({ pool, exchange, target, limits }: Sending): Promise<ExchangeOutcome> {
  return new Promise((resolve) => {
    const startedMs = monotonicMs()
    const durationMs = () => Math.round(monotonicMs() - startedMs)
    let controller: Dispatcher.DispatchController | undefined
    let isSettled = false
    let answer: { status: number; headers: Record<string, string> } | undefined
    let bodyTimer: NodeJS.Timeout | undefined
    const chunks: Buffer[] = []
    let size = 0

    const settle = (outcome: ExchangeOutcome) => {
      if (isSettled) return
      isSettled = true
      clearTimeout(wholeTimer)
      clearTimeout(bodyTimer)
      resolve(outcome)
    }
    const answered = () => {
      if (answer)
        settle({
          kind: 'answered',
          ...answer,
          body: Buffer.concat(chunks),
          durationMs: durationMs(),
        })
    }
    /** Enough was read, or the time limit passed. The rest of the connection is destroyed. */
    const cut = () => {
      answered()
      settle({ kind: 'timeout', reason: 'EXCHANGE_TIMEOUT', durationMs: durationMs() })
      controller?.abort(new Error('cut short'))
    }
    const wholeTimer = setTimeout(cut, limits.wholeMs)

    const request: Dispatcher.DispatchOptions = {
      method: exchange.method,
      path: target,
      headers: { ...exchange.headers },
      body: exchange.body ?? null,
    }
    pool.dispatch(request, {
      onRequestStart(current) {
        controller = current
        if (isSettled) current.abort(new Error('too late to start'))
      },
      onResponseStart(_controller, status, headers) {
        if (status < 200 || answer) return
        answer = { status, headers: flatHeaders(headers) }
        bodyTimer = setTimeout(cut, limits.bodyMs)
      },
      onResponseData(_controller, chunk) {
        if (isSettled) return
        // A copy, so that the whole chunk is not kept in memory.
        chunks.push(Buffer.from(chunk.subarray(0, limits.bodyBytes - size)))
        size += chunk.length
        if (size >= limits.bodyBytes) cut()
      },
      onResponseEnd: answered,
      onResponseError(_controller, cause) {
        answered() // The status line counts, with any result of the body.
        settle(failure(cause, durationMs()))
      },
    })
  })
}

function failure(cause: Error & { code?: unknown }, durationMs: number): ExchangeOutcome {
  if (cause instanceof DestinationRefused) return { kind: 'refused', durationMs }
  const code = typeof cause.code === 'string' ? cause.code : cause.name
  const isTimeout = cause instanceof TooSlow || code === 'ETIMEDOUT'
  return { kind: isTimeout ? 'timeout' : 'failed', reason: code, durationMs }
}
