import type { Client } from '../http/client.ts'
import { path } from '../http/request.ts'
import type { List } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type {
  Redelivered,
  RedeliverRequest,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookSecret,
} from '../types/api-types.ts'
import { verify } from '../webhooks/verify.ts'
import { dataOf, listOf } from './calls.ts'
import type { DeliveryFilters } from './filters.ts'
import { WebhookEndpoints } from './webhook-endpoints.ts'

/** Endpoints, deliveries and secrets of webhooks, and the check of a received one. */
export class Webhooks {
  readonly endpoints: WebhookEndpoints
  readonly deliveries: WebhookDeliveries
  /** Returns the event of a webhook that is authentic. See `webhooks.verify` of the package. */
  readonly verify: typeof verify = verify
  readonly #client: Client

  constructor(client: Client) {
    this.#client = client
    this.endpoints = new WebhookEndpoints(client)
    this.deliveries = new WebhookDeliveries(client)
  }

  /** The secret that signs notices to the `postbackUrl` of payments and cashouts. */
  secret(options?: CallOptions): Promise<WebhookSecret> {
    return dataOf(this.#client, { method: 'GET', path: '/api/user/webhooks/secret' }, options)
  }

  /** Replaces that secret. Both sign for 24 hours: deploy the new one within that time. */
  rotateSecret(options?: CallOptions): Promise<WebhookSecret> {
    const call = { method: 'POST', path: '/api/user/webhooks/secret/rotate' } as const
    return dataOf(this.#client, call, options)
  }
}

/** The deliveries of events to addresses. */
class WebhookDeliveries {
  readonly #client: Client
  constructor(client: Client) {
    this.#client = client
  }

  list(filters?: DeliveryFilters, options?: CallOptions): List<WebhookDelivery> {
    return listOf(this.#client, '/api/user/webhooks/deliveries', filters, options)
  }

  /** One delivery with its attempts and the body that was sent. */
  get(id: string, options?: CallOptions): Promise<WebhookDeliveryDetail> {
    const call = { method: 'GET', path: path`/api/user/webhooks/deliveries/${id}` } as const
    return dataOf(this.#client, call, options)
  }

  /** Sends one delivery again, with the same `webhook-id` and the same bytes. */
  redeliver(id: string, options?: CallOptions): Promise<WebhookDelivery> {
    const url = path`/api/user/webhooks/deliveries/${id}/redeliver`
    return dataOf(this.#client, { method: 'POST', path: url }, options)
  }

  /**
   * Sends again every delivery of the last 30 days that matches, such as
   * `{ failedSince: '2026-11-20' }`.
   */
  redeliverAll(request: RedeliverRequest, options?: CallOptions): Promise<Redelivered> {
    const call = { method: 'POST', path: '/api/user/webhooks/redeliveries', body: request } as const
    return dataOf(this.#client, call, options)
  }
}
