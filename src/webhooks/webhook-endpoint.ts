import type { EndpointStatus, WebhookEndpointWire } from '../../contract/webhook-endpoint.ts'

/**
 * An address to which an account's events are delivered, beside each transaction's `postbackUrl`.
 */
export interface WebhookEndpoint {
  readonly accountId: string
  readonly id: string
  /** As the merchant wrote it. */
  readonly url: string
  readonly description: string | null
  /** Event types; `transaction.*` is every one of a kind, `*` every one. */
  readonly eventTypes: readonly string[]
  readonly status: EndpointStatus
  /** Of a paused one: `gone` when the address answered 410 (docs/design/rules.md#w5). */
  readonly pausedReason: WebhookEndpointWire['pausedReason']
  readonly createdAt: Date
  readonly updatedAt: Date
  /** Since when every try at its address fails; null when the last one did not. */
  readonly failingSince: Date | null
}

/**
 * What a merchant may change. Paused, it gets nothing, and nothing is lost: deliveries are held
 * until it is active again.
 */
export interface EndpointChoices {
  readonly url?: string
  readonly description?: string | null
  readonly eventTypes?: readonly string[]
  readonly status?: Exclude<EndpointStatus, 'deleted'>
}

/** Of one account. */
export const maxEndpoints = 16
