import { formatDocument, maskDocument, readDocument } from '../../src/brazil/document.ts'
import { receivesItself } from '../../src/brazil/payee.ts'
import { formatReais } from '../../src/brazil/reais.ts'
import { type Html, html } from '../html.ts'
import { formatInstant } from '../local-instant.ts'
import { type PageOptions, renderPage } from '../page.ts'
import { itemLineOf, type PaymentView, pageTitle, standingNotice } from '../payment.ts'
import { markOf, type PaymentMethod } from '../standing.ts'

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
  /** Our id of the payment. */
  readonly transactionId: string
}

/** Comprovante of a payment. The payer's document is masked: the link alone opens the page. */
export function renderReceiptHtml(view: ReceiptView, options: PageOptions): string {
  const { payee, payer, amount, paidAt, standing, statusUrl, card, installments = 1 } = view
  const { shop, receiver } = payee
  const isOne = receivesItself(payee)
  return renderPage(
    {
      title: pageTitle(view, names[view.method]),
      css,
      ...(statusUrl !== undefined && {
        live: { url: statusUrl, mark: markOf(standing), isChanging: false },
      }),
      body: html`<main>
${standingNotice(view)}
<article class="card">
<p class="who">${names[view.method]}</p>
<h1 class="amount">${formatReais(amount)}</h1>
<p class="when">${formatInstant(paidAt)}, horário de Brasília</p>
<dl class="facts">
${fact(isOne ? 'Quem recebeu' : 'Loja', shop)}
${fact(
  isOne ? documentType(view.shopDocument) : `${documentType(view.shopDocument)} da loja`,
  full(view.shopDocument),
)}
${!isOne && fact('Recebido por', receiver?.name)}
${!isOne && fact(`${documentType(receiver?.document)} de quem recebeu`, full(receiver?.document))}
${fact('Quem pagou', payer?.name)}
${fact(
  `${documentType(payer?.document)} de quem pagou`,
  payer?.document && maskDocument(payer.document),
)}
${fact('Descrição', itemLineOf(view.items))}
${card && fact('Cartão', `${card.brand} final ${card.lastFour}`)}
${card && fact('Parcelas', installments === 1 ? 'À vista' : `${installments} vezes`)}
${fact('Autorização', card?.authorizationCode, 'code')}
${fact('ID da transação PIX', view.endToEndId, 'code')}
${fact('Nosso número', view.ourNumber, 'code')}
${fact('Pagamento', view.transactionId, 'code')}
</dl>
</article>
<p class="foot screen"><button type="button" class="button quiet"
data-print>Imprimir ou salvar em PDF</button></p>
</main>`,
    },
    options,
  )
}

const names: Readonly<Record<PaymentMethod, string>> = {
  PIX: 'Comprovante de pagamento PIX',
  BOLETO: 'Comprovante de pagamento de boleto',
  CREDIT_CARD: 'Comprovante de pagamento com cartão',
}

const fact = (label: string, value: string | undefined, look = ''): Html =>
  value ? html`<div><dt>${label}</dt><dd class="${look}">${value}</dd></div>` : html``

function documentType(document: string | undefined): string {
  const reading = readDocument(document ?? '')
  return reading.ok ? reading.document.type : 'Documento'
}

function full(document: string | undefined): string | undefined {
  const reading = readDocument(document ?? '')
  return reading.ok ? formatDocument(reading.document) : document
}

const css = `
.facts{margin-top:1.25rem;padding-top:1.25rem;border-top:1px dashed var(--line)}
dd.code{font:.85rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
@media print{.card{border:0;box-shadow:none;padding:0}}
`
