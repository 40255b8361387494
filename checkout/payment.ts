import { type Payee, receivesItself } from '../src/brazil/payee.ts'
import { type Html, html } from '../src/primitives/html.ts'
import { type Cents, cents } from '../src/primitives/money.ts'
import { brandLogo } from './brand.ts'
import { type Live, notice, type PageOptions } from './page.ts'
import { markOf, noticeText, type PaymentMethod, type Standing, wasPaid } from './standing.ts'
import { formTexts } from './texts/form-texts.ts'
import { formatMoney } from './texts/formats.ts'
import type { Language } from './texts/language.ts'
import { pageTexts } from './texts/page-texts.ts'

/** The facts that every page of a payment shows. */
export interface PaymentView {
  readonly method: PaymentMethod
  readonly amount: Cents
  readonly payee: Payee
  readonly items: readonly Item[]
  readonly standing: Standing
  /** For a card: why it was refused, in a Portuguese text for the payer. */
  readonly refusedReason?: string
  /**
   * Returns `{"status": PaymentState, "mark": string}`; the page reloads when the mark is another.
   */
  readonly statusUrl?: string
  /** Sends the same mark at each change (server-sent events). Absent: the page only polls. */
  readonly eventsUrl?: string
  /** The address of the receipt. Shown once the payment was received. */
  readonly receiptUrl?: string
  /** For a page of a session: where the payer chooses another way to pay, if that is possible. */
  readonly otherWayUrl?: string
  /** Where the payer continues once the payment was received. */
  readonly continueUrl?: string
}

/** One line of the purchased items. */
export interface Item {
  readonly title: string
  readonly quantity: number
  /** The price of one. */
  readonly unitPrice?: Cents
}

/** Shop, receiver, amount and purchased items. */
export const paymentHead = (
  { payee, amount, items }: Pick<PaymentView, 'payee' | 'amount' | 'items'>,
  { language, brand = {} }: PageOptions,
): Html => html`${brandLogo(brand)}
<p class="who">${payeeText(payee, language)}</p>
${registeredLine(payee, language)}
<h1 class="amount">${formatMoney(amount, language)}</h1>
${itemList(items, language)}`

/** `Loja Exemplo, recebido por Gateway Pagamentos`; the shop alone when it receives by itself. */
export const payeeText = (payee: Payee, language: Language): string =>
  payee.receiver && !receivesItself(payee)
    ? pageTexts(language).receivedBy(payee.shop, payee.receiver.name)
    : payee.shop

/** `Nome de registro: Loja Demonstração`, where the shop's pages have another name. */
export const registeredLine = ({ registeredName }: Payee, language: Language): Html =>
  registeredName === undefined
    ? html``
    : html`<p class="who">${pageTexts(language).registeredName}: ${registeredName}</p>`

export const itemList = (items: readonly Item[], language: Language): Html => {
  if (items.length === 0) return html``
  const list = html`<ul class="items">${items.map((item) => itemLine(item, language))}</ul>`
  if (items.length <= itemsShown) return list
  return html`<details class="more"><summary>${pageTexts(language).itemCount(
    items.length,
  )}</summary>${list}</details>`
}

const itemsShown = 5

const itemLine = ({ title, quantity, unitPrice }: Item, language: Language): Html =>
  html`<li><span>${quantity > 1 && `${quantity} × `}${title}</span>${
    unitPrice !== undefined &&
    html`<span class="price">${formatMoney(cents(unitPrice * quantity), language)}</span>`
  }</li>`

/** `2 × Camiseta, Boné`: the items in one line. */
export const itemLineOf = (items: readonly Item[]): string =>
  items.map(({ title, quantity }) => (quantity > 1 ? `${quantity} × ${title}` : title)).join(', ')

/** The state of the payment in a colored box; empty while a code waits to be paid. */
export function standingNotice(view: PaymentView, language: Language): Html {
  const shown = noticeText(view, language)
  return shown ? notice(shown.tone, shown.title, shown.text) : html``
}

/**
 * `Pago: PIX de R$ 10,00 para Loja Exemplo`. The title shows a change to payers who do not see the
 * page.
 */
export function pageTitle(view: PaymentView, what: string, language: Language): string {
  const shown = noticeText(view, language)
  const amount = formatMoney(view.amount, language)
  const payment = pageTexts(language).title(what, amount, payeeText(view.payee, language))
  return shown ? `${shown.title}: ${payment}` : payment
}

/** The link to the receipt of a received payment. */
export const receiptLink = (
  { receiptUrl }: Pick<PaymentView, 'receiptUrl'>,
  language: Language,
): Html =>
  receiptUrl === undefined
    ? html``
    : html`<a class="button quiet" href="${receiptUrl}">${pageTexts(language).showReceipt}</a>`

/** What the payer can do after this page: pay in another way, or continue at the shop. */
export function nextSteps(view: PaymentView, language: Language): Html {
  const t = formTexts(language)
  const { otherWayUrl, continueUrl, standing } = view
  if (wasPaid(standing) && continueUrl !== undefined)
    return html`<p class="next"><a class="button" href="${continueUrl}">${t.continueAt(
      new URL(continueUrl).hostname,
    )}</a></p>`
  const isOpen = standing.state === 'open' || standing.state === 'registering'
  if ((!isOpen && standing.state !== 'expired') || otherWayUrl === undefined) return html``
  return html`<p class="next"><a class="button quiet" href="${otherWayUrl}">${
    isOpen ? t.otherWay : pageTexts(language).retry
  }</a></p>`
}

/** How the page of a payment learns of a change. */
export const liveOf = (
  view: Pick<PaymentView, 'statusUrl' | 'eventsUrl' | 'standing' | 'amount'>,
  isChanging: boolean,
): { readonly live?: Live } => {
  const { statusUrl, eventsUrl, standing, amount } = view
  if (statusUrl === undefined) return {}
  return {
    live: {
      url: statusUrl,
      ...(eventsUrl !== undefined && { eventsUrl }),
      mark: markOf(standing, amount),
      isChanging,
    },
  }
}
