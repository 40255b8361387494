import { GuicheConnectionError } from '../errors.ts'
import { type CallOptions, checkOptions, type GuicheOptions, type SentRequest } from '../options.ts'
import { version } from '../version.ts'
import {
  type Call,
  type Envelope,
  envelopeIn,
  errorOf,
  queryText,
  type Received,
} from './request.ts'
import {
  type Attempt,
  isTemporary,
  mayHaveHappened,
  noResponse,
  retryAfterMs,
  retryDelayMs,
} from './retry-rule.ts'
import { sleep, startTimeLimit } from './time-limit.ts'

/** Sends calls with the key of an account. */
export interface Client {
  /** Returns the envelope of a success. @throws GuicheError, GuicheConnectionError */
  send(call: Call, options?: CallOptions): Promise<Envelope>
  /** Returns the bytes of a document. @throws GuicheError, GuicheConnectionError */
  download(call: Call, options?: CallOptions): Promise<Received>
  /** Opens a response that stays open. It is not retried. */
  open(
    call: Call,
    signal: AbortSignal,
    headers: Readonly<Record<string, string>>,
  ): Promise<Response>
}

/** The whole of a call: its options, its key, and the attempts so far. */
interface Running {
  readonly call: Call
  readonly options: CallOptions
  readonly idempotencyKey: string | undefined
  readonly body: string | Uint8Array<ArrayBuffer> | null
  readonly attempts: Attempt[]
}

export function openClient(own: GuicheOptions): Client {
  checkOptions(own)
  const baseUrl = own.baseUrl.replace(/\/+$/, '')
  const authorization = `Basic ${btoa(`x:${own.secretKey}`)}`
  const urlOf = (call: Call) => `${baseUrl}${call.path}${queryText(call.query)}`

  const headersOf = ({ call, idempotencyKey }: Running, language: string) => ({
    ...{ authorization, accept: 'application/json', 'accept-language': language },
    ...{ 'guiche-version': apiVersion, 'user-agent': `guiche-server/${version}` },
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    ...(call.file && { 'content-type': call.file.contentType }),
    ...(call.body !== undefined && { 'content-type': 'application/json' }),
  })

  /** One request, until its body was read. */
  async function attempt(running: Running, whole: AbortSignal): Promise<Received | Error> {
    const { call, options } = running
    const limit = startTimeLimit(options.timeoutMs ?? own.timeoutMs ?? 30_000, whole)
    const begin = performance.now()
    let received: Received | undefined
    try {
      const response = await fetch(urlOf(call), {
        method: call.method,
        headers: headersOf(running, options.language ?? own.language ?? 'pt'),
        body: running.body,
        signal: limit.signal,
        redirect: 'manual', // A redirect would send the key and the body to another address.
      })
      const bytes = new Uint8Array(await response.arrayBuffer())
      const { status, headers } = response
      const envelope = envelopeIn(bytes, headers.get('content-type'))
      received = { status, headers, bytes, envelope }
      return received
    } catch (cause) {
      return cause instanceof Error ? cause : new Error(String(cause))
    } finally {
      limit.stop()
      const durationMs = performance.now() - begin
      try {
        own.onRequest?.(sentRequest(running, received, durationMs))
      } catch {
        // The failure of a logger must not replace the result of a payment.
      }
    }
  }

  async function run(call: Call, options: CallOptions): Promise<Received> {
    const idempotencyKey = call.method === 'POST' ? keyOf(options) : undefined
    const running: Running = { call, options, idempotencyKey, body: bodyOf(call), attempts: [] }
    const totalMs = options.totalTimeoutMs ?? own.totalTimeoutMs ?? 90_000
    const endsAt = performance.now() + totalMs
    const whole = startTimeLimit(totalMs, options.signal)
    try {
      for (;;) {
        if (options.signal?.aborted)
          throw connectionError(running, options.signal.reason, 'aborted')
        const result = await attempt(running, whole.signal)
        running.attempts.push(attemptOf(result))
        if (!(result instanceof Error) && isSuccess(result, call)) return result
        const delayMs = nextDelayMs(running, options.maxRetries ?? own.maxRetries ?? 3)
        if (
          delayMs === undefined ||
          performance.now() + delayMs > endsAt ||
          options.signal?.aborted
        )
          throw failure(running, result)
        await sleep(delayMs, whole.signal)
      }
    } finally {
      whole.stop()
    }
  }

  return {
    async send(call, options = {}) {
      const { envelope } = await run(call, options)
      return envelope as Envelope // `isSuccess` has checked it.
    },
    download: (call, options = {}) => run(call, options),
    open: (call, signal, headers) =>
      fetch(urlOf(call), {
        headers: { authorization, accept: 'text/event-stream, application/json', ...headers },
        signal,
        redirect: 'manual',
      }),
  }
}

/** The dated version of the API that the types of this package describe. */
const apiVersion = '2026-11-01'

/** One key for a call: its retries keep it. */
function keyOf({ idempotencyKey = crypto.randomUUID() }: CallOptions): string {
  if (/^[\x21-\x7e]{1,255}$/.test(idempotencyKey)) return idempotencyKey
  throw new TypeError('idempotencyKey must have 1 to 255 visible ASCII characters')
}

const bodyOf = ({ body, file }: Call): string | Uint8Array<ArrayBuffer> | null =>
  file ? new Uint8Array(file.bytes) : body === undefined ? null : JSON.stringify(body)

/** A success without an envelope, or with a document of another type, is not of the gateway. */
function isSuccess({ status, envelope, headers }: Received, { document }: Call): boolean {
  if (status < 200 || status > 299) return false
  const type = headers.get('content-type') ?? ''
  return document ? document.some((each) => type.startsWith(each)) : envelope !== undefined
}

function attemptOf(result: Received | Error): Attempt {
  if (result instanceof Error) return noResponse(result)
  const header = result.headers.get('retry-after')
  return {
    kind: 'response',
    status: result.status,
    code: result.envelope?.error?.code,
    retryAfterMs: retryAfterMs(header, Date.now()),
  }
}

/** Undefined: the call ends. */
function nextDelayMs({ attempts }: Running, maxRetries: number): number | undefined {
  const last = attempts.at(-1)
  if (!last || attempts.length > maxRetries || !isTemporary(last)) return undefined
  const asked = last.kind === 'response' ? last.retryAfterMs : undefined
  return retryDelayMs(attempts.length, asked, Math.random())
}

function failure(running: Running, result: Received | Error): Error {
  if (result instanceof Error) return connectionError(running, result)
  return errorOf(result, factsOf(running))
}

const factsOf = ({ call, idempotencyKey, attempts }: Running) => ({
  idempotencyKey,
  attempts: attempts.length,
  mayHaveHappened: call.method !== 'GET' && mayHaveHappened(attempts, idempotencyKey !== undefined),
})

function connectionError(
  running: Running,
  cause: unknown,
  reason = reasonOf(running, cause),
): GuicheConnectionError {
  const { method, path } = running.call
  return new GuicheConnectionError({ reason, method, path, cause, ...factsOf(running) })
}

function reasonOf({ options }: Running, cause: unknown): 'network' | 'timeout' | 'aborted' {
  if (options.signal?.aborted) return 'aborted'
  return (cause as { name?: string }).name === 'TimeoutError' ? 'timeout' : 'network'
}

const sentRequest = (
  { call, attempts }: Running,
  received: Received | undefined,
  durationMs: number,
): SentRequest => ({
  method: call.method,
  path: call.path,
  attempt: attempts.length + 1,
  durationMs,
  status: received?.status,
  requestId: received?.headers.get('x-request-id') ?? undefined,
  isReplayed: received?.headers.get('idempotent-replayed') === 'true',
  warnings: received?.envelope?.warnings ?? [],
})
