import { html } from '../html.ts'
import { type PageOptions, renderPage } from '../page.ts'
import { type PaymentView, pageTitle, paymentHead, standingNotice } from '../payment.ts'
import { markOf, wasPaid } from '../standing.ts'

/** The state of a card payment, for its payer. */
export interface CardView extends PaymentView {
  readonly method: 'CREDIT_CARD'
  readonly installments: number
  /** `VISA`, and the last four digits. */
  readonly card?: { readonly brand: string; readonly lastFour: string }
}

/** The page of a card payment. It shows the result and has no action. */
export function renderCardHtml(view: CardView, options: PageOptions): string {
  const { standing, statusUrl, receiptUrl, installments, card } = view
  const isChanging = standing.state === 'open' || standing.state === 'authorized'
  return renderPage(
    {
      title: pageTitle(view, 'Pagamento'),
      css,
      ...(standing.state === 'open' && { reloadSeconds: 10 }),
      ...(statusUrl !== undefined && {
        live: { url: statusUrl, mark: markOf(standing), isChanging },
      }),
      body: html`<main>
${standingNotice(view)}
<article class="card">
${paymentHead(view)}
<dl class="facts">
<div><dt>Parcelas</dt><dd>${installments === 1 ? 'À vista' : `${installments} vezes`}</dd></div>
${card && html`<div><dt>Cartão</dt><dd>${card.brand} final ${card.lastFour}</dd></div>`}
</dl>
${
  wasPaid(standing) &&
  receiptUrl !== undefined &&
  html`<a class="button quiet" href="${receiptUrl}">Ver comprovante</a>`
}
</article>
</main>`,
    },
    options,
  )
}

const css = `
.card .facts{margin-top:1rem;padding-top:1rem;border-top:1px dashed var(--line)}
.card .button.quiet{margin-top:1.2rem}
`
