// Made from sdk/server/src by scripts/build-sdk.ts. Make changes there.
import { verify } from './verify.js'

export type * from './api-types.js'
export type { EvidenceFile } from './disputes.js'
export type { ConnectionFailure, ErrorCode, Issue } from './errors.js'
export { GuicheConnectionError, GuicheError, isGuicheError } from './errors.js'
export type * from './event-types.js'
export type { FeedEvent, FeedPage, FeedQuery, FollowOptions } from './feed-event.js'
export type * from './filters.js'
export { Guiche } from './guiche.js'
export type { List, Page } from './list.js'
export type { CallOptions, GuicheOptions, SentRequest } from './options.js'
export type { VerifyOptions } from './verify.js'
export * from './webhooks.js'
/** The check of a received webhook, for a program that has no secret key. */
export declare const webhooks: {
  verify: typeof verify
}
