import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readInterleaved } from '../test/kit/read-bars.ts'
import { barcodeSvg, interleavedWidths } from './barcode.ts'

const barcodes = [
  '34196166700000123451101234567880057123457000',
  '00193373700000001000500940144816060680935031',
  '10499898100000214032006561000100040099726390',
  '00193102600000100000000003128557000004398617',
  '01234567890123456789012345678901234567890123',
]

for (const barcode of barcodes) {
  test(`a scanner reads ${barcode} back from the page`, () => {
    const path = /<path d="([^"]+)"/.exec(barcodeSvg(barcode))?.[1] ?? ''
    const bars = [...path.matchAll(/M(\d+) 0h(\d+)v1/g)].map(([, x, width]) => ({
      x: Number(x),
      width: Number(width),
    }))
    assert.equal(readInterleaved(bars), barcode)
  })
}

test('the bars are 103 by 13 mm, of 405 modules', () => {
  const svg = barcodeSvg(barcodes[0] ?? '')
  assert.match(svg, /width="103mm" height="13mm" viewBox="0 0 405 1"/)
  assert.equal(
    interleavedWidths(barcodes[0] ?? '').reduce((sum, width) => sum + width, 0),
    405,
  )
})

test('a text without 44 digits is not drawn', () => {
  for (const text of ['', '123', `${barcodes[0]}0`, '"><script>'])
    assert.throws(() => barcodeSvg(text))
})
