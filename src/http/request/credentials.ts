/**
 * The secret key of an `Authorization: Basic` header. Documented as base64 of `x:<key>`; existing
 * clients also send the key in the other half or alone (docs/design/interface.md#credentials).
 * Undefined for anything else.
 */
export function secretKeyFrom(authorization: string | undefined): string | undefined {
  const encoded = /^basic +([A-Za-z0-9+/_-]{4,400}={0,2}) *$/i.exec(authorization ?? '')?.[1]
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString('latin1')
  return text.split(':', 2).find((half) => half.startsWith('sk_'))
}

/** The token of an `Authorization: Bearer` header. */
export const bearerFrom = (authorization: string | undefined): string | undefined =>
  /^bearer +([\x21-\x7e]{1,400}) *$/i.exec(authorization ?? '')?.[1]

/** What a client most likely did wrong with its key. */
export type CredentialMistake = 'missing' | 'bearer' | 'not-encoded' | 'public-key' | 'secret-key'

/**
 * Why an `Authorization` header has no secret key. Undefined: it has one, or nothing that looks
 * like a key.
 */
export function secretKeyMistake(authorization: string | undefined): CredentialMistake | undefined {
  const header = (authorization ?? '').trim().slice(0, 600)
  if (header === '') return 'missing'
  const [, scheme = '', sent = ''] = /^(?:(basic|bearer) +)?(\S+)$/i.exec(header) ?? []
  const decoded = Buffer.from(sent, 'base64').toString('latin1')
  if (/(?:^|:)sk_/.test(sent)) return scheme.toLowerCase() === 'bearer' ? 'bearer' : 'not-encoded'
  if (
    /(?:^|:)pk_/.test(sent) ||
    (/(?:^|:)pk_/.test(decoded) && secretKeyFrom(authorization) === undefined)
  )
    return 'public-key'
  return scheme.toLowerCase() === 'bearer' ? 'bearer' : undefined
}

/** Why an `x-public-key` header has no public key. */
export const publicKeyMistake = (sent: unknown): CredentialMistake | undefined =>
  typeof sent === 'string' && sent.trim().startsWith('sk_') ? 'secret-key' : undefined
