import type { WebhookEvent } from './webhook-event.ts'

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
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

export type VerificationFailure =
  | 'body-not-raw'
  | 'header-missing'
  | 'secret-malformed'
  | 'timestamp-outside-tolerance'
  | 'signature-mismatch'
  | 'body-not-json'

/** Do not trust it, for this `reason`. Respond with 400: it is sent again. */
export class WebhookVerificationError extends Error {
  readonly reason: VerificationFailure
  constructor(reason: VerificationFailure, message: string) {
    super(message)
    this.name = 'WebhookVerificationError'
    this.reason = reason
  }
}

/**
 * Returns the event of a webhook that was signed with your secret, unchanged and recent (Standard
 * Webhooks).
 * @throws WebhookVerificationError
 */
export async function verifyWebhook(webhook: Webhook): Promise<WebhookEvent> {
  const { body, headers, secret, toleranceSeconds = 300, nowMs = Date.now() } = webhook
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) {
    throw new WebhookVerificationError(
      'body-not-raw',
      'give the raw body: a Buffer or a string, not parsed JSON',
    )
  }
  const id = header(headers, 'webhook-id')
  const timestamp = header(headers, 'webhook-timestamp')
  const signatures = header(headers, 'webhook-signature')
  const isRecent =
    /^\d{1,12}$/.test(timestamp) && Math.abs(Number(timestamp) - nowMs / 1_000) <= toleranceSeconds
  if (!isRecent) {
    const message = `webhook-timestamp is more than ${toleranceSeconds} s away from this clock`
    throw new WebhookVerificationError('timestamp-outside-tolerance', message)
  }
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const signed = join(new TextEncoder().encode(`${id}.${timestamp}.`), bytes)
  if (!(await isSigned(signed, signatures, secret))) {
    throw new WebhookVerificationError(
      'signature-mismatch',
      'no signature fits: another secret, or other bytes',
    )
  }
  return { ...parse(bytes), id }
}

function header(headers: RequestHeaders, name: string): string {
  const value = isFetchHeaders(headers) ? headers.get(name) : valueIn(headers, name)
  if (typeof value === 'string' && value !== '') return value
  throw new WebhookVerificationError('header-missing', `the request has no ${name}`)
}

const isFetchHeaders = (headers: RequestHeaders): headers is { get(name: string): string | null } =>
  typeof (headers as { get?: unknown }).get === 'function'

function valueIn(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  name: string,
) {
  const found =
    headers[name] ?? Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return typeof found === 'string' ? found : found?.[0]
}

/**
 * Whether one of the signatures matches one of the secrets. Compared by Web Crypto, in constant
 * time.
 */
async function isSigned(
  signed: Uint8Array<ArrayBuffer>,
  signatures: string,
  secret: string | readonly string[],
): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  let isGood = false
  for (const each of typeof secret === 'string' ? [secret] : secret) {
    const bytes = /^whsec_[A-Za-z0-9+/]{16,}={0,2}$/.test(each)
      ? fromBase64(each.slice(6))
      : undefined
    if (!bytes)
      throw new WebhookVerificationError('secret-malformed', 'a secret is whsec_ and base64')
    const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify'])
    for (const signature of signatures.split(' ')) {
      const digest = signature.startsWith('v1,') ? fromBase64(signature.slice(3)) : undefined
      if (digest && (await crypto.subtle.verify(algorithm, key, digest, signed))) isGood = true
    }
  }
  return isGood
}

/** Undefined for text that is not base64. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (each) => each.charCodeAt(0))
  } catch {
    return undefined
  }
}

function join(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(head.length + tail.length)
  whole.set(head)
  whole.set(tail, head.length)
  return whole
}

function parse(bytes: Uint8Array): WebhookEvent {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent
  } catch {
    throw new WebhookVerificationError('body-not-json', 'the body is signed and is not JSON')
  }
}
