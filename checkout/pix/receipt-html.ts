import { formatDocument, maskDocument, readDocument } from '../../src/brazil/document.ts'
import { formatReais } from '../../src/brazil/reais.ts'
import type { Cents } from '../../src/primitives/money.ts'
import { type Html, html } from '../html.ts'
import { notice, type PageOptions, renderPage } from '../page.ts'
import { formatInstant } from './local-instant.ts'

/** A PIX that was paid. */
export interface ReceiptView {
  readonly amount: Cents
  /** Given back so far; absent or 0 for nothing. */
  readonly refundedAmount?: Cents
  readonly paidAt: Date
  readonly receiver: { readonly name: string; readonly document?: string }
  readonly payer?: { readonly name?: string; readonly document?: string }
  readonly description?: string
  readonly endToEndId: string
  /** Our id of the payment. */
  readonly transactionId: string
}

/** Comprovante of a paid PIX. The payer's document is masked: whoever has the link can read it. */
export function renderReceiptHtml(view: ReceiptView, options: PageOptions): string {
  const { payer, receiver, refundedAmount } = view
  return renderPage(
    {
      title: `Comprovante de PIX de ${formatReais(view.amount)}`,
      css,
      body: html`<main>
${refundedAmount !== undefined && refundedAmount > 0 && notice('plain', 'Valor devolvido', refundText(view.amount, refundedAmount))}
<article class="card">
<p class="who">Comprovante de pagamento PIX</p>
<h1 class="amount">${formatReais(view.amount)}</h1>
<p class="when">${formatInstant(view.paidAt)}, horário de Brasília</p>
<dl class="facts">
${fact('Quem recebeu', receiver.name)}
${fact(documentType(receiver.document), receiver.document && fullDocument(receiver.document))}
${fact('Quem pagou', payer?.name)}
${fact(payer?.document ? `${documentType(payer.document)} de quem pagou` : '', payer?.document && maskDocument(payer.document))}
${fact('Descrição', view.description)}
${fact('ID da transação PIX', view.endToEndId, 'code')}
${fact('Pagamento', view.transactionId, 'code')}
</dl>
</article>
<p class="foot screen"><button type="button" class="button quiet" data-print>Imprimir ou salvar em PDF</button></p>
</main>`,
    },
    options,
  )
}

const fact = (label: string, value: string | undefined, look = ''): Html =>
  value ? html`<div><dt>${label}</dt><dd class="${look}">${value}</dd></div>` : html``

const refundText = (amount: Cents, refunded: Cents): string =>
  refunded >= amount
    ? 'Este PIX foi devolvido por inteiro a quem pagou.'
    : `${formatReais(refunded)} deste PIX foram devolvidos a quem pagou.`

function documentType(document: string | undefined): string {
  const reading = readDocument(document ?? '')
  return reading.ok ? reading.document.type : 'Documento'
}

function fullDocument(document: string): string {
  const reading = readDocument(document)
  return reading.ok ? formatDocument(reading.document) : document
}

const css = `
.facts{margin-top:1.25rem;padding-top:1.25rem;border-top:1px dashed var(--line)}
dd.code{font:.85rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
@media print{.card{border:0;box-shadow:none;padding:0}}
`
