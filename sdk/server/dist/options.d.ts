// Made from sdk/server/src by scripts/build-sdk.ts. Make changes there.
import type { Warning } from './api-types.js'
export interface GuicheOptions {
  /** `sk_…`, from the environment of your server. Never in a browser or in a repository. */
  readonly secretKey: string
  /** The address of your gateway, such as `https://pagamentos.loja.com.br`. */
  readonly baseUrl: string
  /** The language of messages. Default: `pt`. */
  readonly language?: 'pt' | 'en' | undefined
  /** The longest wait for the response to one request, ms. Default: 30,000. */
  readonly timeoutMs?: number | undefined
  /** The longest time of a call with all its retries, ms. Default: 90,000. */
  readonly totalTimeoutMs?: number | undefined
  /** The most requests of a call after the first one. Default: 3. */
  readonly maxRetries?: number | undefined
  /**
   * Is called after each request: for logs and metrics. It contains no key and no body. What it
   * throws is ignored.
   */
  readonly onRequest?: ((request: SentRequest) => void) | undefined
}
/** One request that ended. */
export interface SentRequest {
  readonly method: string
  readonly path: string
  /** Counts from 1 within a call. */
  readonly attempt: number
  readonly durationMs: number
  /** The HTTP status. Undefined: no response. */
  readonly status: number | undefined
  readonly requestId: string | undefined
  /** Whether the response is that of an earlier request with the same key. */
  readonly isReplayed: boolean
  /** What was accepted and is probably a mistake. The sandbox sends it. */
  readonly warnings: readonly Warning[]
}
/** Options of one call. They replace those of the client. */
export interface CallOptions {
  /**
   * Of a `POST`: 1 to 255 visible ASCII characters. The same key and the same call have one effect,
   * in whatever process and for 400 days. Default: a new random key for each call, which its
   * retries keep.
   */
  readonly idempotencyKey?: string | undefined
  /** Ends the call. Whether it had its effect is then unknown. */
  readonly signal?: AbortSignal | undefined
  readonly language?: 'pt' | 'en' | undefined
  /** ms. */
  readonly timeoutMs?: number | undefined
  /** ms. */
  readonly totalTimeoutMs?: number | undefined
  readonly maxRetries?: number | undefined
}
/** @throws TypeError for an option that cannot work, without showing the key */
export declare function checkOptions(options: GuicheOptions): void
