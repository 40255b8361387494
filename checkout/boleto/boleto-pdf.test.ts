import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inflateSync } from 'node:zlib'
import { readInterleaved } from '../../test/kit/read-bars.ts'
import { readQr } from '../../test/kit/read-qr.ts'
import { someSlip } from '../../test/kit/some-slip.ts'
import type { PaymentState } from '../standing.ts'
import { renderBoletoPdf } from './boleto-pdf.ts'
import type { Slip } from './slip.ts'

const pointsPerMm = 72 / 25.4

test('a scanner reads the barcode in the PDF, and it is 103 by 13 mm', async () => {
  const bars = (await filledRectangles()).filter(
    ({ height }) => Math.abs(height - 13 * pointsPerMm) < 0.01,
  )
  assert.equal(readInterleaved(bars), someSlip.barcode)
  const left = Math.min(...bars.map(({ x }) => x))
  const right = Math.max(...bars.map(({ x, width }) => x + width))
  assert.ok(Math.abs(right - left - 103 * pointsPerMm) < 0.05)
})

test('a camera reads the PIX in the PDF', async () => {
  const dark = (await filledRectangles()).filter(({ height }) => height < 5)
  const module = Math.min(...dark.map(({ height }) => height))
  const [left, top] = [Math.min(...dark.map(({ x }) => x)), Math.min(...dark.map(({ y }) => y))]
  const size = Math.round((Math.max(...dark.map(({ x, width }) => x + width)) - left) / module)
  const rows = Array.from({ length: size }, () => new Array<boolean>(size).fill(false))
  for (const { x, y, width } of dark) {
    const row = rows[Math.round((y - top) / module)] ?? []
    for (let at = 0; at < Math.round(width / module); at++)
      row[Math.round((x - left) / module) + at] = true
  }
  assert.equal(readQr(rows), someSlip.pixEmv)
})

test('it is one page of A4, and one slip always gives the same file', async () => {
  const pdf = Buffer.from(await renderBoletoPdf(someSlip)).toString('latin1')
  assert.equal(pdf.match(/\/Type \/Page\b(?!s)/g)?.length, 1)
  assert.match(pdf, /\/MediaBox \[0 0 595\.28 841\.89\]/)
  assert.equal(Buffer.from(await renderBoletoPdf(someSlip)).toString('latin1'), pdf)
})

test('a screen reader finds language, title, texts in order and picture names', async () => {
  const pdf = Buffer.from(await renderBoletoPdf(someSlip)).toString('latin1')
  assert.match(pdf, /\/MarkInfo \d+ 0 R/)
  assert.match(pdf, /\/Marked true/)
  assert.match(pdf, /\/Lang \(pt-BR\)/)
  assert.match(pdf, /\/DisplayDocTitle true/)
  assert.equal(pdf.match(/\/S \/Figure/g)?.length, 2)
  assert.equal(pdf.match(/\/Alt \(/g)?.length, 2)
  assert.ok((pdf.match(/\/S \/P\b/g)?.length ?? 0) > 40)
})

test('a closed boleto has neither bars nor PIX', async () => {
  for (const state of ['cancelled', 'paid', 'refunded', 'disputed', 'chargedback'] as const) {
    assert.deepEqual(
      await filledRectangles({ ...someSlip, standing: { ...someSlip.standing, state } }),
      [],
    )
  }
})

test('a boleto that is being registered shows no code', async () => {
  const standing = { ...someSlip.standing, state: 'registering' as const }
  const render = async (digitableLine: string) =>
    Buffer.from(await renderBoletoPdf({ ...someSlip, standing, digitableLine })).toString('latin1')
  assert.equal(await render(someSlip.digitableLine), await render('0'.repeat(47)))
  assert.deepEqual(await filledRectangles({ ...someSlip, standing }), [])
})

test('names in any script and very long instructions still fit one page', async () => {
  const slip = {
    ...someSlip,
    payer: { name: 'Ελένη 山田 Łukasz', document: '52998224725' },
    instructions: new Array<string>(12).fill(
      'Uma instrução muito longa, que não cabe em uma linha só. '.repeat(4),
    ),
  }
  const pdf = Buffer.from(await renderBoletoPdf(slip)).toString('latin1')
  assert.equal(pdf.match(/\/Type \/Page\b(?!s)/g)?.length, 1)
})

for (const state of ['open', 'paid'] as const) {
  test(`the drawing of a boleto in state ${state} has its final beneficiary`, async () => {
    const slip = { ...someSlip, standing: { ...someSlip.standing, state } }
    const { finalBeneficiary: _, ...own } = slip
    const other = { name: 'Rita Sacadora', document: '11144477735' }
    const drawings = await Promise.all(
      [slip, own, { ...slip, finalBeneficiary: other }].map(drawingOf),
    )
    assert.equal(new Set(drawings).size, 3)
    const [texts = 0, ownTexts = 0] = drawings.map((each) => each.match(/ TJ$/gm)?.length)
    assert.equal(texts - ownTexts, 3, 'label and name on the receipt, one line on the form')
  })
}

test('each closed state has the stamp of its meaning', async () => {
  const drawingIn = (state: PaymentState) =>
    drawingOf({ ...someSlip, standing: { ...someSlip.standing, state } })
  const [paid, authorized, cancelled, expired] = await Promise.all(
    (['paid', 'authorized', 'cancelled', 'expired'] as const).map(drawingIn),
  )
  assert.equal(authorized, paid)
  assert.equal(new Set([paid, cancelled, expired]).size, 3)
})

test('the title names the payee', async () => {
  const pdf = Buffer.from(await renderBoletoPdf(someSlip))
  const line = 'Loja <i>do</i> João, recebido por LOJA EXEMPLO COMÉRCIO LTDA'
  // A title with accents is UTF-16 after a byte order mark.
  assert.ok(pdf.includes(Buffer.from(line, 'utf16le').swap16()))
})

/** The page's drawing: the operators of its content. */
async function drawingOf(slip: Slip): Promise<string> {
  const pdf = Buffer.from(await renderBoletoPdf(slip))
  const start = pdf.indexOf('stream\n') + 'stream\n'.length
  return inflateSync(pdf.subarray(start, pdf.indexOf('\nendstream'))).toString('latin1')
}

/** Rectangles of the page's drawing, y downwards, in points. */
async function filledRectangles(slip = someSlip) {
  const drawing = await drawingOf(slip)
  const number = '(-?[\\d.]+)'
  const pattern = new RegExp(
    `${number} ${number} ${number} ${number} re\\s(?:\\S+ (?:\\S+ )*(?:scn|sc|cs|rg)\\s)*f\\b`,
    'g',
  )
  return [...drawing.matchAll(pattern)].map(([, x, y, width, height]) => ({
    x: Number(x),
    y: Number(y),
    width: Number(width),
    height: Number(height),
  }))
}
