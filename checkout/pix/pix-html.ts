import { type Payee, receivesItself } from '../../src/brazil/payee.ts'
import { type Html, html, trusted } from '../../src/primitives/html.ts'
import { partyLine } from '../boleto/slip-fields.ts'
import { amountParts, type DueView, dueLine } from '../due.ts'
import { copyBox, type PageOptions, renderPage } from '../page.ts'
import {
  liveOf,
  nextSteps,
  type PaymentView,
  pageTitle,
  paymentHead,
  receiptLink,
  standingNotice,
} from '../payment.ts'
import { qrSvg } from '../qr.ts'
import { noticeText, wasPaid } from '../standing.ts'
import { formatInstant } from '../texts/formats.ts'
import type { Language } from '../texts/language.ts'
import { pageTexts } from '../texts/page-texts.ts'

/** The facts that the payer of one PIX charge sees. */
export interface PixView extends PaymentView {
  readonly method: 'PIX'
  /** The copy-and-paste text. */
  readonly emv: string
  readonly expiresAt: Date
  /** Business time now. The countdown starts here, independent of the payer's clock. */
  readonly now: Date
  /** Absent: an immediate charge. */
  readonly due?: DueView
}

/**
 * The payment page of a PIX charge: QR, amount, receiver, remaining time, and its state as soon as
 * it changes.
 */
export function renderPixHtml(view: PixView, options: PageOptions): string {
  const { state } = view.standing
  const { language } = options
  const isOpen = state === 'open'
  return renderPage(
    {
      title: pageTitle(view, 'PIX', language),
      css,
      ...(isOpen && { reloadSeconds: 10 }),
      ...liveOf(view, isOpen || state === 'expired'),
      body: html`<main>
<header class="head">${paymentHead(view, options)}</header>
${isOpen && openBlock(view, language)}
${
  isOpen &&
  html`<section class="card" data-when="over" hidden>${ended('expired', view, language)}</section>`
}
${!isOpen && html`<section class="card">${ended(state, view, language)}</section>`}
${nextSteps(view, language)}
</main>`,
    },
    options,
  )
}

/** Only an open charge shows its code: a closed one cannot be paid. */
const openBlock = (view: PixView, language: Language): Html => {
  const t = pageTexts(language)
  const secondsLeft = Math.max(
    0,
    Math.floor((view.expiresAt.getTime() - view.now.getTime()) / 1000),
  )
  const end = view.due
    ? dueBlock(view.due, language)
    : html`<p class="left">${t.payWithin} <strong data-countdown="${secondsLeft}"
data-days="${t.days}" role="timer" aria-live="off">${formatInstant(
        view.expiresAt,
        language,
      )}</strong></p>`
  return html`<section class="card" data-when="open">
${end}
${trusted(qrSvg(view.emv, t.pixQr))}
${copyBox('pix-code', view.emv, t.copyPix, language)}
<ol class="steps">
<li>${t.pixStepApp()}</li>
<li>${t.pixStepScan}</li>
<li>${t.pixStepConfirm}</li>
</ol>
<p class="foot">${whatTheBankShows(view.payee, language)}</p>
</section>`
}

/** The due date, and how the amount of today follows from the original one. */
const dueBlock = (due: DueView, language: Language): Html =>
  html`<p class="left">${dueLine(due, language)}</p>
${amountParts(due, language).map(
  ([label, amount]) => html`<p class="part"><span>${label}</span> <span>${amount}</span></p>`,
)}`

/**
 * Says about the payer's bank only what the operator's contract says. A name from the code is shown
 * as the code's.
 */
function whatTheBankShows(payee: Payee, language: Language): Html | string {
  const t = pageTexts(language)
  const { receiver, shop } = payee
  if (!receiver) return t.checkAtBank
  if (receiver.source === 'code') return t.codeNames(receiver.name)
  const { name, document = '' } = receiver
  const party = partyLine({ name, document })
  return receivesItself(payee) ? t.bankShows(party) : t.bankShowsForShop(party, shop)
}

function ended(state: PixView['standing']['state'], view: PixView, language: Language): Html {
  const shown = { ...view, standing: { ...view.standing, state } }
  const text = noticeText(shown, language)
  const receipt = wasPaid(shown.standing) && receiptLink(view, language)
  if (text?.tone !== 'good') return html`${standingNotice(shown, language)}${receipt}`
  return html`<div class="done">
${trusted(checkMark)}
<h2>${text.title}</h2>
<p class="hint">${text.text}</p>
${receipt}
</div>`
}

const checkMark =
  '<svg class="check" viewBox="0 0 64 64" aria-hidden="true">' +
  '<circle cx="32" cy="32" r="32" fill="#0a7c4a"/>' +
  '<path d="M19 33l9 9 18-19" fill="none" stroke="#fff" stroke-width="5"' +
  ' stroke-linecap="round" stroke-linejoin="round"/></svg>'

const css = `
.head{text-align:center;padding:.5rem 0 1.25rem}
.left{text-align:center;color:var(--soft);margin-bottom:1rem}
.left strong{color:var(--ink);font-variant-numeric:tabular-nums}
.part{display:flex;justify-content:space-between;color:var(--soft);margin:0 0 .35rem}
.steps{margin:1.1rem 0 0;padding-left:1.3rem;color:var(--soft);font-size:.95rem}
.steps li+li{margin-top:.25rem}
.steps strong,.foot strong{color:var(--ink)}
.done{text-align:center;display:grid;gap:.35rem;justify-items:center;padding:.75rem 0}
.done h2{font-size:1.5rem;margin:0}
.card .button.quiet{margin-top:.8rem}
.check{width:4rem;height:4rem}
.card .notice{margin:0}
`
