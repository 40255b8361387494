import PDFDocument from 'pdfkit'
import { formatDigitableLine } from '../../src/brazil/boleto-code.ts'
import { payeeLine } from '../../src/brazil/payee.ts'
import { barcodeHeightMm, barcodeModules, barcodeWidthMm, interleavedWidths } from '../barcode.ts'
import { darkRuns, qrModules } from '../qr.ts'
import type { PaymentState } from '../standing.ts'
import { type Pen, type Point, penOf } from './pdf-pen.ts'
import type { Slip } from './slip.ts'
import {
  bankCode,
  chargeHeightMm,
  chargeLabels,
  finalBeneficiaryLabel,
  finalBeneficiaryLine,
  finalBeneficiaryName,
  formRows,
  instructionLines,
  payerHeightMm,
  payerLines,
  receiptRows,
  rightColumnMm,
  type SlipRow,
  slipWidthMm,
} from './slip-fields.ts'

/**
 * The boleto on one A4 sheet: payer's receipt above, ficha de compensação below, bars at 103 × 13
 * mm.
 */
export async function renderBoletoPdf(slip: Slip): Promise<Uint8Array> {
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    lang: 'pt-BR',
    pdfVersion: '1.7',
    tagged: true, // Screen readers read the texts in order and skip the lines.
    displayTitle: true,
    info: {
      Title: `Boleto ${slip.documentNumber} de ${payeeLine(slip.payee)}`,
      Author: slip.beneficiary.name,
      // One slip always gives the same file.
      CreationDate: new Date(`${slip.processingDate}T12:00:00Z`),
    },
  })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) =>
    document.once('end', resolve).once('error', reject),
  )
  const pen = penOf(document)
  draw(pen, slip)
  pen.end()
  document.end()
  await ended
  return Buffer.concat(chunks)
}

const left = 15
const right = left + slipWidthMm

function draw(pen: Pen, slip: Slip): void {
  const cutY = drawReceipt(pen, slip, 15)
  pen.dashes({ x: left, y: cutY + 5 }, right)
  const bottom = drawForm(pen, slip, cutY + 12)
  if (slip.standing.state === 'open') drawBars(pen, slip.barcode, { x: left + 5, y: bottom + 2.5 })
  else pen.stamp(stamps[slip.standing.state], { x: left + slipWidthMm / 2, y: cutY + 12 })
  pen.text(
    'Autenticação mecânica — Ficha de compensação',
    { x: right - 70, y: bottom + 1.5 },
    { size: 6.5, width: 70, align: 'right' },
  )
}

const stamps: Readonly<Record<Exclude<PaymentState, 'open'>, string>> = {
  authorized: 'PAGO',
  refused: 'CANCELADO',
  paid: 'PAGO',
  cancelled: 'CANCELADO',
  expired: 'VENCIDO',
  registering: 'EM REGISTRO',
  'in-protest': 'EM PROTESTO',
  refunded: 'DEVOLVIDO',
  disputed: 'CONTESTADO',
  chargedback: 'DEVOLVIDO',
}

/** A boleto that its bank has not registered cannot be paid yet. */
const hasCodes = ({ standing }: Slip): boolean => standing.state !== 'registering'

/** Draws from `y` down. Returns the `y` of its end. */
function drawReceipt(pen: Pen, slip: Slip, y: number): number {
  drawHead(pen, slip, y)
  pen.text(
    'Recibo do pagador',
    { x: right - 60, y: y + 4 },
    { size: 9, bold: true, width: 60, align: 'right' },
  )
  const foot = drawRows(pen, receiptRows(slip), y + 9)
  let textY = foot + 2
  const shop = finalBeneficiaryName(slip)
  if (shop !== undefined) {
    pen.text(finalBeneficiaryLabel, { x: left, y: textY }, { size: 5.6 })
    textY = pen.paragraph(shop, { x: left, y: textY + 2.5 }, 134) + 1
  }
  pen.text('Instruções', { x: left, y: textY }, { size: 5.6 })
  textY += 2.5
  for (const line of instructionLines(slip)) textY = pen.paragraph(line, { x: left, y: textY }, 134)
  if (hasCodes(slip)) {
    pen.text('Linha digitável', { x: left, y: textY + 1 }, { size: 5.6 })
    pen.text(
      formatDigitableLine(slip.digitableLine),
      { x: left, y: textY + 3.5 },
      { size: 9, bold: true },
    )
  }
  if (slip.pixEmv && slip.standing.state === 'open') {
    drawQr(pen, slip.pixEmv, { x: right - 36, y: foot + 3 }, 36)
    pen.text(
      'Pague com PIX',
      { x: right - 36, y: foot + 40 },
      { size: 7, width: 36, align: 'center' },
    )
  }
  const bottom = Math.max(foot + 44, textY + 10)
  pen.text(
    'Autenticação mecânica',
    { x: right - 40, y: bottom },
    { size: 6.5, width: 40, align: 'right' },
  )
  return bottom + 3
}

/** The ficha down to the payer at its foot; the bars follow below. */
function drawForm(pen: Pen, slip: Slip, y: number): number {
  drawHead(pen, slip, y)
  if (hasCodes(slip))
    pen.text(
      formatDigitableLine(slip.digitableLine),
      { x: right - 118, y: y + 3.6 },
      { size: 11, bold: true, width: 118, align: 'right' },
    )
  const top = drawRows(pen, formRows(slip), y + 9)
  const instructionsHeight = chargeHeightMm * chargeLabels.length
  const chargesX = right - rightColumnMm
  pen.box({ x: left, y: top }, slipWidthMm - rightColumnMm, instructionsHeight)
  pen.text(
    'Instruções (texto de responsabilidade do beneficiário)',
    { x: left + 1, y: top + 0.7 },
    { size: 5.6 },
  )
  let textY = top + 3.4
  for (const line of instructionLines(slip)) {
    if (textY > top + instructionsHeight - 4) break // The rest is on the receipt, which grows.
    textY = pen.paragraph(line, { x: left + 1, y: textY }, 129)
  }
  for (const [index, label] of chargeLabels.entries()) {
    const at = { x: chargesX, y: top + index * chargeHeightMm }
    pen.box(at, rightColumnMm, chargeHeightMm)
    pen.text(label, { x: at.x + 1, y: at.y + 0.7 }, { size: 5.6 })
  }
  const payerY = top + instructionsHeight
  pen.box({ x: left, y: payerY }, slipWidthMm, payerHeightMm)
  pen.text('Pagador', { x: left + 1, y: payerY + 0.7 }, { size: 5.6 })
  for (const [index, line] of payerLines(slip).entries()) {
    pen.text(
      line,
      { x: left + 1, y: payerY + 3.2 + index * 3.6 },
      { size: 8, width: slipWidthMm - 2 },
    )
  }
  const finalBeneficiary = finalBeneficiaryLine(slip)
  if (finalBeneficiary !== undefined) {
    pen.text(finalBeneficiary, { x: left + 1, y: payerY + 11 }, { size: 7, width: slipWidthMm - 2 })
  }
  return payerY + payerHeightMm
}

function drawHead(pen: Pen, slip: Slip, y: number): void {
  pen.text(slip.bankName, { x: left, y: y + 3.6 }, { size: 11.5, bold: true, width: 40 })
  pen.line({ x: left + 41, y: y + 1.5 }, { x: left + 41, y: y + 9 }, 0.4)
  pen.text(
    bankCode(slip),
    { x: left + 42, y: y + 2.9 },
    { size: 14, bold: true, width: 17, align: 'center' },
  )
  pen.line({ x: left + 60, y: y + 1.5 }, { x: left + 60, y: y + 9 }, 0.4)
  pen.line({ x: left, y: y + 9 }, { x: right, y: y + 9 }, 0.5)
}

function drawRows(pen: Pen, rows: readonly SlipRow[], top: number): number {
  let y = top
  for (const { heightMm, fields } of rows) {
    let x = left
    for (const { label, lines, widthMm, align, strong } of fields) {
      pen.box({ x, y }, widthMm, heightMm)
      pen.text(label, { x: x + 1, y: y + 0.7 }, { size: 5.6, width: widthMm - 2 })
      for (const [index, line] of lines.entries()) {
        const look = {
          size: strong ? 9.5 : 8,
          bold: strong ?? false,
          width: widthMm - 2,
          align: align ?? 'left',
        } as const
        pen.text(line, { x: x + 1, y: y + 3.3 + index * 3.5 }, look)
      }
      x += widthMm
    }
    y += heightMm
  }
  return y
}

function drawBars(pen: Pen, barcode: string, at: Point): void {
  const module = barcodeWidthMm / barcodeModules
  pen.figure(`Código de barras ${barcode}`, () => {
    let x = at.x
    for (const [index, width] of interleavedWidths(barcode).entries()) {
      if (index % 2 === 0) pen.fill({ x, y: at.y }, width * module, barcodeHeightMm)
      x += width * module
    }
  })
}

function drawQr(pen: Pen, text: string, at: Point, size: number): void {
  const rows = qrModules(text)
  const module = size / rows.length
  pen.figure('QR Code do PIX deste boleto', () => {
    for (const run of darkRuns(rows))
      pen.fill({ x: at.x + run.x * module, y: at.y + run.y * module }, run.length * module, module)
  })
}
