import { formatReais } from '../../src/brazil/reais.ts'
import type { Cents } from '../../src/primitives/money.ts'
import { html } from '../html.ts'
import { type NoticeTone, notice, type PageOptions, renderPage } from '../page.ts'

/** How a card payment stands, for the person who made it. */
export interface CardView {
  readonly amount: Cents
  readonly installments: number
  readonly receiverName: string
  readonly state: 'waiting' | 'authorized' | 'paid' | 'refused' | 'cancelled' | 'refunded' | 'disputed'
  /** `VISA`, and the last four digits. */
  readonly card?: { readonly brand: string; readonly lastFour: string }
  /** Why it was refused, in words the payer may read. */
  readonly refusedReason?: string
}

/** The page of a card payment: nothing to do on it, only to know. */
export function renderCardHtml(view: CardView, options: PageOptions): string {
  const { tone, title, text } = words[view.state]
  return renderPage(
    {
      title: `Pagamento de ${formatReais(view.amount)} para ${view.receiverName}`,
      css: '',
      ...(view.state === 'waiting' && { reloadSeconds: 10 }),
      body: html`<main>
${notice(tone, title, view.refusedReason ?? text)}
<article class="card">
<p class="who">${view.receiverName}</p>
<h1 class="amount">${formatReais(view.amount)}</h1>
<dl class="facts">
<div><dt>Parcelas</dt><dd>${view.installments === 1 ? 'À vista' : `${view.installments} vezes`}</dd></div>
${view.card && html`<div><dt>Cartão</dt><dd>${view.card.brand} final ${view.card.lastFour}</dd></div>`}
</dl>
</article>
</main>`,
    },
    options,
  )
}

const words: Record<CardView['state'], { tone: NoticeTone; title: string; text: string }> = {
  waiting: {
    tone: 'plain',
    title: 'Em análise',
    text: 'A adquirente ainda não respondeu. Não pague de novo: esta página avisa.',
  },
  authorized: {
    tone: 'plain',
    title: 'Autorizado',
    text: 'O valor está reservado no cartão e será cobrado pela loja.',
  },
  paid: { tone: 'good', title: 'Pago', text: 'O pagamento foi aprovado.' },
  refused: { tone: 'bad', title: 'Não aprovado', text: 'O pagamento não foi aprovado. Nada foi cobrado.' },
  cancelled: { tone: 'plain', title: 'Cancelado', text: 'O pagamento foi cancelado. Nada foi cobrado.' },
  refunded: { tone: 'plain', title: 'Devolvido', text: 'O valor foi devolvido ao cartão.' },
  disputed: { tone: 'plain', title: 'Em contestação', text: 'O pagamento foi contestado junto ao banco do cartão.' },
}
