import type { Vault } from '../primitives/vault.ts'

/**
 * The request that used a key. The same key with another fingerprint is refused as a mistake
 * (docs/design/rules.md#i3).
 */
export interface Fingerprinted {
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly body: unknown
}

/**
 * HMAC over method, path and canonical JSON. It is keyed, because a plain hash of a body with a
 * card number could be guessed. The card's security code is left out, because it must not be stored
 * in any form.
 */
export const fingerprintOf = (vault: Vault, request: Fingerprinted): Buffer =>
  vault.digest('idempotency-fingerprint', textOf(request))

/** The same under the first pepper. A new pepper does not change it. */
export const stableFingerprintOf = (vault: Vault, request: Fingerprinted): Buffer =>
  vault.stableHmac('idempotency-fingerprint', textOf(request))

/** Whether a stored fingerprint is of this request. */
export const isSameRequest = (vault: Vault, request: Fingerprinted, stored: Buffer): boolean =>
  vault.matches('idempotency-fingerprint', textOf(request), stored)

/** Several fingerprints of one request are made of one text. */
const texts = new WeakMap<Fingerprinted, string>()

function textOf(request: Fingerprinted): string {
  const { method, path, body } = request
  const text =
    texts.get(request) ?? `${method} ${path}\n${canonicalJson(withoutSecurityCode(body))}`
  texts.set(request, text)
  return text
}

/** One text for one meaning: keys sorted, no white space. A missing body is the empty text. */
export function canonicalJson(value: unknown): string {
  if (value === undefined) return ''
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  const texts = fields.map(([key, inner]) => `${JSON.stringify(key)}:${canonicalJson(inner)}`)
  return `{${texts.join(',')}}`
}

function withoutSecurityCode(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('card' in body)) return body
  const { card } = body
  if (typeof card !== 'object' || card === null) return body
  return { ...body, card: { ...card, cvv: undefined } }
}
