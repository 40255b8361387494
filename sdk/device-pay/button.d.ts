// Made from sdk/device-pay/src by scripts/build-sdk.ts. Make changes there.
import { type PayOptions } from './pay.js'
import { type PayResult } from './result.js'
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
export declare function mountButton(
  element: Element,
  { payment, onResult }: ButtonOptions,
): MountedButton
