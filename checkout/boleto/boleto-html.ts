import { formatDigitableLine } from '../../src/brazil/boleto-code.ts'
import { receivesItself } from '../../src/brazil/payee.ts'
import { type Html, html, trusted } from '../../src/primitives/html.ts'
import { barcodeSvg } from '../barcode.ts'
import { copyBox, type PageOptions, renderPage } from '../page.ts'
import {
  liveOf,
  nextSteps,
  pageTitle,
  paymentHead,
  receiptLink,
  standingNotice,
} from '../payment.ts'
import { qrSvg } from '../qr.ts'
import { type PaymentState, wasPaid } from '../standing.ts'
import { formatDay } from '../texts/formats.ts'
import type { Language } from '../texts/language.ts'
import { pageTexts } from '../texts/page-texts.ts'
import { boletoCss } from './boleto-css.ts'
import type { Slip } from './slip.ts'
import {
  bankCode,
  chargeLabels,
  finalBeneficiaryLabel,
  finalBeneficiaryLine,
  finalBeneficiaryName,
  formRows,
  instructionLines,
  partyLine,
  payerLines,
  receiptRows,
  type SlipField,
  type SlipRow,
} from './slip-fields.ts'

export interface BoletoPageOptions extends PageOptions {
  /** The address of the same boleto as a PDF. */
  readonly pdfUrl?: string
}

/**
 * The states that a bank may end while the page is open. A payment of the last day may be known
 * after the end.
 */
const changing: readonly PaymentState[] = ['registering', 'open', 'expired', 'in-protest']

/**
 * The boleto as a page: first how to pay it now, then the slip. Only the slip is printed, and it is
 * in Portuguese: banks read it.
 */
export function renderBoletoHtml(slip: Slip, options: BoletoPageOptions): string {
  const { standing } = slip
  const { language } = options
  const isOpen = standing.state === 'open'
  return renderPage(
    {
      title: pageTitle(slip, 'Boleto', language),
      css: boletoCss,
      ...liveOf(slip, changing.includes(standing.state)),
      body: html`<main class="screen">
${standingNotice(slip, language)}
<section class="card">
${paymentHead(slip, options)}
${isOpen && html`<p class="when">${dueLine(slip, language)}</p>`}
${isOpen && payNow(slip, language)}
${!isOpen && closedFacts(slip, language)}
${isOpen && html`<p class="foot">${beneficiaryLine(slip, language)}</p>`}
${actions(slip, options)}
</section>
${nextSteps(slip, language)}
</main>
${isOpen && paper(slip, language)}`,
    },
    options,
  )
}

function dueLine({ dueDate, lastPayableDate }: Slip, language: Language): Html {
  const t = pageTexts(language)
  const due = t.dueOn(formatDay(dueDate, language))
  if (lastPayableDate === undefined || lastPayableDate <= dueDate) return due
  return html`${due}. ${t.payableUntil(formatDay(lastPayableDate, language))}`
}

/** The facts that the payer compares with the bank's screen before the confirmation. */
function beneficiaryLine({ beneficiary, payee }: Slip, language: Language): Html {
  const t = pageTexts(language)
  const party = partyLine(beneficiary)
  return receivesItself(payee)
    ? t.bankShowsBeneficiary(party)
    : t.bankShowsBeneficiaryForShop(party, payee.shop)
}

/** A closed boleto has no slip, because it cannot be paid any more. */
function closedFacts(slip: Slip, language: Language): Html {
  const t = pageTexts(language)
  return html`<dl class="facts">
<div><dt>${t.dueDate}</dt><dd>${formatDay(slip.dueDate, language)}</dd></div>
<div><dt>${t.ourNumber}</dt><dd>${slip.ourNumber}</dd></div>
<div><dt>${t.beneficiary}</dt><dd>${partyLine(slip.beneficiary)}</dd></div>
</dl>`
}

function actions(slip: Slip, { pdfUrl, language }: BoletoPageOptions): Html {
  const t = pageTexts(language)
  if (slip.standing.state === 'open') {
    return html`<div class="actions">
<button type="button" class="button quiet" data-print>${t.print}</button>
${pdfUrl !== undefined && html`<a class="button quiet" href="${pdfUrl}">${t.downloadPdf}</a>`}
</div>`
  }
  if (!wasPaid(slip.standing)) return html``
  return html`<div class="actions">${receiptLink(slip, language)}</div>`
}

const paper = (
  slip: Slip,
  language: Language,
): Html => html`<div class="sheet-scroll" tabindex="0" role="region"
aria-label="${pageTexts(language).paperLabel}">
<article class="sheet" lang="pt-BR">
${receipt(slip)}
<p class="cut"><span>Corte aqui</span></p>
${form(slip)}
</article>
</div>`

function payNow(slip: Slip, language: Language): Html {
  const t = pageTexts(language)
  const line = formatDigitableLine(slip.digitableLine)
  return html`${
    slip.pixEmv &&
    html`<section class="way">
<h2>${t.payWithPix}</h2>
<p class="hint">${t.pixSettlesBoleto}</p>
${trusted(qrSvg(slip.pixEmv, t.boletoPixQr))}
${copyBox('pix-code', slip.pixEmv, t.copyPix, language)}
</section>`
  }
<section class="way">
<h2>${slip.pixEmv ? t.orPayWithBarcode : t.payWithBarcode}</h2>
<p class="hint">${t.barcodeHint}</p>
${copyBox('digitable-line', line, t.copyLine, language)}
</section>`
}

const receipt = (slip: Slip): Html => html`<section class="part">
${head(slip, html`<span class="part-name">Recibo do pagador</span>`)}
<div class="grid">${receiptRows(slip).map(row)}</div>
<div class="receipt-foot">
<div class="receipt-text">
${
  finalBeneficiaryName(slip) !== undefined &&
  html`<p class="label">${finalBeneficiaryLabel}</p><p>${finalBeneficiaryName(slip)}</p>`
}
<p class="label">Instruções</p>
${instructionLines(slip).map((line) => html`<p>${line}</p>`)}
<p class="label">Linha digitável</p>
<p class="receipt-line">${formatDigitableLine(slip.digitableLine)}</p>
</div>
${
  slip.pixEmv &&
  html`<div class="receipt-pix">${trusted(
    qrSvg(slip.pixEmv, 'QR Code do PIX deste boleto'),
  )}<p>Pague com PIX</p></div>`
}
</div>
<p class="authentication">Autenticação mecânica</p>
</section>`

const form = (slip: Slip): Html => {
  const instructions = instructionLines(slip).map(valueLine)
  const payer = html`${payerLines(slip).map(valueLine)}${finalBeneficiary(slip)}`
  const bars = trusted(barcodeSvg(slip.barcode))
  return html`<section class="part">
${head(slip, headLine(slip))}
<div class="grid">
${formRows(slip).map(row)}
<div class="row instructions">
<div class="field instruction-text"><p class="label">${instructionsLabel}</p>${instructions}</div>
<div class="charges">${chargeLabels.map(chargeBox)}</div>
</div>
<div class="row payer">
<div class="field"><p class="label">Pagador</p>${payer}</div>
</div>
</div>
<div class="bar-row">${bars}<p class="authentication">${authenticationLabel}</p></div>
</section>`
}

const instructionsLabel = 'Instruções (texto de responsabilidade do beneficiário)'
const authenticationLabel = 'Autenticação mecânica — Ficha de compensação'

const valueLine = (line: string): Html => html`<p class="value">${line}</p>`

const chargeBox = (label: string): Html =>
  html`<div class="field"><p class="label">${label}</p></div>`

const finalBeneficiary = (slip: Slip): Html => {
  const line = finalBeneficiaryLine(slip)
  return line === undefined ? html`` : html`<p class="label guarantor">${line}</p>`
}

const head = (slip: Slip, right: Html): Html => {
  const code = html`<span class="bank-code">${bankCode(slip)}</span>`
  return html`<div class="head"><span class="bank">${slip.bankName}</span>${code}${right}</div>`
}

/** Drawn to a fixed length: it must end at the margin in any font of the machine. */
const headLine = (slip: Slip): Html =>
  html`<svg class="head-line" viewBox="0 0 1180 56"><text x="0" y="46" textLength="1180"
 lengthAdjust="spacingAndGlyphs">${formatDigitableLine(slip.digitableLine)}</text></svg>`

const row = ({ heightMm, fields }: SlipRow): Html =>
  html`<div class="row h${heightMm}">${fields.map(box)}</div>`

const box = ({ label, lines, widthMm, align, strong }: SlipField): Html =>
  html`<div class="field w${widthMm}${align && ` ${align}`}${
    strong && ' strong'
  }"><p class="label">${label}</p>${lines.map(valueLine)}</div>`
