// Made from sdk/server/src by scripts/build-sdk.ts. Make changes there.

import type {
  ChangePaymentLinkRequest,
  CheckoutSession,
  CreateCheckoutSessionRequest,
  CreatePaymentLinkRequest,
} from './api-types.js'
import type { Client } from './client.js'
import type { PaymentLink } from './event-types.js'
import type { CheckoutSessionFilters, PaymentLinkFilters } from './filters.js'
import type { List } from './list.js'
import type { CallOptions } from './options.js'
/** Offers that many payers can pay at an address. Amounts are in cents. */
export declare class PaymentLinks {
  #private
  constructor(client: Client)
  /** Give `amount`, or `openAmount` to let the payer choose. `url` of the result is the offer. */
  create(request: CreatePaymentLinkRequest, options?: CallOptions): Promise<PaymentLink>
  list(filters?: PaymentLinkFilters, options?: CallOptions): List<PaymentLink>
  get(id: string, options?: CallOptions): Promise<PaymentLink>
  /** Changes the fields that you give; null removes one. `status: 'INACTIVE'` closes the link. */
  update(id: string, change: ChangePaymentLinkRequest, options?: CallOptions): Promise<PaymentLink>
  /** The QR of the address, as SVG. */
  qrSvg(id: string, options?: CallOptions): Promise<string>
  /** The QR of the address, as the bytes of a PNG. */
  qrPng(id: string, options?: CallOptions): Promise<Uint8Array>
}
/** Purchases of one payer, for a shop that sends its buyer to the page of the gateway. */
export declare class CheckoutSessions {
  #private
  constructor(client: Client)
  /** Send the buyer to `url` of the result. */
  create(request: CreateCheckoutSessionRequest, options?: CallOptions): Promise<CheckoutSession>
  list(filters?: CheckoutSessionFilters, options?: CallOptions): List<CheckoutSession>
  get(id: string, options?: CallOptions): Promise<CheckoutSession>
  /**
   * Ends the session now, and cancels a PIX or boleto that waits.
   * @throws GuicheError `status-does-not-allow` when the payment arrived before
   */
  expire(id: string, options?: CallOptions): Promise<CheckoutSession>
}
