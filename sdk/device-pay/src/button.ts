import { adoptStyle, contactlessMark } from './button-look.ts'
import { canMakePayments } from './device-session.ts'
import { type PayOptions, pay } from './pay.ts'
import { type PayResult, resultOf } from './result.ts'
import { followers } from './run-payment.ts'

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
  // The payment that it waits for may end at another button, and may be of the same order.
  const follow = (result: PayResult) => {
    const { code } = status.dataset
    if (code === 'in-progress' || code === 'unknown') show(result)
  }
  followers.add(follow)
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
      followers.delete(follow)
      button.remove()
      status.remove()
    },
  }
}
