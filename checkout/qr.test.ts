import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readQr } from '../test/kit/read-qr.ts'
import { qrModules, qrSvg } from './qr.ts'

const texts = [
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D',
  '00020126360014br.gov.bcb.pix0114+5511999990000520400005303986540510.505802BR5912LOJA EXEMPLO6009SAO PAULO62120508PEDIDO42630450A2',
  '00020101021226850014br.gov.bcb.pix2563qrcodepix.bb.com.br/pix/v2/e1503bee-684b-4952-ade3-78c0a47e1d0e5204000053039865802BR5908IMOBANCO6005NATAL62070503***63040965',
  '12345',
]

for (const text of texts) {
  test(`a camera reads ${text.slice(0, 40)}`, () => assert.equal(readQr(qrModules(text)), text))
}

test('the page shows the code with four white modules around it', () => {
  const text = texts[2] ?? ''
  const svg = qrSvg(text, 'QR')
  const size = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1])
  const drawn = Array.from({ length: size }, () => new Array<boolean>(size).fill(false))
  const path = svg.split('<path d="')[2] ?? ''
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1/g)) {
    for (let at = 0; at < Number(length); at++) (drawn[Number(y)] ?? [])[Number(x) + at] = true
  }
  const inside = drawn.slice(4, -4).map((row) => row.slice(4, -4))
  assert.equal(readQr(inside), text)
  const darkOutside = drawn.flat().filter(Boolean).length - inside.flat().filter(Boolean).length
  assert.equal(darkOutside, 0)
})
