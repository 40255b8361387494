// Made from sdk/server/src by scripts/build-sdk.ts. Make changes there.
import { type ErrorCode } from './errors.js'
/** The result of one request, as far as the decision about the next one needs it. */
export type Attempt =
  | {
      readonly kind: 'response'
      readonly status: number
      readonly code: ErrorCode | undefined
      /** The header `Retry-After`, ms from now. */
      readonly retryAfterMs: number | undefined
    }
  | {
      readonly kind: 'no-response'
      readonly wasSent: boolean
      readonly isRepeatable: boolean
    }
/** Whether the same request can have another result later. */
export declare function isTemporary(attempt: Attempt): boolean
/**
 * How long to wait before the next request, ms. `Retry-After` is a minimum. The random part spreads
 * clients that failed at the same moment. `attempt` counts from 1; `random` is from 0 to 1.
 */
export declare function retryDelayMs(
  attempt: number,
  retryAfterMs: number | undefined,
  random: number,
): number
/**
 * `Retry-After` as ms from now: seconds, or a date of HTTP, at most 999,999 s. Undefined for
 * anything else.
 */
export declare function retryAfterMs(header: string | null, nowMs: number): number | undefined
/**
 * Whether a call may have had its effect after these attempts, of which the last one failed. A
 * definite rejection by the gateway of a call with an idempotency key covers its earlier attempts
 * too: the gateway would have repeated the stored response. A page of a proxy, which has no code of
 * the gateway, covers none.
 */
export declare function mayHaveHappened(attempts: readonly Attempt[], hasKey: boolean): boolean
/** What an error of `fetch` says about its request. */
export declare function noResponse(error: unknown): Attempt & {
  readonly kind: 'no-response'
}
