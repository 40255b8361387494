import type { ErrorStatus } from './types/error-codes.ts'

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
export class GuicheError<Code extends ErrorCode = ErrorCode> extends Error {
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

  constructor(facts: ErrorFacts & { readonly code: Code }) {
    super(facts.message)
    this.name = 'GuicheError'
    this.code = facts.code
    this.status = facts.status
    this.field = facts.field
    this.issues = facts.issues
    this.docs = facts.docs
    this.refusedReason = facts.refusedReason
    this.provider = facts.provider
    this.providerCode = facts.providerCode
    this.data = facts.data
    this.requestId = facts.requestId
    this.retryAfterMs = facts.retryAfterMs
    this.idempotencyKey = facts.idempotencyKey
    this.attempts = facts.attempts
    this.mayHaveHappened = facts.mayHaveHappened
  }
}

/**
 * Whether an error is a `GuicheError`, and of one of these codes if any are given. The compiler
 * then knows the code.
 */
export const isGuicheError = <Code extends ErrorCode = ErrorCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is GuicheError<Code> =>
  error instanceof GuicheError && (codes.length === 0 || codes.includes(error.code as Code))

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
export class GuicheConnectionError extends Error {
  readonly reason: ConnectionFailure
  readonly method: string
  readonly path: string
  /** Of a `POST`: repeat the call with it, and it has one effect at most. */
  readonly idempotencyKey: string | undefined
  /** The number of requests that were started. */
  readonly attempts: number
  /** False: no request left this machine, or the call changes nothing. True: nothing is known. */
  readonly mayHaveHappened: boolean

  constructor(facts: ConnectionFacts) {
    super(connectionMessage(facts), { cause: facts.cause })
    this.name = 'GuicheConnectionError'
    this.reason = facts.reason
    this.method = facts.method
    this.path = facts.path
    this.idempotencyKey = facts.idempotencyKey
    this.attempts = facts.attempts
    this.mayHaveHappened = facts.mayHaveHappened
  }
}

function connectionMessage(facts: ConnectionFacts): string {
  const { reason, method, path, idempotencyKey, attempts, mayHaveHappened } = facts
  const times = attempts === 1 ? '1 attempt' : `${attempts} attempts`
  const why = reason === 'network' ? (codeOf(facts.cause) ?? 'network error') : reason
  const what = `No response to ${method} ${path} after ${times} (${why}).`
  if (!mayHaveHappened) return `${what} Nothing was changed. You can repeat the call.`
  const how =
    idempotencyKey === undefined
      ? 'Read the object to see its state, or repeat the call.'
      : `Repeat the call with { idempotencyKey: '${idempotencyKey}' }: it returns the result and has one effect at most.`
  return `${what} The outcome is unknown. ${how}`
}

/** The code of a failed connection, such as `ECONNRESET`: `fetch` has it in the cause. */
export function codeOf(error: unknown): string | undefined {
  for (let each = error, depth = 0; each instanceof Object && depth < 4; depth += 1) {
    const { code, cause } = each as { code?: unknown; cause?: unknown }
    if (typeof code === 'string') return code
    each = cause
  }
  return undefined
}
