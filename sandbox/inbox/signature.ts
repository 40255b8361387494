import { createHmac } from 'node:crypto'
import { isSameSecret } from '../kit/same-secret.ts'

/**
 * The result of checking a notice's signatures. `problem` is a sentence in Portuguese that says
 * what to check.
 */
export type SignatureCheck =
  | { readonly signature: 'valid' | 'unknown'; readonly problem: null }
  | { readonly signature: 'invalid'; readonly problem: string }

export interface Signed {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The body, byte for byte as received. */
  readonly raw: Uint8Array
  /** Wall time at receipt. */
  readonly receivedAt: Date
}

/**
 * Checks every signature that a notice carries: Standard Webhooks (`webhook-id`,
 * `webhook-timestamp`, `webhook-signature`, scheme v1) and the plain `x-webhook-signature`. A
 * notice is valid when it has a signature and none of them fails. Without a secret the result is
 * unknown.
 */
export function checkSignature(signed: Signed, secret: string | undefined): SignatureCheck {
  if (secret === undefined) return { signature: 'unknown', problem: null }
  const { 'webhook-signature': standard, 'x-webhook-signature': plain } = signed.headers
  if (standard === undefined && plain === undefined)
    return invalid('Veio sem cabeçalho de assinatura.')
  const problem =
    (standard === undefined ? undefined : problemOfStandard(signed, standard, secret)) ??
    (plain === undefined ? undefined : problemOfPlain(signed, plain, secret))
  return problem === undefined ? { signature: 'valid', problem: null } : invalid(problem)
}

/**
 * Whether a text has the form of a Standard Webhooks secret: `whsec_` and the base64 of 24 to 64
 * bytes.
 */
export function isSecret(text: string): boolean {
  const bytes = Buffer.from(text.slice(prefix.length), 'base64')
  return /^whsec_[A-Za-z0-9+/]+={0,2}$/.test(text) && bytes.length >= 24 && bytes.length <= 64
}

const prefix = 'whsec_'
/** Around the receiver's own clock (Standard Webhooks, "Verifying webhook authenticity"). */
const toleranceMs = 5 * 60_000

const invalid = (problem: string): SignatureCheck => ({ signature: 'invalid', problem })

function problemOfStandard(
  { headers, raw, receivedAt }: Signed,
  signatures: string,
  secret: string,
) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp } = headers
  if (id === undefined || timestamp === undefined) return 'Falta webhook-id ou webhook-timestamp.'
  if (!/^\d{1,12}$/.test(timestamp)) return 'webhook-timestamp não é um número de segundos.'
  const key = Buffer.from(secret.slice(prefix.length), 'base64')
  const expected = createHmac('sha256', key)
    .update(`${id}.${timestamp}.`)
    .update(raw)
    .digest('base64')
  // One signature per active secret, separated by a space. Schemes other than v1 are ignored.
  const isOurs = signatures.split(' ').some((each) => isSameSecret(each, `v1,${expected}`))
  if (!isOurs) return 'webhook-signature não confere com o segredo.'
  const isInTime = Math.abs(Number(timestamp) * 1_000 - receivedAt.getTime()) <= toleranceMs
  return isInTime
    ? undefined
    : 'webhook-timestamp está a mais de 5 minutos do relógio de quem recebe.'
}

function problemOfPlain({ raw }: Signed, received: string, secret: string) {
  const expected = createHmac('sha256', secret).update(raw).digest('hex')
  return isSameSecret(received.toLowerCase(), expected)
    ? undefined
    : 'x-webhook-signature não confere com o segredo.'
}
