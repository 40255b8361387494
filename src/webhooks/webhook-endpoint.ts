import type { EndpointStatus, WebhookEndpointWire } from '../../contract/webhook-endpoint.ts'

/**
 * An address to which an account's events are delivered, besides each transaction's `postbackUrl`.
 */
export interface WebhookEndpoint {
  readonly accountId: string
  readonly id: string
  /** As the merchant wrote it. */
  readonly url: string
  readonly description: string | null
  /** Event types; `transaction.*` stands for every one of a kind, `*` for all. */
  readonly eventTypes: readonly string[]
  readonly status: EndpointStatus
  /**
   * The reason of a paused one: `gone` when the address responded with 410
   * (docs/design/rules.md#w5).
   */
  readonly pausedReason: WebhookEndpointWire['pausedReason']
  readonly createdAt: Date
  readonly updatedAt: Date
  /**
   * The time since which every attempt at its address has failed; null when the last one succeeded.
   */
  readonly failingSince: Date | null
}

/**
 * The fields that a merchant may change. A paused endpoint gets no event and loses none: deliveries
 * are held until it is active again.
 */
export interface EndpointChoices {
  readonly url?: string
  readonly description?: string | null
  readonly eventTypes?: readonly string[]
  readonly status?: Exclude<EndpointStatus, 'deleted'>
}

/** Of one account. */
export const maxEndpoints = 16
