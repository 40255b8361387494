// Made from sdk/server/src by scripts/build-sdk.ts. Make changes there.
import type { EventData } from './event-types.js'
import type { EventType, Notice } from './webhook-event.js'
/** An event of the feed: `type` decides what `payload.data` is. */
export type FeedEvent = {
  readonly [Type in EventType]: {
    readonly id: string
    /** Its place in the feed of the account: 1, 2, 3 … without gaps. */
    readonly position: number
    readonly type: Type
    readonly objectId: string
    /** The object's version: of two events of one object the higher is the later. */
    readonly sequence: number
    /** ISO 8601 in UTC. */
    readonly occurredAt: string
    /** The body of the webhook of this event. */
    readonly payload: Notice<Type, EventData[Type]>
  }
}[EventType]
/** Which events a reader of the feed gets. */
export interface FeedFilters {
  /** Types of events, or `transaction.*`. Default: all. */
  readonly types?: readonly (EventType | `${string}.*`)[] | undefined
}
export interface FeedQuery extends FeedFilters {
  /**
   * The position of the last event that you have handled, or `now`: only later ones. Default: from
   * the oldest event that is kept.
   */
  readonly after?: number | string | undefined
  /** Events of a page, 1 to 100. Default: 100. */
  readonly limit?: number | undefined
  /** How long the response waits for an event when there is none, seconds, at most 25. */
  readonly wait?: number | undefined
}
export interface FeedPage {
  readonly events: readonly FeedEvent[]
  /** Give it as `after` to read on. */
  readonly next: string
  /** The position of the newest event of the account. */
  readonly last: number
}
export interface FollowOptions extends FeedFilters {
  /** As in `read`. Store `event.position` after you have handled an event, and give it here. */
  readonly after?: number | string | undefined
  /** Ends the loop, without an error. */
  readonly signal?: AbortSignal | undefined
}
