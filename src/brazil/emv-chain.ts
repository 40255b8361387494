import assert from 'node:assert/strict'

/** One field of an EMV chain: two digits of id and up to 99 characters. */
export type EmvField = { id: string; value: string }

/** Fields by id, in the order written. */
export type EmvChain = ReadonlyMap<string, string>

/**
 * Walks a chain of id, length, value. Undefined when it is broken: id or length not digits, empty
 * value, length past the end, an id twice.
 */
export function readChain(text: string): EmvChain | undefined {
  const fields = new Map<string, string>()
  // The standard counts characters, not bytes. Most codes have one unit a character, and are cut
  // without decoding.
  const characters = surrogates.test(text) ? [...text] : text
  const cut = (from: number, to: number) =>
    typeof characters === 'string'
      ? characters.slice(from, to)
      : characters.slice(from, to).join('')
  for (let at = 0; at < characters.length; ) {
    const head = cut(at, at + 4)
    if (!headPattern.test(head)) return undefined
    const id = head.slice(0, 2)
    const end = at + 4 + Number(head.slice(2))
    if (end === at + 4 || end > characters.length || fields.has(id)) return undefined
    fields.set(id, cut(at + 4, end))
    at = end
  }
  return fields
}

/**
 * Writes fields in the order given. Asserts that each value, templates included, has 1 to 99 ASCII
 * characters.
 */
export const writeChain = (fields: readonly EmvField[]): string => fields.map(writeField).join('')

/** CRC-16/CCITT-FALSE of the text's bytes, as four upper-case hexadecimal digits. */
export function crc16(text: string): string {
  let crc = 0xffff
  for (const byte of encoder.encode(text))
    crc = ((crc << 8) & 0xffff) ^ (crcOfByte[(crc >> 8) ^ byte] ?? 0)
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

/**
 * Text that every reader counts alike: accents dropped, other characters outside printable ASCII
 * removed, cut to `maxLength`.
 */
export function asciiText(text: string, maxLength: number): string {
  const plain = text
    .normalize('NFKD')
    .replace(/\s+/g, ' ')
    .replace(/[^ -~]/g, '')
  return plain.trim().slice(0, maxLength).trim()
}

const encoder = new TextEncoder()

/** The effect of each value of the leading byte on the rest. */
const crcOfByte = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : crc << 1
  return crc
})

const surrogates = /[\ud800-\udfff]/
const headPattern = /^\d{4}$/
const valuePattern = /^[ -~]{1,99}$/

function writeField({ id, value }: EmvField): string {
  assert(/^\d{2}$/.test(id), `not an EMV field id: ${id}`)
  assert(
    valuePattern.test(value),
    `field ${id} must have 1 to 99 ASCII characters, has ${value.length}`,
  )
  return `${id}${String(value.length).padStart(2, '0')}${value}`
}
