import { formatDigitableLine } from '../../src/brazil/boleto-code.ts'
import { formatReais } from '../../src/brazil/reais.ts'
import { barcodeSvg } from '../barcode.ts'
import { type Html, html, trusted } from '../html.ts'
import { copyBox, notice, type PageOptions, renderPage } from '../page.ts'
import { formatInstant } from '../pix/local-instant.ts'
import { qrSvg } from '../qr.ts'
import { boletoCss } from './boleto-css.ts'
import type { Slip } from './slip.ts'
import {
  bankCode,
  chargeLabels,
  formatDate,
  formRows,
  guarantorLine,
  payerLines,
  receiptRows,
  type SlipField,
  type SlipRow,
} from './slip-fields.ts'

export interface BoletoPageOptions extends PageOptions {
  /** Where the same boleto is as a PDF. */
  readonly pdfUrl?: string
  /** Answers `{"status": "open" | "paid" | "cancelled" | "expired"}`; the page reloads when it is no longer open. */
  readonly statusUrl?: string
}

/** The boleto as a page: how to pay it now, and below it the paper, which alone is printed. */
export function renderBoletoHtml(slip: Slip, options: BoletoPageOptions): string {
  const isOpen = slip.status.kind === 'open'
  const polls = isOpen && options.statusUrl !== undefined
  return renderPage(
    {
      title: `Boleto de ${formatReais(slip.amount)} — ${slip.beneficiary.name}`,
      css: boletoCss,
      body: html`<main class="screen"${polls && html` data-poll="${options.statusUrl}" data-reload`}>
${banner(slip)}
<section class="card">
<p class="who">${slip.beneficiary.name}</p>
<h1 class="amount">${formatReais(slip.amount)}</h1>
<p class="when">${isOpen && html`Vence em <strong>${formatDate(slip.dueDate)}</strong>`}${!isOpen && html`Vencimento ${formatDate(slip.dueDate)}`}</p>
${polls && html`<span hidden data-when="paid"></span><span hidden data-when="cancelled"></span>`}
${isOpen && payNow(slip)}
<div class="actions">
<button type="button" class="button quiet" data-print>Imprimir</button>
${options.pdfUrl && html`<a class="button quiet" href="${options.pdfUrl}">Baixar PDF</a>`}
</div>
</section>
</main>
<div class="sheet-scroll" tabindex="0" role="region" aria-label="Boleto para imprimir">
<article class="sheet${!isOpen && ' void'}">
${!isOpen && html`<p class="stamp" aria-hidden="true">${stamp(slip)}</p>`}
${receipt(slip)}
<p class="cut"><span>Corte aqui</span></p>
${form(slip)}
</article>
</div>`,
    },
    options,
  )
}

function banner(slip: Slip): Html {
  switch (slip.status.kind) {
    case 'open':
      return html``
    case 'paid':
      return notice('good', 'Boleto pago', `Recebido em ${formatInstant(slip.status.paidAt)}. Não pague de novo.`)
    case 'cancelled':
      return notice('bad', 'Boleto cancelado', 'Ele não pode mais ser pago. Se precisar, fale com a loja.')
    case 'expired':
      return notice('bad', 'Boleto vencido', 'O prazo para pagar terminou. Peça um novo boleto à loja.')
  }
}

const stamp = ({ status }: Slip): string =>
  ({ open: '', paid: 'Pago', cancelled: 'Cancelado', expired: 'Vencido' })[status.kind]

const payNow = (slip: Slip): Html => html`${
  slip.pixEmv &&
  html`<section class="way">
<h2>Pague com PIX</h2>
<p class="hint">Cai na hora e quita este boleto.</p>
${trusted(qrSvg(slip.pixEmv, 'QR Code do PIX deste boleto'))}
${copyBox('pix-code', slip.pixEmv, 'Copiar código PIX')}
</section>`
}
<section class="way">
<h2>${slip.pixEmv ? 'Ou pague com o código de barras' : 'Pague com o código de barras'}</h2>
<p class="hint">Digite ou cole no aplicativo do banco. O pagamento leva até um dia útil para ser confirmado.</p>
${copyBox('digitable-line', formatDigitableLine(slip.digitableLine), 'Copiar linha digitável')}
</section>`

const receipt = (slip: Slip): Html => html`<section class="part">
${head(slip, html`<span class="part-name">Recibo do pagador</span>`)}
<div class="grid">${receiptRows(slip).map(row)}</div>
<div class="receipt-foot">
<div class="receipt-text">
<p class="label">Instruções</p>
${slip.instructions.map((line) => html`<p>${line}</p>`)}
<p class="label">Linha digitável</p>
<p class="receipt-line">${formatDigitableLine(slip.digitableLine)}</p>
</div>
${
  slip.status.kind === 'open' &&
  slip.pixEmv &&
  html`<div class="receipt-pix">${trusted(qrSvg(slip.pixEmv, 'QR Code do PIX deste boleto'))}<p>Pague com PIX</p></div>`
}
</div>
<p class="authentication">Autenticação mecânica</p>
</section>`

const form = (slip: Slip): Html => html`<section class="part">
${head(slip, headLine(slip))}
<div class="grid">
${formRows(slip).map(row)}
<div class="row instructions">
<div class="field instruction-text"><p class="label">Instruções (texto de responsabilidade do beneficiário)</p>${slip.instructions.map((line) => html`<p class="value">${line}</p>`)}</div>
<div class="charges">${chargeLabels.map((label) => html`<div class="field"><p class="label">${label}</p></div>`)}</div>
</div>
<div class="row payer">
<div class="field"><p class="label">Pagador</p>${payerLines(slip).map((line) => html`<p class="value">${line}</p>`)}<p class="label guarantor">Beneficiário final / Avalista: ${guarantorLine(slip)}</p></div>
</div>
</div>
<div class="bar-row">${bars(slip)}<p class="authentication">Autenticação mecânica — Ficha de compensação</p></div>
</section>`

const head = (slip: Slip, right: Html): Html =>
  html`<div class="head"><span class="bank">${slip.bankName}</span><span class="bank-code">${bankCode(slip)}</span>${right}</div>`

/** A slip that is closed has no bars: nobody should scan it. */
const bars = (slip: Slip): Html => trusted(slip.status.kind === 'open' ? barcodeSvg(slip.barcode) : '<span></span>')

/** Drawn to a fixed length: it must end at the margin in whatever font the machine has. */
const headLine = (slip: Slip): Html =>
  html`<svg class="head-line" viewBox="0 0 1180 56"><text x="0" y="46" textLength="1180" lengthAdjust="spacingAndGlyphs">${formatDigitableLine(slip.digitableLine)}</text></svg>`

const row = ({ heightMm, fields }: SlipRow): Html => html`<div class="row h${heightMm}">${fields.map(box)}</div>`

const box = ({ label, lines, widthMm, align, strong }: SlipField): Html =>
  html`<div class="field w${widthMm}${align && ` ${align}`}${strong && ' strong'}"><p class="label">${label}</p>${lines.map((line) => html`<p class="value">${line}</p>`)}</div>`
