import type { Client } from '../http/client.ts'
import { envelopeIn, errorOf } from '../http/request.ts'
import { isTemporary, noResponse, retryDelayMs } from '../http/retry-rule.ts'
import { sleep } from '../http/time-limit.ts'
import type { FeedEvent, FollowOptions } from './feed-event.ts'
import { messagesOf } from './server-sent-events.ts'

/**
 * The events of the stream, each once and in order. A connection that ends is opened again after
 * the last event, for as long as the loop runs. @throws GuicheError that no repetition can change
 */
export async function* followStream(
  client: Client,
  options: FollowOptions,
): AsyncGenerator<FeedEvent, void, undefined> {
  let position = await beginning(client, options)
  for (let failures = 0; !options.signal?.aborted; ) {
    let delayMs: number | undefined
    try {
      for await (const { id, event } of readStream(client, options, position)) {
        failures = 0
        if (event) yield event
        position = id
      }
    } catch (error) {
      if (!(error instanceof StreamFailure)) throw error
      delayMs = error.retryAfterMs
    }
    failures += 1
    await sleep(retryDelayMs(Math.min(failures, 5), delayMs, Math.random()), options.signal)
  }
}

/** `now` is the position of the newest event: a connection that fails at once skips nothing. */
async function beginning(client: Client, { after, signal }: FollowOptions): Promise<string> {
  if (after !== 'now') return after === undefined ? 'oldest' : String(after)
  const call = { method: 'GET', path: '/api/user/events', query: { after } } as const
  const { feed } = await client.send(call, { signal, maxRetries: 8 })
  return (feed as { next: string }).next
}

/** The connection failed, and another one may not. */
class StreamFailure extends Error {
  readonly retryAfterMs: number | undefined
  constructor(cause: unknown, retryAfter?: number | undefined) {
    super('the stream ended', { cause })
    this.retryAfterMs = retryAfter
  }
}

/** One connection. @throws StreamFailure, GuicheError */
async function* readStream(client: Client, options: FollowOptions, position: string) {
  const controller = new AbortController()
  const stop = () => controller.abort()
  options.signal?.addEventListener('abort', stop, { once: true })
  // A comment arrives every 15 s: a connection that is silent for longer is dead.
  let timer = setTimeout(stop, silenceMs)
  try {
    const response = await open(client, options, position, controller.signal)
    for await (const { id, data } of messagesOf(bytesOf(response))) {
      clearTimeout(timer)
      timer = setTimeout(stop, silenceMs)
      if (id !== undefined) yield { id, event: data && (JSON.parse(data) as FeedEvent) }
    }
  } finally {
    clearTimeout(timer)
    options.signal?.removeEventListener('abort', stop)
    controller.abort()
  }
}

const silenceMs = 45_000

async function open(
  client: Client,
  options: FollowOptions,
  position: string,
  signal: AbortSignal,
): Promise<Response> {
  const query = { types: options.types, cursor: position }
  const call = { method: 'GET', path: '/api/user/events/stream', query } as const
  const response = await client.open(call, signal, {}).catch((error: unknown) => {
    if (!noResponse(error).isRepeatable) throw error
    throw new StreamFailure(error)
  })
  if (response.status === 200 && response.body) return response
  const { status, headers } = response
  const body = await response.arrayBuffer().catch(() => new ArrayBuffer(0))
  const bytes = new Uint8Array(body)
  const envelope = envelopeIn(bytes, headers.get('content-type'))
  const facts = { idempotencyKey: undefined, attempts: 1, mayHaveHappened: false }
  const error = errorOf({ status, headers, bytes, envelope }, facts)
  if (isTemporary({ kind: 'response', ...error }))
    throw new StreamFailure(error, error.retryAfterMs)
  throw error
}

async function* bytesOf(response: Response): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } catch (error) {
    throw new StreamFailure(error)
  } finally {
    reader.releaseLock()
  }
}
