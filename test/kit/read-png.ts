import assert from 'node:assert/strict'
import { crc32, inflateSync } from 'node:zlib'

/** The pixels of a PNG of one bit a pixel without filters: `true` is dark. Checks every chunk. */
export function readPng(file: Buffer): boolean[][] {
  assert.equal(file.subarray(0, 8).toString('latin1'), '\x89PNG\r\n\x1a\n')
  const chunks = new Map<string, Buffer>()
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at)
    const named = file.subarray(at + 4, at + 8 + length)
    assert.equal(file.readUInt32BE(at + 8 + length), crc32(named), 'the checksum of a chunk')
    chunks.set(named.subarray(0, 4).toString('latin1'), named.subarray(4))
    at += 12 + length
  }
  assert.deepEqual([...chunks.keys()], ['IHDR', 'IDAT', 'IEND'])
  const header = chunks.get('IHDR') ?? Buffer.alloc(13)
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  // One bit, grey, and the only methods of compression, filtering and interlacing.
  assert.deepEqual([...header.subarray(8)], [1, 0, 0, 0, 0])
  const bytes = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0))
  const stride = 1 + Math.ceil(width / 8)
  assert.equal(bytes.length, stride * height)
  return Array.from({ length: height }, (_, y) => {
    const row = bytes.subarray(y * stride, (y + 1) * stride)
    assert.equal(row[0], 0, 'no filter')
    return Array.from(
      { length: width },
      (_, x) => ((row[1 + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) === 0,
    )
  })
}
