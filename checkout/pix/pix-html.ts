import { type Payee, receivesItself } from '../../src/brazil/payee.ts'
import { type Html, html, trusted } from '../html.ts'
import { formatInstant } from '../local-instant.ts'
import { copyBox, type PageOptions, renderPage } from '../page.ts'
import { type PaymentView, pageTitle, paymentHead, standingNotice } from '../payment.ts'
import { qrSvg } from '../qr.ts'
import { markOf, noticeText, wasPaid } from '../standing.ts'

/** The facts that the payer of one PIX charge sees. */
export interface PixView extends PaymentView {
  readonly method: 'PIX'
  /** The copy-and-paste text. */
  readonly emv: string
  readonly expiresAt: Date
  /** Business time now. The countdown starts here, independent of the payer's clock. */
  readonly now: Date
}

/**
 * The payment page of a PIX charge: QR, amount, receiver, remaining time, and its state as soon as
 * it changes.
 */
export function renderPixHtml(view: PixView, options: PageOptions): string {
  const { state } = view.standing
  const isOpen = state === 'open'
  return renderPage(
    {
      title: pageTitle(view, 'PIX'),
      css,
      ...(isOpen && { reloadSeconds: 10 }),
      ...(view.statusUrl !== undefined && {
        live: {
          url: view.statusUrl,
          mark: markOf(view.standing),
          isChanging: isOpen || state === 'expired',
        },
      }),
      body: html`<main>
<header class="head">${paymentHead(view)}</header>
${isOpen && openBlock(view)}
${isOpen && html`<section class="card" data-when="over" hidden>${ended('expired', view)}</section>`}
${!isOpen && html`<section class="card">${ended(state, view)}</section>`}
</main>`,
    },
    options,
  )
}

/** Only an open charge shows its code: a closed one cannot be paid. */
const openBlock = (view: PixView): Html => {
  const secondsLeft = Math.max(
    0,
    Math.floor((view.expiresAt.getTime() - view.now.getTime()) / 1000),
  )
  return html`<section class="card" data-when="open">
<p class="left">Pague em até <strong data-countdown="${secondsLeft}" role="timer"
aria-live="off">${formatInstant(view.expiresAt)}</strong></p>
${trusted(qrSvg(view.emv, 'QR Code do PIX'))}
${copyBox('pix-code', view.emv, 'Copiar código PIX')}
<ol class="steps">
<li>Abra o aplicativo do seu banco e escolha <strong>PIX</strong>.</li>
<li>Aponte a câmera para o QR Code ou cole o código copiado.</li>
<li>Confira os dados e confirme. Esta página avisa quando o pagamento chegar.</li>
</ol>
<p class="foot">${whatTheBankShows(view.payee)}</p>
</section>`
}

/**
 * Says about the payer's bank only what the operator's contract says. A name from the code is shown
 * as the code's.
 */
export function whatTheBankShows(payee: Payee): Html {
  const { receiver, shop } = payee
  if (!receiver) return html`Confira os dados no aplicativo do seu banco antes de confirmar.`
  if (receiver.source === 'code') {
    return html`O código PIX está em nome de <strong>${receiver.name}</strong>.
Confira os dados no seu banco antes de confirmar.`
  }
  const name = html`Seu banco vai mostrar <strong>${receiver.name}</strong> como quem recebe`
  return receivesItself(payee) ? html`${name}.` : html`${name} o pagamento feito a ${shop}.`
}

function ended(state: PixView['standing']['state'], view: PixView): Html {
  const shown = { ...view, standing: { ...view.standing, state } }
  const words = noticeText(shown)
  if (words?.tone !== 'good') return html`${standingNotice(shown)}${receiptLink(shown)}`
  return html`<div class="done">
${trusted(checkMark)}
<h2>${words.title}</h2>
<p class="hint">${words.text}</p>
${receiptLink(shown)}
</div>`
}

const receiptLink = ({ standing, receiptUrl }: PixView): Html =>
  wasPaid(standing) && receiptUrl !== undefined
    ? html`<a class="button quiet" href="${receiptUrl}">Ver comprovante</a>`
    : html``

const checkMark =
  '<svg class="check" viewBox="0 0 64 64" aria-hidden="true">' +
  '<circle cx="32" cy="32" r="32" fill="#0a7c4a"/>' +
  '<path d="M19 33l9 9 18-19" fill="none" stroke="#fff" stroke-width="5"' +
  ' stroke-linecap="round" stroke-linejoin="round"/></svg>'

const css = `
.head{text-align:center;padding:.5rem 0 1.25rem}
.left{text-align:center;color:var(--soft);margin-bottom:1rem}
.left strong{color:var(--ink);font-variant-numeric:tabular-nums}
.steps{margin:1.1rem 0 0;padding-left:1.3rem;color:var(--soft);font-size:.95rem}
.steps li+li{margin-top:.25rem}
.steps strong,.foot strong{color:var(--ink)}
.done{text-align:center;display:grid;gap:.35rem;justify-items:center;padding:.75rem 0}
.done h2{font-size:1.5rem;margin:0}
.card .button.quiet{margin-top:.8rem}
.check{width:4rem;height:4rem}
.card .notice{margin:0}
`
