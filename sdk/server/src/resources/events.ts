import { GuicheConnectionError, isGuicheError } from '../errors.ts'
import type { FeedEvent, FeedPage, FeedQuery, FollowOptions } from '../events/feed-event.ts'
import { followStream } from '../events/follow.ts'
import type { Client } from '../http/client.ts'
import { path } from '../http/request.ts'
import { isTemporary, noResponse, retryDelayMs } from '../http/retry-rule.ts'
import { sleep } from '../http/time-limit.ts'
import type { CallOptions } from '../options.ts'
import type { Redelivered } from '../types/api-types.ts'
import { dataOf } from './calls.ts'

/** Everything the account is notified of, in order, each event once. */
export class Events {
  readonly #client: Client
  constructor(client: Client) {
    this.#client = client
  }

  /** Reads one page of the feed. */
  async read(query: FeedQuery = {}, options: CallOptions = {}): Promise<FeedPage> {
    const timeoutMs = options.timeoutMs ?? 30_000 + (query.wait ?? 0) * 1_000
    const call = { method: 'GET', path: '/api/user/events', query } as const
    const { data, feed } = await this.#client.send(call, { ...options, timeoutMs })
    const { next, last } = feed as { next: string; last: number }
    return { events: data as readonly FeedEvent[], next, last }
  }

  /**
   * The events after a position, and then each new one: an endless loop until `signal` aborts. It
   * asks again after a failure, and waits before as long as a call does, or as `Retry-After` says.
   * Store `event.position` once you have handled an event.
   * @throws GuicheError that no repetition can change, such as `events-expired`
   */
  async *feed(options: FollowOptions = {}): AsyncGenerator<FeedEvent, void, undefined> {
    const { types, signal } = options
    let { after } = options
    for (let failures = 0; !signal?.aborted; ) {
      // `now` is read without a wait: a wait that is lost would begin again at a later `now`.
      const query = { after, types, wait: after === 'now' ? 0 : 25 }
      let page: FeedPage
      try {
        page = await this.read(query, { signal, maxRetries: 8 })
      } catch (error) {
        if (!isPassing(error)) throw error
        failures += 1
        const askedMs = isGuicheError(error) ? error.retryAfterMs : undefined
        await sleep(retryDelayMs(Math.min(failures, 5), askedMs, Math.random()), signal)
        continue
      }
      failures = 0
      for (const event of page.events) {
        yield event
        if (signal?.aborted) return
      }
      after = page.next
    }
  }

  /**
   * The same events by server-sent events: each arrives within milliseconds. Without `after` it
   * begins with the oldest event that is kept; with `now`, at this moment.
   * @throws GuicheError that no repetition can change
   */
  stream(options: FollowOptions = {}): AsyncGenerator<FeedEvent, void, undefined> {
    return followStream(this.#client, options)
  }

  get(id: string, options?: CallOptions): Promise<FeedEvent> {
    return dataOf(this.#client, { method: 'GET', path: path`/api/user/events/${id}` }, options)
  }

  /** Sends an event again to its addresses, or to one endpoint, with the same `webhook-id`. */
  resend(
    id: string,
    request: { readonly endpointId?: string | undefined } = {},
    options?: CallOptions,
  ): Promise<Redelivered> {
    const url = path`/api/user/events/${id}/resend`
    return dataOf(this.#client, { method: 'POST', path: url, body: request }, options)
  }
}

/** Whether the same request may succeed later. */
const isPassing = (error: unknown): boolean =>
  error instanceof GuicheConnectionError
    ? noResponse(error.cause).isRepeatable
    : isGuicheError(error) && isTemporary({ kind: 'response', ...error })
