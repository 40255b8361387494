import { formatReais } from '../../src/brazil/reais.ts'
import type { Cents } from '../../src/primitives/money.ts'
import { type Html, html, trusted } from '../html.ts'
import { copyBox, notice, type PageOptions, renderPage } from '../page.ts'
import { qrSvg } from '../qr.ts'
import { formatInstant } from './local-instant.ts'

/** What the payer of one PIX charge sees. */
export interface PixView {
  readonly status: PixStatus
  readonly amount: Cents
  readonly receiverName: string
  /** What is being bought, in a few words. */
  readonly description?: string
  /** The copy-and-paste text. */
  readonly emv: string
  readonly expiresAt: Date
  /** Business time now: the countdown runs from here, whatever the payer's clock says. */
  readonly now: Date
  readonly paidAt?: Date
  /** Answers `{"status": PixStatus}` as JSON; asked every 3 s while the page is seen. */
  readonly statusUrl: string
  readonly receiptUrl?: string
}

export type PixStatus = 'open' | 'paid' | 'expired' | 'cancelled'

/** The payment page of a PIX charge: QR, amount, receiver, time left, and "Pago" as soon as it is paid. */
export function renderPixHtml(view: PixView, options: PageOptions): string {
  const block = (status: PixStatus, content: Html) =>
    html`<section class="card" data-when="${status}"${status !== view.status && trusted(' hidden')}>${content}</section>`
  return renderPage(
    {
      title: `PIX de ${formatReais(view.amount)} para ${view.receiverName}`,
      css,
      ...(view.status === 'open' ? { reloadSeconds: 10 } : {}),
      body: html`<main${view.status === 'open' && html` data-poll="${view.statusUrl}"`}>
<header class="head">
<p class="who">${view.receiverName}</p>
<h1 class="amount">${formatReais(view.amount)}</h1>
${view.description && html`<p class="when">${view.description}</p>`}
</header>
<div role="status" aria-live="polite">
${block('open', openBlock(view))}
${block('paid', paidBlock(view))}
${block('expired', endBlock('Este PIX expirou', 'O prazo para pagar terminou. Volte à loja e gere um novo código.'))}
${block('cancelled', endBlock('Este PIX foi cancelado', 'Ele não pode mais ser pago. Se precisar, fale com a loja.'))}
</div>
</main>`,
    },
    options,
  )
}

/** A charge that ended keeps its code to itself: nobody should try to pay it. */
const openBlock = (view: PixView): Html => {
  if (view.status !== 'open') return html``
  const secondsLeft = Math.max(0, Math.floor((view.expiresAt.getTime() - view.now.getTime()) / 1000))
  return html`<p class="left">Pague em até <strong data-countdown="${secondsLeft}" role="timer" aria-live="off">${formatInstant(view.expiresAt)}</strong></p>
${trusted(qrSvg(view.emv, 'QR Code do PIX'))}
${copyBox('pix-code', view.emv, 'Copiar código PIX')}
<ol class="steps">
<li>Abra o aplicativo do seu banco e escolha <strong>PIX</strong>.</li>
<li>Aponte a câmera para o QR Code ou cole o código copiado.</li>
<li>Confira os dados e confirme. Esta página avisa quando o pagamento chegar.</li>
</ol>
<p class="foot">Antes de confirmar, confira se quem recebe é ${view.receiverName}.</p>`
}

const paidBlock = (view: PixView): Html => html`<div class="done">
${trusted(checkMark)}
<h2>Pago</h2>
<p class="hint">${view.paidAt ? `Recebido em ${formatInstant(view.paidAt)}.` : 'O pagamento foi recebido.'}</p>
${view.receiptUrl && html`<a class="button quiet" href="${view.receiptUrl}">Ver comprovante</a>`}
</div>`

const endBlock = (title: string, text: string): Html => notice('bad', title, text)

const checkMark =
  '<svg class="check" viewBox="0 0 64 64" aria-hidden="true"><circle cx="32" cy="32" r="32" fill="#0a7c4a"/>' +
  '<path d="M19 33l9 9 18-19" fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/></svg>'

const css = `
.head{text-align:center;padding:.5rem 0 1.25rem}
.left{text-align:center;color:var(--soft);margin-bottom:1rem}
.left strong{color:var(--ink);font-variant-numeric:tabular-nums}
.steps{margin:1.1rem 0 0;padding-left:1.3rem;color:var(--soft);font-size:.95rem}
.steps li+li{margin-top:.25rem}
.steps strong{color:var(--ink)}
.done{text-align:center;display:grid;gap:.35rem;justify-items:center;padding:.75rem 0}
.done h2{font-size:1.5rem;margin:0}
.done .button{margin-top:.8rem}
.check{width:4rem;height:4rem}
.card .notice{margin:0}
`
