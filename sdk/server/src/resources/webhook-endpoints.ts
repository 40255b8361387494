import type { Client } from '../http/client.ts'
import { path } from '../http/request.ts'
import type { CallOptions } from '../options.ts'
import type {
  ChangeWebhookEndpointRequest,
  CreatedWebhookEndpoint,
  CreateWebhookEndpointRequest,
  WebhookEndpoint,
  WebhookPing,
  WebhookSecret,
} from '../types/api-types.ts'
import { dataOf, remove } from './calls.ts'

/** Addresses that receive the events of the account. */
export class WebhookEndpoints {
  readonly #client: Client
  constructor(client: Client) {
    this.#client = client
  }

  /** The `secret` of the address is in this response only. */
  create(
    request: CreateWebhookEndpointRequest,
    options?: CallOptions,
  ): Promise<CreatedWebhookEndpoint> {
    const call = { method: 'POST', path: '/api/user/webhooks/endpoints', body: request } as const
    return dataOf(this.#client, call, options)
  }

  list(options?: CallOptions): Promise<readonly WebhookEndpoint[]> {
    return dataOf(this.#client, { method: 'GET', path: '/api/user/webhooks/endpoints' }, options)
  }

  get(id: string, options?: CallOptions): Promise<WebhookEndpoint> {
    const call = { method: 'GET', path: path`/api/user/webhooks/endpoints/${id}` } as const
    return dataOf(this.#client, call, options)
  }

  /** Changes the fields that you give. `status: 'paused'` holds the events until `active`. */
  update(
    id: string,
    change: ChangeWebhookEndpointRequest,
    options?: CallOptions,
  ): Promise<WebhookEndpoint> {
    const url = path`/api/user/webhooks/endpoints/${id}`
    return dataOf(this.#client, { method: 'PATCH', path: url, body: change }, options)
  }

  /** What waits for this address is not sent any more. */
  remove(id: string, options?: CallOptions): Promise<void> {
    return remove(this.#client, path`/api/user/webhooks/endpoints/${id}`, options)
  }

  /** Sends a test now, and returns what the address responded. */
  ping(id: string, options?: CallOptions): Promise<WebhookPing> {
    const url = path`/api/user/webhooks/endpoints/${id}/ping`
    return dataOf(this.#client, { method: 'POST', path: url }, options)
  }

  /** Replaces the secret of the address. Both sign for 24 hours. */
  rotateSecret(id: string, options?: CallOptions): Promise<WebhookSecret> {
    const url = path`/api/user/webhooks/endpoints/${id}/secret/rotate`
    return dataOf(this.#client, { method: 'POST', path: url }, options)
  }
}
