import { crc32, deflateSync } from 'node:zlib'
import { qrModules, qrQuietZone } from './qr.ts'

/**
 * The QR code as PNG for print: black on white, one bit a pixel, its quiet zone included. A module
 * has `scale` pixels. Such an image needs three chunks, so no library is used (PNG, third edition).
 */
export function qrPng(text: string, scale: number): Buffer {
  const modules = qrModules(text)
  const size = (modules.length + 2 * qrQuietZone) * scale
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.writeUInt8(1, 8) // One bit a pixel; the colour type after it is 0, grey.
  const rows = Array.from({ length: size }, (_, y) => rowOf(modules, y, { size, scale }))
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const signature = Buffer.from('89504e470d0a1a0a', 'hex')

/** A row of pixels after the number of its filter, 0: none. A set bit is white. */
function rowOf(
  modules: ReturnType<typeof qrModules>,
  y: number,
  { size, scale }: { readonly size: number; readonly scale: number },
): Buffer {
  const row = Buffer.alloc(1 + Math.ceil(size / 8))
  const dark = modules[Math.floor(y / scale) - qrQuietZone]
  for (let x = 0; x < size; x++) {
    if (dark?.[Math.floor(x / scale) - qrQuietZone]) continue
    const at = 1 + (x >> 3)
    row.writeUInt8(row.readUInt8(at) | (0x80 >> (x & 7)), at)
  }
  return row
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)])
}
