import { formatDocument, maskDocument, readDocument } from '../../src/brazil/document.ts'
import { receivesItself } from '../../src/brazil/payee.ts'
import { type Html, html } from '../../src/primitives/html.ts'
import { brandLogo } from '../brand.ts'
import { amountParts, type DueView } from '../due.ts'
import { type PageOptions, renderPage } from '../page.ts'
import { itemLineOf, liveOf, type PaymentView, pageTitle, standingNotice } from '../payment.ts'
import type { PaymentMethod } from '../standing.ts'
import { formatDay, formatInstant, formatMoney } from '../texts/formats.ts'
import type { Language } from '../texts/language.ts'
import { pageTexts } from '../texts/page-texts.ts'

/** A received payment. */
export interface ReceiptView extends PaymentView {
  readonly paidAt: Date
  /** CPF or CNPJ of the shop. */
  readonly shopDocument?: string
  readonly payer?: { readonly name?: string; readonly document?: string }
  /** Of a PIX, and of a boleto that was paid by its PIX. */
  readonly endToEndId?: string
  /** The nosso número of a boleto. */
  readonly ourNumber?: string
  /** Of a card. */
  readonly card?: {
    readonly brand: string
    readonly lastFour: string
    readonly authorizationCode?: string
  }
  readonly installments?: number
  /** Of a charge with a due date. */
  readonly due?: DueView
  /** Our id of the payment. */
  readonly transactionId: string
}

type Texts = ReturnType<typeof pageTexts>

/** Comprovante of a payment. The payer's document is masked: the link alone opens the page. */
export function renderReceiptHtml(view: ReceiptView, options: PageOptions): string {
  const { amount, paidAt, method } = view
  const { language, brand = {} } = options
  const t = pageTexts(language)
  return renderPage(
    {
      title: pageTitle(view, titles[method](t), language),
      css,
      ...liveOf(view, false),
      body: html`<main>
${standingNotice(view, language)}
<article class="card">
${brandLogo(brand)}
<p class="who">${titles[method](t)}</p>
<h1 class="amount">${formatMoney(amount, language)}</h1>
<p class="when">${t.atBrasilia(formatInstant(paidAt, language))}</p>
<dl class="facts">${parties(view, t)}${dueFacts(view, language)}${payment(view, t)}</dl>
</article>
<p class="actions screen">
<button type="button" class="button quiet" data-print>${t.printOrSave}</button>
<button type="button" class="button quiet" data-share hidden>${t.share}</button>
</p>
</main>`,
    },
    options,
  )
}

const titles: Readonly<Record<PaymentMethod, (t: Texts) => string>> = {
  PIX: (t) => t.receiptPix,
  BOLETO: (t) => t.receiptBoleto,
  CREDIT_CARD: (t) => t.receiptCard,
}

/** Who received, and who paid. */
function parties({ payee, payer, shopDocument }: ReceiptView, t: Texts): Html {
  const { shop, registeredName, receiver } = payee
  const isOne = receivesItself(payee)
  const typeOf = (document: string | undefined) => documentType(document) ?? t.document
  return html`
${fact(isOne ? t.receiver : t.shop, shop)}
${fact(t.registeredName, registeredName)}
${fact(isOne ? typeOf(shopDocument) : t.ofShop(typeOf(shopDocument)), full(shopDocument))}
${!isOne && fact(t.collectedBy, receiver?.name)}
${!isOne && fact(t.ofReceiver(typeOf(receiver?.document)), full(receiver?.document))}
${fact(t.payer, payer?.name)}
${fact(t.ofPayer(typeOf(payer?.document)), payer?.document && maskDocument(payer.document))}`
}

/** What was paid, and how. */
function payment(view: ReceiptView, t: Texts): Html {
  const { card, installments = 1 } = view
  return html`
${fact(t.description, itemLineOf(view.items))}
${card && fact(t.card, t.cardEnding(card.brand, card.lastFour))}
${card && fact(t.installments, installments === 1 ? t.inOnePart : t.inParts(installments))}
${fact(t.authorization, card?.authorizationCode, 'code')}
${fact(t.endToEndId, view.endToEndId, 'code')}
${fact(t.ourNumber, view.ourNumber, 'code')}
${fact(t.payment, view.transactionId, 'code')}
`
}

/** The due date, and what the amount is made of. */
function dueFacts({ due }: ReceiptView, language: Language): Html {
  if (!due) return html``
  return html`${fact(pageTexts(language).dueDate, formatDay(due.date, language))}
${amountParts(due, language).map(([label, amount]) => fact(label, amount))}`
}

const fact = (label: string, value: string | undefined, look = ''): Html =>
  value ? html`<div><dt>${label}</dt><dd class="${look}">${value}</dd></div>` : html``

function documentType(document: string | undefined): string | undefined {
  const reading = readDocument(document ?? '')
  return reading.ok ? reading.document.type : undefined
}

function full(document: string | undefined): string | undefined {
  const reading = readDocument(document ?? '')
  return reading.ok ? formatDocument(reading.document) : document
}

const css = `
.facts{margin-top:1.25rem;padding-top:1.25rem;border-top:1px dashed var(--line)}
dd.code{font:.85rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
.actions{display:grid;gap:.75rem;margin-top:1.25rem}
@media print{.card{border:0;box-shadow:none;padding:0}}
`
