import { createHash, randomBytes, randomFillSync, randomUUID } from 'node:crypto'

/** A UUID in its lower-case text form. */
export type Uuid = string

/** A time-ordered UUID (RFC 9562, version 7): new rows are adjacent in an index. */
export function newId(nowMs: number): Uuid {
  const bytes = takeRandom(16)
  bytes.writeUIntBE(nowMs, 0, 6)
  return formatUuid(bytes, 0x70)
}

/** The lowest time-ordered UUID of an instant: ids of a period are a range. */
export function lowestId(atMs: number): Uuid {
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(Math.min(Math.max(atMs, 0), 2 ** 48 - 1), 0, 6)
  return formatUuid(bytes, 0x70)
}

/**
 * Always the same id for the same text: a repeated request names the same object at a provider (RFC
 * 9562, version 8).
 */
export function derivedId(text: string): Uuid {
  return idFromDigest(createHash('sha256').update(text).digest())
}

/** An id that begins with the instant of another one and follows from it (version 8). */
export const idBeside = (id: Uuid, text: string): Uuid =>
  id.slice(0, 14) + derivedId(`${text} ${id}`).slice(14)

/**
 * The id for a digest of at least 16 bytes: a keyed digest where the text could be guessed (version
 * 8).
 */
export const idFromDigest = (digest: Buffer): Uuid =>
  formatUuid(Buffer.from(digest.subarray(0, 16)), 0x80)

/**
 * The last eight digits of the id of an account. Ids of PIX that providers see end with them. So
 * the account of a provider's record is known after its row is lost (docs/decisions/restore.md).
 */
export const accountMark = (accountId: Uuid): string => accountId.slice(-8)

/** The same id with the mark of its account. The other 90 bits stay. */
export const markedId = (id: Uuid, accountId: Uuid): Uuid =>
  id.slice(0, -8) + accountMark(accountId)

/** The id behind `bareId`. `undefined`: the text is not one. */
export function idFromBare(text: string): Uuid | undefined {
  if (!/^[0-9a-f]{32}$/.test(text)) return undefined
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Letters and digits that are always the same for the same text: at most 32. */
export const derivedBase62 = (text: string, length: number): string =>
  [...createHash('sha256').update(text).digest()]
    .slice(0, length)
    .map((byte) => base62[byte % 62])
    .join('')

/**
 * An id for providers, created by us, so that a repeated request is the same request. 32 letters
 * and digits, within the 35 of API Pix.
 */
export const bareId = (id: Uuid): string => id.replaceAll('-', '')

/** An id that cannot be guessed or sorted: request ids, file names. */
export const randomId = (): Uuid => randomUUID()

/** Random text of `length` letters and digits. */
export function randomBase62(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of takeRandom(length)) {
      if (byte < 248 && text.length < length) text += base62[byte % 62]
    }
  }
  return text
}

export const randomSecret = (bytes: number): Buffer => randomBytes(bytes)

/** A number in [0, 1), for jitter only. */
export const randomFraction = (): number => takeRandom(4).readUInt32BE() / 2 ** 32

export const isUuid = (text: string): boolean => uuidPattern.test(text)

/** One call of the system for few bytes costs as much as for many. Used bytes are wiped here. */
function takeRandom(length: number): Buffer {
  if (length > pool.length) return randomBytes(length)
  if (pooled < length) {
    randomFillSync(pool)
    pooled = pool.length
  }
  const taken = Buffer.from(pool.subarray(pooled - length, pooled))
  pool.fill(0, pooled - length, pooled)
  pooled -= length
  return taken
}

const pool = Buffer.alloc(4_096)
let pooled = 0

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

function formatUuid(bytes: Buffer, version: number): Uuid {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | version
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-')
}
