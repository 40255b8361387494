import { createHmac, timingSafeEqual } from 'node:crypto'

/** One-time codes of an authenticator app (RFC 6238): SHA-1, six digits, steps of 30 seconds. */
export const stepMs = 30_000

/** How many steps a phone's clock may be off (docs/design/rules.md#k4). */
const tolerance = 1

/** The step whose code this is, near the instant. Undefined: it is no valid code. */
export function stepOfCode(secret: Buffer, code: string, atMs: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const current = Math.floor(atMs / stepMs)
  let found: number | undefined
  // All of them are compared, so that the time does not depend on which one matches.
  for (let step = current - tolerance; step <= current + tolerance; step += 1)
    if (timingSafeEqual(Buffer.from(codeAt(secret, step)), Buffer.from(code))) found ??= step
  return found
}

export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = digest.readUInt8(digest.length - 1) & 0x0f
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 1_000_000).padStart(6, '0')
}

/** The address that an authenticator app reads, mostly from a QR code. */
export function totpUri(secret: Buffer, { email }: { readonly email: string }): string {
  const label = encodeURIComponent(`Guichê:${email}`)
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent('Guichê')}`
}

/** For people who type the secret. */
export function base32(bytes: Buffer): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('')
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
