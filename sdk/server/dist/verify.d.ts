// Made from sdk/server/src by scripts/build-sdk.ts. Make changes there.
import { type RequestHeaders } from './verify-webhook.js'
import type { GuicheEvent } from './webhook-event.js'
export interface VerifyOptions {
  /** How far `webhook-timestamp` may be from this machine's clock, seconds. Default: 300. */
  readonly toleranceSeconds?: number
  /** This machine's clock, ms since 1970. Default: `Date.now()`. */
  readonly nowMs?: number
}
/**
 * Returns the event of a webhook that was signed with your secret, unchanged and recent. `rawBody`
 * is the bytes as received: parsed and printed again, they do not match. `secret` is `whsec_…`, or
 * a list of both while you replace it.
 * @throws WebhookVerificationError with a `reason`. Respond with 400.
 */
export declare const verify: (
  rawBody: string | Uint8Array,
  headers: RequestHeaders,
  secret: string | readonly string[],
  options?: VerifyOptions,
) => Promise<GuicheEvent>
