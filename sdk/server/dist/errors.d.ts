// Made from sdk/server/src by scripts/build-sdk.ts. Make changes there.
import type { ErrorStatus } from './error-codes.js'
/**
 * The code of an error: one of the gateway, or `unexpected-response` for a response that is not of
 * the gateway, such as the page of a proxy. A newer gateway may send a code that is not listed.
 */
export type ErrorCode = keyof ErrorStatus | 'unexpected-response'
/** One field that the gateway did not accept. */
export interface Issue {
  readonly field: string
  readonly message: string
}
/** The facts of a failed call, as `GuicheError` shows them. */
export interface ErrorFacts {
  readonly code: ErrorCode
  readonly message: string
  readonly status: number
  readonly field: string | undefined
  readonly issues: readonly Issue[]
  readonly docs: string | undefined
  readonly refusedReason: string | undefined
  readonly provider: string | undefined
  readonly providerCode: string | undefined
  readonly data: unknown
  readonly requestId: string | undefined
  readonly retryAfterMs: number | undefined
  readonly idempotencyKey: string | undefined
  readonly attempts: number
  readonly mayHaveHappened: boolean
}
/** The gateway rejected a call, or failed. A refused card is no error: see `transaction.status`. */
export declare class GuicheError<Code extends ErrorCode = ErrorCode> extends Error {
  /** Stable, in kebab-case. `docs/errors.md` of the gateway explains each one. */
  readonly code: Code
  /** The HTTP status. */
  readonly status: number
  /** The field that is missing or wrong, such as `customer.document.number`. */
  readonly field: string | undefined
  /** Every field that is missing or wrong. */
  readonly issues: readonly Issue[]
  /** The address of the page that explains the code. */
  readonly docs: string | undefined
  readonly refusedReason: string | undefined
  /** The acquirer or bank that refused, with its own code. */
  readonly provider: string | undefined
  readonly providerCode: string | undefined
  /** What the response carries besides: the earlier object of `possible-duplicate`, for example. */
  readonly data: unknown
  /** `X-Request-Id` of the last response: the gateway's log and support find the call by it. */
  readonly requestId: string | undefined
  /** `Retry-After` of the last response: how long to wait before the next call, ms. */
  readonly retryAfterMs: number | undefined
  /** The key of the call, of a `POST`. */
  readonly idempotencyKey: string | undefined
  /** The number of requests that were sent. */
  readonly attempts: number
  /**
   * Whether the call may have had its effect in spite of this error. If true, repeat it with
   * `idempotencyKey` before you do anything else.
   */
  readonly mayHaveHappened: boolean
  constructor(
    facts: ErrorFacts & {
      readonly code: Code
    },
  )
}
/**
 * Whether an error is a `GuicheError`, and of one of these codes if any are given. The compiler
 * then knows the code.
 */
export declare const isGuicheError: <Code extends ErrorCode = ErrorCode>(
  error: unknown,
  ...codes: readonly Code[]
) => error is GuicheError<Code>
/** Why there is no response. */
export type ConnectionFailure = 'network' | 'timeout' | 'aborted'
export interface ConnectionFacts {
  readonly reason: ConnectionFailure
  readonly method: string
  readonly path: string
  readonly idempotencyKey: string | undefined
  readonly attempts: number
  readonly mayHaveHappened: boolean
  readonly cause: unknown
}
/** There is no response of the gateway. */
export declare class GuicheConnectionError extends Error {
  readonly reason: ConnectionFailure
  readonly method: string
  readonly path: string
  /** Of a `POST`: repeat the call with it, and it has one effect at most. */
  readonly idempotencyKey: string | undefined
  /** The number of requests that were started. */
  readonly attempts: number
  /** False: no request left this machine, or the call changes nothing. True: nothing is known. */
  readonly mayHaveHappened: boolean
  constructor(facts: ConnectionFacts)
}
/** The code of a failed connection, such as `ECONNRESET`: `fetch` has it in the cause. */
export declare function codeOf(error: unknown): string | undefined
