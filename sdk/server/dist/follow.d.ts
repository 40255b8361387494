// Made from sdk/server/src by scripts/build-sdk.ts. Make changes there.
import type { Client } from './client.js'
import type { FeedEvent, FollowOptions } from './feed-event.js'
/**
 * The events of the stream, each once and in order. A connection that ends is opened again after
 * the last event, for as long as the loop runs. @throws GuicheError that no repetition can change
 */
export declare function followStream(
  client: Client,
  options: FollowOptions,
): AsyncGenerator<FeedEvent, void, undefined>
