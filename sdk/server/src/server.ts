import { verify } from './webhooks/verify.ts'

export type { ConnectionFailure, ErrorCode, Issue } from './errors.ts'
export { GuicheConnectionError, GuicheError, isGuicheError } from './errors.ts'
export type { FeedEvent, FeedPage, FeedQuery, FollowOptions } from './events/feed-event.ts'
export { Guiche } from './guiche.ts'
export type { List, Page } from './list.ts'
export type { CallOptions, GuicheOptions, SentRequest } from './options.ts'
export type { EvidenceFile } from './resources/disputes.ts'
export type * from './resources/filters.ts'
export type * from './types/api-types.ts'
export type * from './types/event-types.ts'
export type { VerifyOptions } from './webhooks/verify.ts'
export * from './webhooks/webhooks.ts'

/** The check of a received webhook, for a program that has no secret key. */
export const webhooks = { verify }
