import { type Payee, payeeLine } from '../src/brazil/payee.ts'
import { formatReais } from '../src/brazil/reais.ts'
import { type Cents, cents } from '../src/primitives/money.ts'
import { type Html, html } from './html.ts'
import { notice } from './page.ts'
import { noticeText, type PaymentMethod, type Standing } from './standing.ts'

/** The facts that every page of a payment shows. */
export interface PaymentView {
  readonly method: PaymentMethod
  readonly amount: Cents
  readonly payee: Payee
  readonly items: readonly Item[]
  readonly standing: Standing
  /** For a card: why it was refused, in a text for the payer. */
  readonly refusedReason?: string
  /**
   * Returns `{"status": PaymentState, "mark": string}`; the page reloads when the mark is another.
   */
  readonly statusUrl?: string
  /** The address of the receipt. Shown once the payment was received. */
  readonly receiptUrl?: string
}

/** One line of the purchased items. */
export interface Item {
  readonly title: string
  readonly quantity: number
  /** The price of one. */
  readonly unitPrice?: Cents
}

/** Shop, receiver, amount and purchased items. */
export const paymentHead = ({
  payee,
  amount,
  items,
}: PaymentView): Html => html`<p class="who">${payeeLine(payee)}</p>
<h1 class="amount">${formatReais(amount)}</h1>
${itemList(items)}`

const itemList = (items: readonly Item[]): Html => {
  if (items.length === 0) return html``
  const list = html`<ul class="items">${items.map(itemLine)}</ul>`
  if (items.length <= itemsShown) return list
  return html`<details class="more"><summary>${items.length} itens</summary>${list}</details>`
}

const itemsShown = 5

const itemLine = ({ title, quantity, unitPrice }: Item): Html =>
  html`<li><span>${quantity > 1 && `${quantity} × `}${title}</span>${
    unitPrice !== undefined &&
    html`<span class="price">${formatReais(cents(unitPrice * quantity))}</span>`
  }</li>`

/** `2 × Camiseta, Boné`: the items in one line. */
export const itemLineOf = (items: readonly Item[]): string =>
  items.map(({ title, quantity }) => (quantity > 1 ? `${quantity} × ${title}` : title)).join(', ')

/** The state of the payment in a colored box; empty while a code waits to be paid. */
export function standingNotice(view: PaymentView): Html {
  const words = noticeText(view)
  return words ? notice(words.tone, words.title, words.text) : html``
}

/**
 * `Pago: PIX de R$ 10,00 para Loja Exemplo`. The title shows a change to payers who do not see the
 * page.
 */
export const pageTitle = (view: PaymentView, what: string): string => {
  const notice = noticeText(view)
  const payment = `${what} de ${formatReais(view.amount)} para ${payeeLine(view.payee)}`
  return notice ? `${notice.title}: ${payment}` : payment
}
