// Made from sdk/server/src by scripts/build-sdk.ts. Make changes there.

import type { Redelivered } from './api-types.js'
import type { Client } from './client.js'
import type { FeedEvent, FeedPage, FeedQuery, FollowOptions } from './feed-event.js'
import type { CallOptions } from './options.js'
/** Everything the account is notified of, in order, each event once. */
export declare class Events {
  #private
  constructor(client: Client)
  /** Reads one page of the feed. */
  read(query?: FeedQuery, options?: CallOptions): Promise<FeedPage>
  /**
   * The events after a position, and then each new one: an endless loop until `signal` aborts. It
   * asks again after a failure, and waits before as long as a call does, or as `Retry-After` says.
   * Store `event.position` once you have handled an event.
   * @throws GuicheError that no repetition can change, such as `events-expired`
   */
  feed(options?: FollowOptions): AsyncGenerator<FeedEvent, void, undefined>
  /**
   * The same events by server-sent events: each arrives within milliseconds. Without `after` it
   * begins with the oldest event that is kept; with `now`, at this moment.
   * @throws GuicheError that no repetition can change
   */
  stream(options?: FollowOptions): AsyncGenerator<FeedEvent, void, undefined>
  get(id: string, options?: CallOptions): Promise<FeedEvent>
  /** Sends an event again to its addresses, or to one endpoint, with the same `webhook-id`. */
  resend(
    id: string,
    request?: {
      readonly endpointId?: string | undefined
    },
    options?: CallOptions,
  ): Promise<Redelivered>
}
