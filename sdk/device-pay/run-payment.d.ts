// Made from sdk/device-pay/src by scripts/build-sdk.ts. Make changes there.
import { type DevicePaymentRequest, type DevicePayToken } from './device-session.js'
import type { MerchantSessionAnswer } from './merchant-session.js'
import { type PayResult } from './result.js'
/** The authorization of the payer, for your backend. */
export interface Authorization {
  /** The value of `wallet.token` of `POST /api/user/transactions`, whole. */
  readonly token: DevicePayToken
  /**
   * Send it as the `Idempotency-Key` of that call: a repeat is then safe. It is the same for the
   * same authorization.
   */
  readonly idempotencyKey: string
}
/** The result that your backend reports. */
export interface TransactionAnswer {
  /**
   * `data.status` of the gateway's response, or `REJECTED` when the gateway responded with 400 or
   * 404: nothing was charged. After any other response the result is unknown.
   */
  readonly status: string
  /** A sentence for the payer instead of ours. */
  readonly message?: string
}
/** What the page does in the course of a payment. */
export interface PaymentSteps {
  /** Requests the merchant session of this one payment. Never rejects. */
  readonly merchantSession: (validationUrl: string) => Promise<MerchantSessionAnswer>
  /** Rejects when the result is unknown. */
  readonly createTransaction: (authorization: Authorization) => Promise<TransactionAnswer>
}
/**
 * Runs one payment in the order that devices require. Called inside the click, with no `await`
 * before. There is one payment at a time on a page.
 */
export declare function runPayment(
  request: DevicePaymentRequest,
  steps: PaymentSteps,
): Promise<PayResult>
/**
 * Called at the end of each payment of the page. A button that shows the payment of another one
 * learns its result here.
 */
export declare const followers: Set<(result: PayResult) => void>
