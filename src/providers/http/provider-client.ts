import { AsyncLocalStorage } from 'node:async_hooks'
import { type Dispatcher, Pool } from 'undici'
import { flatHeaders } from '../../outbound/response-headers.ts'
import { currentScope } from '../../tracing/scope.ts'
import { outgoingTraceparent, traced } from '../../tracing/traced.ts'
import { connectMs, wholeCallMs } from '../polling/timeouts.ts'

/**
 * Sends HTTP requests to one provider. It never repeats a request, follows a redirect or uses a
 * proxy.
 */
export interface ProviderClient {
  /**
   * Never throws: an error is part of the result. An aborted `signal` ends the call as `not-sent`
   * or `lost`.
   */
  request(call: ProviderCall): Promise<ProviderAnswer>
  /** Waits for the calls in progress, then closes every connection. */
  close(): Promise<void>
}

export interface ProviderCall {
  readonly method: string
  /** Path and query, starting with a slash. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  readonly signal: AbortSignal
}

/** The result of a request (docs/design/rules.md#u3). A cause holds no header and no body. */
export type ProviderAnswer =
  /**
   * The whole response was read, at most 1 MiB unless set otherwise. Header names are lower-case.
   */
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
      readonly text: string
    }
  /**
   * No byte of the request was sent: name not found, connection refused, TLS failed, or no
   * connection within the time limit.
   */
  | { readonly kind: 'not-sent'; readonly cause: unknown }
  /**
   * Bytes may have been sent and no complete response arrived: timeout, reset, body cut short or
   * too large.
   */
  | { readonly kind: 'lost'; readonly cause: unknown }

/**
 * Token, permission or address refused, or too many requests: rejected before processing, so
 * nothing was done.
 */
export const isRejectedBeforeProcessing = (status: number): boolean =>
  status === 401 || status === 403 || status === 429

export interface ProviderClientOptions {
  /** Scheme, host and port: `https://api.provider.com`. */
  readonly origin: string
  /**
   * PEM texts: authorities to trust instead of the public ones, and our certificate with its key.
   */
  readonly tls?: { readonly ca?: string; readonly cert?: string; readonly key?: string }
  /** The highest number of open connections; one call at a time on each. */
  readonly connections?: number
  /** From the call to the last byte of the response, with the wait for a connection, ms. */
  readonly wholeCallMs?: number
  /** Name look-up, TCP and TLS together, ms. Checked about twice a second. */
  readonly connectMs?: number
  /** A larger response counts as lost. Left out: 1 MiB. */
  readonly maxAnswerBytes?: number
}

export function openProviderClient(options: ProviderClientOptions): ProviderClient {
  const limits = {
    wholeCallMs: options.wholeCallMs ?? wholeCallMs,
    maxAnswerBytes: options.maxAnswerBytes ?? 1024 * 1024,
  }
  const pool = new Pool(options.origin, {
    connections: options.connections ?? 256,
    pipelining: 1,
    // On one shared HTTP/2 connection a reset would make the outcome of all calls unknown at once.
    allowH2: false,
    headersTimeout: 0, // The time limit of the whole call covers both.
    bodyTimeout: 0,
    connect: { ...options.tls, timeout: options.connectMs ?? connectMs, minVersion: 'TLSv1.2' },
  })
  const { hostname } = new URL(options.origin)
  return {
    async request(call) {
      const replay = replaying.getStore()
      const answer = replay
        ? replay(options.origin, call)
        : currentScope()?.parent
          ? await sendTraced(pool, hostname, { call, limits })
          : await send(pool, call, limits)
      noteExchange(options.origin, call, answer)
      return answer
    },
    close: () => pool.close(),
  }
}

interface Limits {
  readonly wholeCallMs: number
  readonly maxAnswerBytes: number
}

/** The span has neither the path nor the query: both may hold a key or a document of a person. */
const sendTraced = (
  pool: Pool,
  hostname: string,
  { call, limits }: { readonly call: ProviderCall; readonly limits: Limits },
): Promise<ProviderAnswer> =>
  traced(
    {
      name: call.method,
      kind: 'client',
      attributes: { 'http.request.method': call.method, 'server.address': hostname },
    },
    async (note) => {
      const traceparent = outgoingTraceparent()
      const headers = { ...call.headers, ...(traceparent && { traceparent }) }
      const answer = await send(pool, { ...call, headers }, limits)
      note(
        answer.kind === 'answered'
          ? { 'http.response.status_code': answer.status }
          : { 'error.type': answer.kind },
      )
      return answer
    },
  )

function send(
  pool: Pool,
  call: ProviderCall,
  { wholeCallMs, maxAnswerBytes }: Limits,
): Promise<ProviderAnswer> {
  return new Promise((resolve) => {
    // undici calls `onRequestStart` on a connected socket, just before the first byte. Until then
    // no byte was sent.
    let started = false
    let settled = false
    let controller: Dispatcher.DispatchController | undefined
    let status = 0
    let headers: Record<string, string> = {}
    let size = 0
    const chunks: Buffer[] = []

    const settle = (answer: ProviderAnswer) => {
      if (settled) return
      settled = true
      clearTimeout(timer)
      call.signal.removeEventListener('abort', onAbort)
      resolve(answer)
    }
    const fail = (cause: Error) => {
      settle({ kind: started ? 'lost' : 'not-sent', cause })
      controller?.abort(cause)
    }
    const onAbort = () => fail(new Error(`${call.method}: given up by the caller`))
    const timer = setTimeout(
      () => fail(new Error(`${call.method}: no whole answer in ${wholeCallMs} ms`)),
      wholeCallMs,
    )
    if (call.signal.aborted) return onAbort()
    call.signal.addEventListener('abort', onAbort, { once: true })

    const request: Dispatcher.DispatchOptions = {
      method: call.method,
      path: call.path,
      headers: { ...call.headers },
      body: call.body ?? null,
    }
    pool.dispatch(request, {
      onRequestStart(current) {
        controller = current
        // It was aborted while it waited for a connection, or started a second time: no byte may be
        // sent now.
        if (settled || started) return current.abort(new Error('not to be sent'))
        started = true
      },
      onResponseStart(_controller, statusCode, received) {
        status = statusCode
        headers = flatHeaders(received)
      },
      onResponseData(_controller, chunk) {
        size += chunk.length
        if (size > maxAnswerBytes)
          fail(new Error(`${call.method}: answer larger than ${maxAnswerBytes} bytes`))
        else chunks.push(chunk)
      },
      onResponseEnd: () =>
        settle({ kind: 'answered', status, headers, text: Buffer.concat(chunks).toString('utf8') }),
      onResponseError: (_controller, error) => fail(withoutContent(call.method, error)),
    })
  })
}

/** A parser's error contains the bytes that it could not parse, so only its name is kept. */
function withoutContent(method: string, error: Error & { code?: string }): Error {
  return new Error(`${method}: ${error.code ?? error.name} ${error.message}`.trimEnd())
}

/** A call to a provider with its outcome, as it was on the network. It holds secrets. */
export interface Exchange {
  /** Scheme, host and port. */
  readonly origin: string
  readonly call: Omit<ProviderCall, 'signal'>
  readonly answer: ProviderAnswer
}

const recording = new AsyncLocalStorage<Exchange[]>()

/** Does `act`, and keeps the calls that it makes to providers in the order of their ends. */
export async function recordExchanges<Result>(
  act: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly exchanges: readonly Exchange[] }> {
  const exchanges: Exchange[] = []
  const result = await recording.run(exchanges, act)
  return { result, exchanges }
}

/** The response to a call, from a recording. */
export type Replay = (origin: string, call: Exchange['call']) => ProviderAnswer

const replaying = new AsyncLocalStorage<Replay>()

/** Does `act` with the responses of a recording: its calls to providers reach no network. */
export const replayExchanges = <Result>(
  replay: Replay,
  act: () => Promise<Result>,
): Promise<Result> => replaying.run(replay, act)

/** Adds a call to the current recording, if there is one. */
function noteExchange(
  origin: string,
  { signal: _, ...call }: ProviderCall,
  answer: ProviderAnswer,
): void {
  recording.getStore()?.push({ origin, call, answer })
}

/** Scheme, host and port of an address, and the path below which its calls go. */
export function addressOf(url: string): { readonly origin: string; readonly basePath: string } {
  const { origin, pathname } = new URL(url)
  return { origin, basePath: pathname.replace(/\/$/, '') }
}

/** The `tls` of a client that presents our certificate. PEM texts, as settings hold them. */
export const mutualTls = (settings: {
  readonly ca?: string | undefined
  readonly certificate?: string | undefined
  readonly privateKey?: string | undefined
}): NonNullable<ProviderClientOptions['tls']> => ({
  ...(settings.ca && { ca: settings.ca }),
  ...(settings.certificate && { cert: settings.certificate }),
  ...(settings.privateKey && { key: settings.privateKey }),
})
