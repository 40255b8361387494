// Made from sdk/server/src by scripts/build-sdk.ts. Make changes there.

import type {
  Redelivered,
  RedeliverRequest,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookSecret,
} from './api-types.js'
import type { Client } from './client.js'
import type { DeliveryFilters } from './filters.js'
import type { List } from './list.js'
import type { CallOptions } from './options.js'
import { verify } from './verify.js'
import { WebhookEndpoints } from './webhook-endpoints.js'
/** Endpoints, deliveries and secrets of webhooks, and the check of a received one. */
export declare class Webhooks {
  #private
  readonly endpoints: WebhookEndpoints
  readonly deliveries: WebhookDeliveries
  /** Returns the event of a webhook that is authentic. See `webhooks.verify` of the package. */
  readonly verify: typeof verify
  constructor(client: Client)
  /** The secret that signs notices to the `postbackUrl` of payments and cashouts. */
  secret(options?: CallOptions): Promise<WebhookSecret>
  /** Replaces that secret. Both sign for 24 hours: deploy the new one within that time. */
  rotateSecret(options?: CallOptions): Promise<WebhookSecret>
}
/** The deliveries of events to addresses. */
declare class WebhookDeliveries {
  #private
  constructor(client: Client)
  list(filters?: DeliveryFilters, options?: CallOptions): List<WebhookDelivery>
  /** One delivery with its attempts and the body that was sent. */
  get(id: string, options?: CallOptions): Promise<WebhookDeliveryDetail>
  /** Sends one delivery again, with the same `webhook-id` and the same bytes. */
  redeliver(id: string, options?: CallOptions): Promise<WebhookDelivery>
  /**
   * Sends again every delivery of the last 30 days that matches, such as
   * `{ failedSince: '2026-11-20' }`.
   */
  redeliverAll(request: RedeliverRequest, options?: CallOptions): Promise<Redelivered>
}
