/**
 * Writes ASN.1 by hand. No library can write exactly what a device sends, and also what it must
 * never send.
 */

/** One element, DER: tag, length, contents. */
export function element(tag: number, ...parts: readonly Buffer[]): Buffer {
  const contents = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag]), lengthOf(contents.length), contents])
}

/**
 * One element with an end marker and no length: BER, as devices write the outer layers of a
 * signature.
 */
export const openElement = (tag: number, ...parts: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.from([tag, 0x80]), ...parts, Buffer.from([0, 0])])

export const sequence = (...parts: readonly Buffer[]): Buffer => element(0x30, ...parts)

/** Members in the given order. DER sorts the members of a SET, and the caller must do that. */
export const setOf = (...parts: readonly Buffer[]): Buffer => element(0x31, ...parts)

export const integer = (value: number): Buffer => element(0x02, Buffer.from([value]))

export const octetString = (bytes: Buffer): Buffer => element(0x04, bytes)

export const nothing = (): Buffer => element(0x05)

/** To the second. Years 1950 to 2049. */
export const utcTime = (at: Date): Buffer =>
  element(0x17, Buffer.from(`${at.toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`, 'latin1'))

/** From dotted form. */
export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return element(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

function base128(value: number): number[] {
  const digits = [value % 128]
  for (let left = Math.floor(value / 128); left > 0; left = Math.floor(left / 128))
    digits.unshift((left % 128) | 0x80)
  return digits
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length])
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(length)
  const significant = bytes.subarray(bytes.findIndex((byte) => byte !== 0))
  return Buffer.concat([Buffer.from([0x80 | significant.length]), significant])
}
