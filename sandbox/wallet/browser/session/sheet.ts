import type { SheetCard } from './cards.ts'
import type { SheetRequest } from './payment-request.ts'
import { element, formatCents, icon, radio } from './sheet-parts.ts'
import { sheetStyle } from './sheet-style.ts'

/**
 * The payment sheet on the screen. All of its content is text: values from a page are never read as
 * HTML.
 */
export interface Sheet {
  /** Lets the payer confirm. */
  offer(): void
  /** Shows that the payment is being processed, with the reason. */
  wait(why: string): void
  show(request: SheetRequest): void
  /** Shows a simulated face recognition, and resolves at its end. */
  recognise(): Promise<void>
  /** Shows a tick or a cross for a moment, then closes. */
  finish(how: 'success' | 'failure'): void
  close(): void
}

export interface SheetOptions {
  /** The page's hostname. */
  readonly host: string
  readonly request: SheetRequest
  readonly cards: readonly SheetCard[]
  readonly cancelled: () => void
  readonly chosen: (card: SheetCard) => void
  readonly confirmed: (card: SheetCard) => void
}

/** Opens a modal sheet at the bottom of the screen (in the middle of a wide one). */
export function openSheet({
  host,
  request,
  cards,
  cancelled,
  chosen,
  confirmed,
}: SheetOptions): Sheet {
  let card = cards[0]
  let presses = 0
  const place = element('div', '')
  const root = place.attachShadow({ mode: 'open' })
  const style = new CSSStyleSheet()
  style.replaceSync(sheetStyle)
  root.adoptedStyleSheets = [style]

  const cancel = element('button', 'plain', 'Cancelar')
  const close = element('button', 'plain', 'Fechar')
  const summary = element('dl', 'summary')
  const confirm = element('button', 'confirm')
  const status = element('p', 'status')
  const mark = element('div', 'mark')
  status.role = 'status'
  const choices = element('fieldset', 'cards')
  choices.append(element('legend', '', 'Cartão'))
  for (const [at, each] of cards.entries()) {
    const choice = radio(each, at === 0)
    choice.addEventListener('change', () => {
      card = each
      showConfirm()
      chosen(each)
    })
    choices.append(choice)
  }
  if (cards.length === 0)
    choices.append(element('p', 'none', 'Nenhum cartão desta carteira é aceito por esta loja.'))

  const top = element('header', '')
  const title = element('h2', '', 'Device Pay')
  title.id = 'title'
  title.prepend(icon('wallet'))
  top.append(title, cancel)
  const body = element('div', 'body')
  const merchant = element('p', 'merchant')
  body.append(merchant, choices)
  const foot = element('footer', '')
  foot.append(mark, status, confirm, close)
  const dialog = element('dialog', '')
  dialog.setAttribute('aria-labelledby', 'title')
  dialog.append(
    top,
    body,
    summary,
    foot,
    element('p', 'sandbox', 'Carteira de teste do sandbox: nenhum dinheiro se move.'),
  )
  root.append(dialog)

  const state = (name: string, text: string) => {
    dialog.dataset.state = name
    status.textContent = text
    mark.replaceChildren(...(name in icons ? [icon(icons[name] ?? 'face')] : []))
    const isOpen = name === 'ready'
    confirm.hidden = !isOpen
    choices.disabled = !isOpen
    cancel.hidden = name === 'success' || name === 'failure'
    close.hidden = !cancel.hidden
    if (cancel.hidden) close.focus()
  }
  const show = (shown: SheetRequest) => {
    merchant.replaceChildren(element('strong', '', shown.label), element('span', '', host))
    summary.replaceChildren(
      ...shown.lineItems.flatMap(({ label, amount }) => row(label, formatCents(amount))),
      ...row(
        `Pagar a ${shown.label}`,
        shown.isPending ? 'valor a confirmar' : formatCents(shown.amount),
        'total',
      ),
    )
  }
  const showConfirm = () => {
    presses = 0
    confirm.textContent = 'Clique duas vezes para pagar'
    confirm.prepend(icon('press'))
  }
  const leave = () => {
    dialog.close()
    place.remove()
  }

  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    if (cancel.hidden) leave()
    else cancelled()
  })
  cancel.addEventListener('click', cancelled)
  close.addEventListener('click', leave)
  confirm.addEventListener('click', () => {
    presses += 1
    if (presses === 1) confirm.lastChild?.replaceWith('Mais uma vez para confirmar')
    else if (card) confirmed(card)
  })

  show(request)
  showConfirm()
  state('waiting', 'Conectando à loja…')
  document.documentElement.append(place)
  dialog.showModal()

  return {
    show,
    offer() {
      showConfirm()
      state('ready', '')
      if (card) confirm.focus()
      else confirm.hidden = true
    },
    wait: (why) => state('waiting', why),
    recognise() {
      state('recognising', 'Confirmando que é você…')
      return new Promise((seen) => setTimeout(seen, recognitionMs))
    },
    finish(how) {
      state(how, how === 'success' ? 'Pagamento concluído' : 'Pagamento não concluído')
      setTimeout(leave, how === 'success' ? successMs : failureMs)
    },
    close: leave,
  }
}

const row = (label: string, amount: string, name = ''): Element[] => [
  element('dt', name, label),
  element('dd', name, amount),
]

const icons: Readonly<Record<string, 'face' | 'tick' | 'cross' | 'spinner'>> = {
  waiting: 'spinner',
  recognising: 'face',
  success: 'tick',
  failure: 'cross',
}

const recognitionMs = 900
const successMs = 1_400
const failureMs = 2_200
