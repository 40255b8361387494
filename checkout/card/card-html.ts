import { html } from '../../src/primitives/html.ts'
import { type PageOptions, renderPage } from '../page.ts'
import {
  liveOf,
  nextSteps,
  type PaymentView,
  pageTitle,
  paymentHead,
  receiptLink,
  standingNotice,
} from '../payment.ts'
import { wasPaid } from '../standing.ts'
import { pageTexts } from '../texts/page-texts.ts'

/** The state of a card payment, for its payer. */
export interface CardView extends PaymentView {
  readonly method: 'CREDIT_CARD'
  readonly installments: number
  /** `VISA`, and the last four digits. */
  readonly card?: { readonly brand: string; readonly lastFour: string }
}

/** The page of a card payment. It shows the result and has no action. */
export function renderCardHtml(view: CardView, options: PageOptions): string {
  const { standing, installments, card } = view
  const { language } = options
  const t = pageTexts(language)
  const parts = installments === 1 ? t.inOnePart : t.inParts(installments)
  const isChanging = standing.state === 'open' || standing.state === 'authorized'
  return renderPage(
    {
      title: pageTitle(view, t.payment, language),
      css,
      ...(standing.state === 'open' && { reloadSeconds: 10 }),
      ...liveOf(view, isChanging),
      body: html`<main>
${standingNotice(view, language)}
<article class="card">
${paymentHead(view, options)}
<dl class="facts">
<div><dt>${t.installments}</dt><dd>${parts}</dd></div>
${card && html`<div><dt>${t.card}</dt><dd>${t.cardEnding(card.brand, card.lastFour)}</dd></div>`}
</dl>
${wasPaid(standing) && receiptLink(view, language)}
</article>
${nextSteps(view, language)}
</main>`,
    },
    options,
  )
}

const css = `
.card .facts{margin-top:1rem;padding-top:1rem;border-top:1px dashed var(--line)}
.card .button.quiet{margin-top:1.2rem}
`
