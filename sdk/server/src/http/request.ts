import { type ErrorCode, GuicheError, type Issue } from '../errors.ts'
import type { Warning } from '../types/api-types.ts'
import { retryAfterMs } from './retry-rule.ts'

/** A value of a query. A list is joined by commas. */
export type QueryValue = string | number | boolean | Date | readonly string[] | undefined
export type Query = Readonly<Record<string, QueryValue>>

/** Bytes that are sent unchanged. */
export interface FileBody {
  readonly bytes: Uint8Array
  readonly contentType: string
}

/** One operation of the API. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** From the root, with its parameters encoded: see `path`. */
  readonly path: string
  readonly query?: object | undefined
  /** Is sent as JSON. */
  readonly body?: unknown
  readonly file?: FileBody
  /** The content types of a response that is a document, and no JSON. */
  readonly document?: readonly string[]
}

/** A path with its parameters encoded. @throws TypeError for a parameter that is empty */
export function path(parts: TemplateStringsArray, ...values: readonly string[]): string {
  return parts.reduce((before, part, index) => {
    const value = values[index - 1]
    if (typeof value !== 'string' || value === '') throw new TypeError('the id is missing')
    return `${before}${encodeURIComponent(value)}${part}`
  })
}

/** `?a=1&b=2`, or nothing. */
export function queryText(query: object | undefined): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries((query ?? {}) as Query)) {
    if (value === undefined) continue
    parameters.set(name, value instanceof Date ? value.toISOString() : String(value))
  }
  const text = parameters.toString()
  return text === '' ? '' : `?${text}`
}

/** The envelope of a response. */
export interface Envelope {
  readonly data: unknown
  readonly message?: string
  readonly error?: {
    readonly code: ErrorCode
    readonly message: string
    readonly field?: string
    readonly issues?: readonly Issue[]
    readonly docs?: string
    readonly refusedReason?: string
    readonly provider?: string
    readonly providerCode?: string
  } | null
  readonly warnings?: readonly Warning[]
  readonly [beside: string]: unknown
}

/** A response as it arrived. `envelope` is undefined for one that is not of the gateway. */
export interface Received {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array
  readonly envelope: Envelope | undefined
}

/** The envelope, when a body is one. */
export function envelopeIn(bytes: Uint8Array, contentType: string | null): Envelope | undefined {
  if (!contentType?.startsWith('application/json')) return undefined
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    const isEnvelope = value instanceof Object && 'data' in value
    return isEnvelope || (value instanceof Object && 'error' in value)
      ? (value as Envelope)
      : undefined
  } catch {
    return undefined
  }
}

/** What the error of a response needs besides the response. */
export interface CallFacts {
  readonly idempotencyKey: string | undefined
  readonly attempts: number
  readonly mayHaveHappened: boolean
}

/** The error of a response that is no success. */
export function errorOf({ status, headers, envelope }: Received, facts: CallFacts): GuicheError {
  const error = envelope?.error ?? undefined
  return new GuicheError({
    code: error?.code ?? 'unexpected-response',
    message: envelope?.message ?? error?.message ?? unexpected(status),
    status,
    field: error?.field,
    issues: error?.issues ?? [],
    docs: error?.docs,
    refusedReason: error?.refusedReason,
    provider: error?.provider,
    providerCode: error?.providerCode,
    data: envelope?.data,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterMs: retryAfterMs(headers.get('retry-after'), Date.now()),
    ...facts,
  })
}

const unexpected = (status: number): string =>
  `The response with status ${status} is not of the gateway. Check baseUrl and the proxies between.`
