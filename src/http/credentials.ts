/**
 * The secret key of an `Authorization: Basic` header. Documented as base64 of `x:<key>`; existing clients also send the
 * key in the other half or alone (compatibility 1.1). Undefined for anything else.
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
