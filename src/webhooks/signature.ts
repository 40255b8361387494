import { createHmac } from 'node:crypto'
import { randomSecret } from '../primitives/id.ts'

/**
 * A webhook secret in the form the merchant sees: `whsec_` and the base64 of 32 random bytes
 * (docs/design/rules.md#w2).
 */
export type WebhookSecret = `whsec_${string}`

export interface Signable {
  /** The event's id: the same at every attempt and redelivery (docs/design/rules.md#w1). */
  readonly id: string
  /**
   * Whole seconds on the wall clock at this attempt: receivers accept five minutes around their own
   * time.
   */
  readonly timestampSeconds: number
  readonly body: string
  /** Newest first; two while one replaces the other (docs/design/rules.md#w3). */
  readonly secrets: readonly [WebhookSecret, ...WebhookSecret[]]
}

/**
 * The headers that prove that we sent a notice: Standard Webhooks, one signature for each current
 * secret, and the plain `X-Webhook-Signature` of older clients, created with the newest secret
 * (docs/decisions/webhook-signatures.md).
 */
export function signatureHeaders({
  id,
  timestampSeconds,
  body,
  secrets,
}: Signable): Record<string, string> {
  const signed = `${id}.${timestampSeconds}.${body}`
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': secrets
      .map((secret) => `v1,${hmac(keyOf(secret), signed).toString('base64')}`)
      .join(' '),
    'x-webhook-signature': hmac(Buffer.from(secrets[0]), body).toString('hex'),
  }
}

/** A new secret. It was not shown yet. */
export const newWebhookSecret = (): WebhookSecret => `whsec_${randomSecret(32).toString('base64')}`

/** Whether a text has the form of our secrets. */
export const isWebhookSecret = (text: string): text is WebhookSecret =>
  /^whsec_[A-Za-z0-9+/]{43}=$/.test(text)

const keyOf = (secret: WebhookSecret): Buffer =>
  Buffer.from(secret.slice('whsec_'.length), 'base64')

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
