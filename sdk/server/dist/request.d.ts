// Made from sdk/server/src by scripts/build-sdk.ts. Make changes there.

import type { Warning } from './api-types.js'
import { type ErrorCode, GuicheError, type Issue } from './errors.js'
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
export declare function path(parts: TemplateStringsArray, ...values: readonly string[]): string
/** `?a=1&b=2`, or nothing. */
export declare function queryText(query: object | undefined): string
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
export declare function envelopeIn(
  bytes: Uint8Array,
  contentType: string | null,
): Envelope | undefined
/** What the error of a response needs besides the response. */
export interface CallFacts {
  readonly idempotencyKey: string | undefined
  readonly attempts: number
  readonly mayHaveHappened: boolean
}
/** The error of a response that is no success. */
export declare function errorOf(
  { status, headers, envelope }: Received,
  facts: CallFacts,
): GuicheError
