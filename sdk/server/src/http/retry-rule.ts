import { codeOf, type ErrorCode } from '../errors.ts'

/** The result of one request, as far as the decision about the next one needs it. */
export type Attempt =
  | {
      readonly kind: 'response'
      readonly status: number
      readonly code: ErrorCode | undefined
      /** The header `Retry-After`, ms from now. */
      readonly retryAfterMs: number | undefined
    }
  | { readonly kind: 'no-response'; readonly wasSent: boolean; readonly isRepeatable: boolean }

/** Whether the same request can have another result later. */
export function isTemporary(attempt: Attempt): boolean {
  if (attempt.kind === 'no-response') return attempt.isRepeatable
  if (attempt.code === 'idempotency-in-progress') return true
  const { status } = attempt
  return status === 408 || status === 429 || (status >= 500 && !lastingStatuses.has(status))
}

/** 501 Not Implemented and 505 HTTP Version Not Supported. Proxies have more 5xx of their own. */
const lastingStatuses: ReadonlySet<number> = new Set([501, 505])

/**
 * How long to wait before the next request, ms. `Retry-After` is a minimum. The random part spreads
 * clients that failed at the same moment. `attempt` counts from 1; `random` is from 0 to 1.
 */
export function retryDelayMs(attempt: number, retryAfterMs: number | undefined, random: number) {
  const backoff = Math.min(firstDelayMs * 2 ** (attempt - 1), longestDelayMs)
  const spread = backoff * (0.5 + random / 2)
  return retryAfterMs === undefined ? spread : Math.max(retryAfterMs + spread / 4, spread)
}

const firstDelayMs = 500
const longestDelayMs = 8_000

/**
 * `Retry-After` as ms from now: seconds, or a date of HTTP, at most 999,999 s. Undefined for
 * anything else.
 */
export function retryAfterMs(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined
  if (/^\d{1,6}$/.test(header)) return Number(header) * 1_000
  const at = /^[A-Z][a-z]{2}, /.test(header) ? Date.parse(header) : Number.NaN
  // A timer ends at once when it has more ms than 31 bits.
  return Number.isNaN(at) ? undefined : Math.min(Math.max(0, at - nowMs), 999_999_000)
}

/**
 * Whether a call may have had its effect after these attempts, of which the last one failed. A
 * definite rejection by the gateway of a call with an idempotency key covers its earlier attempts
 * too: the gateway would have repeated the stored response. A page of a proxy, which has no code of
 * the gateway, covers none.
 */
export function mayHaveHappened(attempts: readonly Attempt[], hasKey: boolean): boolean {
  const last = attempts.at(-1)
  const isDefinite =
    hasKey &&
    last?.kind === 'response' &&
    last.code !== undefined &&
    definiteStatuses.has(last.status)
  return !isDefinite && attempts.some(isUnknown)
}

/** The gateway stores these responses under the key, and would return a stored success instead. */
const definiteStatuses: ReadonlySet<number> = new Set([400, 404, 410])

function isUnknown(attempt: Attempt): boolean {
  if (attempt.kind === 'no-response') return attempt.wasSent
  if (attempt.code !== undefined && doneNothing.has(attempt.code)) return false
  return attempt.status < 300 || attempt.status >= 500 || attempt.code === 'idempotency-in-progress'
}

/** Responses of 5xx after which nothing was done. */
const doneNothing: ReadonlySet<string> = new Set(['overloaded', 'clock-unknown'])

/** What an error of `fetch` says about its request. */
export function noResponse(error: unknown): Attempt & { readonly kind: 'no-response' } {
  const code = codeOf(error) ?? ''
  const isCertificate = isCertificateRejected(code)
  const wasSent = !isCertificate && !neverSent.has(code)
  return { kind: 'no-response', wasSent, isRepeatable: !isCertificate }
}

/**
 * Whether this client rejected the certificate of the server, which it does before it sends a
 * request. `ERR_SSL_` is an error of the TLS connection at any moment, also after a request.
 */
const isCertificateRejected = (code: string): boolean =>
  /CERT|SELF_SIGNED|UNABLE_TO_|ALTNAME/.test(code) && !code.startsWith('ERR_SSL_')

/** Errors of a connection that was never opened. */
const neverSent: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['EADDRNOTAVAIL', 'UND_ERR_CONNECT_TIMEOUT'],
])
