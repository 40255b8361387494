// Made from sdk/device-pay/src by scripts/build-sdk.ts. Make changes there.
import { type SheetOptions } from './payment-request.js'
import type { PayResult } from './result.js'
import { type Authorization, type TransactionAnswer } from './run-payment.js'
export interface PayOptions extends SheetOptions {
  /** The gateway's address: `https://pagamentos.exemplo.com.br`. */
  readonly baseUrl: string
  /**
   * Sends the authorization to your backend, which creates the transaction with the secret key.
   * Reject when the result is unknown (network, 5xx). The request is then repeated with the same
   * authorization, before any new payment.
   */
  readonly createTransaction: (authorization: Authorization) => Promise<TransactionAnswer>
}
/**
 * Runs one payment. Call it inside the click, with no `await` before: the device refuses to open
 * its sheet later. The promise resolves when the result is known. Until then no second payment
 * starts: a further call returns `in-progress`, or repeats the request of an authorization whose
 * response was lost.
 * @throws TypeError (rejects) when the options are wrong
 */
export declare function pay(options: PayOptions): Promise<PayResult>
