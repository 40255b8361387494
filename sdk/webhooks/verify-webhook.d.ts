// Made from sdk/server/src/webhooks by scripts/build-sdk.ts. Make changes there.
import type { WebhookEvent } from './webhook-event.js'
export interface Webhook {
  /** The raw bytes of the body, or the text of exactly these bytes. Never parsed JSON. */
  readonly body: string | Uint8Array
  /** The headers of the request: a `Headers`, or an object as Node and its frameworks have it. */
  readonly headers: RequestHeaders
  /** `whsec_…`; several while one replaces the other. */
  readonly secret: string | readonly string[]
  /** How far `webhook-timestamp` may be from this machine's clock, seconds. Default: 300. */
  readonly toleranceSeconds?: number
  /** This machine's clock, ms since 1970. Default: `Date.now()`. */
  readonly nowMs?: number
}
export type RequestHeaders =
  | {
      get(name: string): string | null
    }
  | Readonly<Record<string, string | readonly string[] | undefined>>
export type VerificationFailure =
  | 'body-not-raw'
  | 'header-missing'
  | 'secret-malformed'
  | 'timestamp-outside-tolerance'
  | 'signature-mismatch'
  | 'body-not-json'
/** Do not trust it, for this `reason`. Respond with 400: it is sent again. */
export declare class WebhookVerificationError extends Error {
  readonly reason: VerificationFailure
  constructor(reason: VerificationFailure, message: string)
}
/**
 * Returns the event of a webhook that was signed with your secret, unchanged and recent (Standard
 * Webhooks).
 * @throws WebhookVerificationError
 */
export declare function verifyWebhook(webhook: Webhook): Promise<WebhookEvent>
