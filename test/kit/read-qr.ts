import assert from 'node:assert/strict'

/**
 * Reads the text of a clean QR code of error correction M, versions 1 to 14 (ISO/IEC 18004). It
 * corrects nothing: one wrong module spoils it, which is what a test wants.
 */
export function readQr(modules: readonly (readonly boolean[])[]): string {
  const size = modules.length
  const version = (size - 17) / 4
  const blocks = blocksOf[version]
  assert.ok(blocks, `a QR code of version 1 to 14, not of ${size} modules`)
  const dark = (x: number, y: number): boolean => modules[y]?.[x] === true
  const { level, mask } = readFormat(dark)
  assert.equal(level, 0, 'error correction M')
  const codewords = readCodewords(size, version, (x, y) => dark(x, y) !== isMasked(mask, x, y))
  return readText(deinterleave(codewords, blocks), version)
}

type At = (x: number, y: number) => boolean

/** By version: the sizes of the data blocks. */
const blocksOf: Readonly<Record<number, readonly number[]>> = {
  1: [16],
  2: [28],
  3: [44],
  4: Array(2).fill(32),
  5: Array(2).fill(43),
  6: Array(4).fill(27),
  7: Array(4).fill(31),
  8: [38, 38, 39, 39],
  9: [36, 36, 36, 37, 37],
  10: [43, 43, 43, 43, 44],
  11: [50, 51, 51, 51, 51],
  12: [...Array(6).fill(36), 37, 37],
  13: [...Array(8).fill(37), 38],
  14: [...Array(4).fill(40), ...Array(5).fill(41)],
}

function readFormat(dark: At): { level: number; mask: number } {
  const columns = [0, 1, 2, 3, 4, 5, 7, 8].map((x) => dark(x, 8))
  const rows = [7, 5, 4, 3, 2, 1, 0].map((y) => dark(8, y))
  const bits =
    [...columns, ...rows].reduce((value, bit) => (value << 1) | Number(bit), 0) ^ 0b101010000010010
  return { level: bits >> 13, mask: (bits >> 10) & 7 }
}

function isMasked(mask: number, x: number, y: number): boolean {
  const rules = [
    (x + y) % 2,
    y % 2,
    x % 3,
    (x + y) % 3,
    (Math.floor(y / 2) + Math.floor(x / 3)) % 2,
    ((x * y) % 2) + ((x * y) % 3),
    (((x * y) % 2) + ((x * y) % 3)) % 2,
    (((x + y) % 2) + ((x * y) % 3)) % 2,
  ]
  return rules[mask] === 0
}

function readCodewords(size: number, version: number, bitAt: At): number[] {
  const centres = alignmentCentres(size, version)
  const bits: boolean[] = []
  let upwards = true
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right -= 1
    for (let step = 0; step < size; step++) {
      const y = upwards ? size - 1 - step : step
      for (const x of [right, right - 1])
        if (!isFunction(x, y, size, version, centres)) bits.push(bitAt(x, y))
    }
    upwards = !upwards
  }
  const codewords: number[] = []
  for (let at = 0; at + 8 <= bits.length; at += 8) {
    codewords.push(bits.slice(at, at + 8).reduce((value, bit) => (value << 1) | Number(bit), 0))
  }
  return codewords
}

function isFunction(
  x: number,
  y: number,
  size: number,
  version: number,
  centres: readonly number[],
): boolean {
  const last = size - 1
  if (x === 6 || y === 6) return true
  if ((x < 9 && y < 9) || (x < 9 && y > last - 8) || (x > last - 8 && y < 9)) return true
  if (version >= 7 && ((x < 6 && y > last - 11) || (y < 6 && x > last - 11))) return true
  const near = (at: number) => centres.find((centre) => Math.abs(centre - at) <= 2)
  const [cx, cy] = [near(x), near(y)]
  if (cx === undefined || cy === undefined) return false
  const isFinder =
    (cx === 6 && cy === 6) || (cx === 6 && cy === size - 7) || (cx === size - 7 && cy === 6)
  return !isFinder
}

function alignmentCentres(size: number, version: number): number[] {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const step = Math.ceil((size - 13) / (2 * count - 2)) * 2
  return [
    6,
    ...Array.from({ length: count - 1 }, (_, index) => size - 7 - (count - 2 - index) * step),
  ]
}

function deinterleave(codewords: readonly number[], sizes: readonly number[]): number[] {
  const blocks: number[][] = sizes.map(() => [])
  let at = 0
  for (let row = 0; row < Math.max(...sizes); row++) {
    for (const [index, length] of sizes.entries()) {
      if (row < length) blocks[index]?.push(codewords[at++] ?? 0)
    }
  }
  return blocks.flat()
}

const alphanumeric = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'

function readText(data: readonly number[], version: number): string {
  const bits = data.map((codeword) => codeword.toString(2).padStart(8, '0')).join('')
  let at = 0
  const take = (length: number): number => {
    at += length
    return Number.parseInt(bits.slice(at - length, at) || '0', 2)
  }
  const wide = version >= 10
  let text = ''
  while (at + 4 <= bits.length) {
    const mode = take(4)
    if (mode === 0) return text
    if (mode === 1) {
      for (let left = take(wide ? 12 : 10); left > 0; left -= 3) {
        const digits = Math.min(left, 3)
        text += String(take([0, 4, 7, 10][digits] ?? 0)).padStart(digits, '0')
      }
    } else if (mode === 2) {
      for (let left = take(wide ? 11 : 9); left > 0; left -= 2) {
        const pair = take(left > 1 ? 11 : 6)
        text +=
          left > 1
            ? `${alphanumeric[Math.floor(pair / 45)]}${alphanumeric[pair % 45]}`
            : alphanumeric[pair]
      }
    } else {
      assert.equal(mode, 4, 'a mode of text')
      const length = take(wide ? 16 : 8)
      text += Buffer.from(Array.from({ length }, () => take(8))).toString('utf8')
    }
  }
  return text
}
