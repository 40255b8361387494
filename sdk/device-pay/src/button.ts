import { canMakePayments } from './device-session.ts'
import { type PayOptions, pay } from './pay.ts'
import { type PayResult, resultOf } from './result.ts'

export interface ButtonOptions {
  /**
   * The payment, created at the click. `undefined` when the page is not ready, and then your form
   * shows the reason. Must not be async.
   */
  readonly payment: () => PayOptions | undefined
  /** Called at the end of every attempt. The button itself shows the sentence. */
  readonly onResult?: (result: PayResult) => void
}

export interface MountedButton {
  /** False: this device cannot pay, and the element is empty. */
  readonly isShown: boolean
  /** Ready for another order, after an order that was paid or is in analysis. */
  reset(): void
  remove(): void
}

/**
 * Puts the payment button into `element`, with a line below that shows the payer the result.
 * Nothing is shown when the device cannot make payments.
 */
export function mountButton(element: Element, { payment, onResult }: ButtonOptions): MountedButton {
  if (!canMakePayments()) return { isShown: false, reset() {}, remove() {} }
  adoptStyle()
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'device-pay-button',
  })
  const text = Object.assign(document.createElement('span'), {
    textContent: 'Pagar com Device Pay',
  })
  button.append(contactlessMark(), text)
  const status = Object.assign(document.createElement('p'), {
    className: 'device-pay-status',
    role: 'status',
  })

  const show = (result: PayResult) => {
    status.textContent = result.message
    status.dataset.code = result.code
    // An unknown result can be requested again.
    button.disabled = !result.mayPayAgain && result.code !== 'unknown'
    text.textContent = result.code === 'unknown' ? 'Consultar a resposta' : 'Pagar com Device Pay'
  }
  const clear = () => {
    status.textContent = ''
    delete status.dataset.code
    button.disabled = false
  }

  button.addEventListener('click', async () => {
    const options = payment()
    if (!options) return
    const answer = pay(options) // Same tick as the click: the device refuses to start later.
    clear()
    button.disabled = true
    button.ariaBusy = 'true'
    const result = await answer.catch((cause) => {
      console.error(cause)
      return resultOf('device-unavailable', { detail: String(cause) })
    })
    button.ariaBusy = null
    show(result)
    onResult?.(result)
  })

  element.append(button, status)
  return {
    isShown: true,
    reset: clear,
    remove() {
      button.remove()
      status.remove()
    },
  }
}

/** Four waves in a rounded square, drawn in code: no font and no image to load. */
function contactlessMark(): Element {
  const svg = document.createElementNS(svgNamespace, 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  for (const d of [
    'M6 9.5a5 5 0 0 1 0 5',
    'M9.5 7.5a9 9 0 0 1 0 9',
    'M13 5.5a13 13 0 0 1 0 13',
    'M16.5 3.5a17 17 0 0 1 0 17',
  ]) {
    const path = document.createElementNS(svgNamespace, 'path')
    path.setAttribute('d', d)
    svg.append(path)
  }
  return svg
}

const svgNamespace = 'http://www.w3.org/2000/svg'

/** A constructed style sheet, which a strict content security policy allows. */
function adoptStyle(): void {
  if (isStyled) return
  isStyled = true
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}

let isStyled = false

const style = `
.device-pay-button {
  display: flex; align-items: center; justify-content: center; gap: .6em;
  width: 100%; min-height: 3rem; padding: .65rem 1.25rem;
  border: 1px solid transparent; border-radius: .75rem;
  background: #111318; color: #fff; font: 600 1rem/1.25 system-ui, sans-serif; cursor: pointer;
}
.device-pay-button svg {
  width: 1.4em; height: 1.4em; fill: none;
  stroke: currentColor; stroke-width: 2; stroke-linecap: round;
}
.device-pay-button:hover { background: #23262e; }
.device-pay-button:focus-visible { outline: 3px solid #3b82f6; outline-offset: 2px; }
.device-pay-button:disabled { opacity: .55; cursor: default; }
.device-pay-status { margin: .6rem 0 0; font: 400 .95rem/1.45 system-ui, sans-serif; }
.device-pay-status:empty { display: none; }
@media (prefers-color-scheme: dark) {
  .device-pay-button { background: #fff; color: #111318; }
  .device-pay-button:hover { background: #e4e6eb; }
}
`
