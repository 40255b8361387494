// Made from sdk/server/src by scripts/build-sdk.ts. Make changes there.

import type {
  ChangeWebhookEndpointRequest,
  CreatedWebhookEndpoint,
  CreateWebhookEndpointRequest,
  WebhookEndpoint,
  WebhookPing,
  WebhookSecret,
} from './api-types.js'
import type { Client } from './client.js'
import type { CallOptions } from './options.js'
/** Addresses that receive the events of the account. */
export declare class WebhookEndpoints {
  #private
  constructor(client: Client)
  /** The `secret` of the address is in this response only. */
  create(
    request: CreateWebhookEndpointRequest,
    options?: CallOptions,
  ): Promise<CreatedWebhookEndpoint>
  list(options?: CallOptions): Promise<readonly WebhookEndpoint[]>
  get(id: string, options?: CallOptions): Promise<WebhookEndpoint>
  /** Changes the fields that you give. `status: 'paused'` holds the events until `active`. */
  update(
    id: string,
    change: ChangeWebhookEndpointRequest,
    options?: CallOptions,
  ): Promise<WebhookEndpoint>
  /** What waits for this address is not sent any more. */
  remove(id: string, options?: CallOptions): Promise<void>
  /** Sends a test now, and returns what the address responded. */
  ping(id: string, options?: CallOptions): Promise<WebhookPing>
  /** Replaces the secret of the address. Both sign for 24 hours. */
  rotateSecret(id: string, options?: CallOptions): Promise<WebhookSecret>
}
