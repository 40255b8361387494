import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPng } from '../test/kit/read-png.ts'
import { readQr } from '../test/kit/read-qr.ts'
import { qrQuietZone } from './qr.ts'
import { qrPng } from './qr-png.ts'

for (const scale of [1, 3, 20])
  test(`a QR code as PNG with ${scale} pixels a module is read again`, () => {
    const text = 'https://pagar.loja.com.br/l/Ab3xY9Kq2LmN'
    const pixels = readPng(qrPng(text, scale))
    assert.equal(pixels.length, pixels[0]?.length)
    const margin = qrQuietZone * scale
    const inside = pixels.slice(margin, -margin).map((row) => row.slice(margin, -margin))
    const modules = inside
      .filter((_, y) => y % scale === 0)
      .map((row) => row.filter((_, x) => x % scale === 0))
    assert.equal(readQr(modules), text)
    const dark = (rows: boolean[][]) => rows.flat().filter(Boolean).length
    assert.equal(dark(pixels), dark(modules) * scale * scale, 'the quiet zone is white')
  })
