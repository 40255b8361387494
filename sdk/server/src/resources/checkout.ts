import type { Client } from '../http/client.ts'
import { path } from '../http/request.ts'
import type { List } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type {
  ChangePaymentLinkRequest,
  CheckoutSession,
  CreateCheckoutSessionRequest,
  CreatePaymentLinkRequest,
} from '../types/api-types.ts'
import type { PaymentLink } from '../types/event-types.ts'
import { dataOf, listOf } from './calls.ts'
import type { CheckoutSessionFilters, PaymentLinkFilters } from './filters.ts'

/** Offers that many payers can pay at an address. Amounts are in cents. */
export class PaymentLinks {
  readonly #client: Client
  constructor(client: Client) {
    this.#client = client
  }

  /** Give `amount`, or `openAmount` to let the payer choose. `url` of the result is the offer. */
  create(request: CreatePaymentLinkRequest, options?: CallOptions): Promise<PaymentLink> {
    const call = { method: 'POST', path: '/api/user/payment-links', body: request } as const
    return dataOf(this.#client, call, options)
  }

  list(filters?: PaymentLinkFilters, options?: CallOptions): List<PaymentLink> {
    return listOf(this.#client, '/api/user/payment-links', filters, options)
  }

  get(id: string, options?: CallOptions): Promise<PaymentLink> {
    const call = { method: 'GET', path: path`/api/user/payment-links/${id}` } as const
    return dataOf(this.#client, call, options)
  }

  /** Changes the fields that you give; null removes one. `status: 'INACTIVE'` closes the link. */
  update(
    id: string,
    change: ChangePaymentLinkRequest,
    options?: CallOptions,
  ): Promise<PaymentLink> {
    const url = path`/api/user/payment-links/${id}`
    return dataOf(this.#client, { method: 'PATCH', path: url, body: change }, options)
  }

  /** The QR of the address, as SVG. */
  async qrSvg(id: string, options?: CallOptions): Promise<string> {
    const url = path`/api/user/payment-links/${id}/qr.svg`
    const call = { method: 'GET', path: url, document: ['image/svg+xml'] } as const
    return new TextDecoder().decode((await this.#client.download(call, options)).bytes)
  }

  /** The QR of the address, as the bytes of a PNG. */
  async qrPng(id: string, options?: CallOptions): Promise<Uint8Array> {
    const url = path`/api/user/payment-links/${id}/qr.png`
    const call = { method: 'GET', path: url, document: ['image/png'] } as const
    return (await this.#client.download(call, options)).bytes
  }
}

/** Purchases of one payer, for a shop that sends its buyer to the page of the gateway. */
export class CheckoutSessions {
  readonly #client: Client
  constructor(client: Client) {
    this.#client = client
  }

  /** Send the buyer to `url` of the result. */
  create(request: CreateCheckoutSessionRequest, options?: CallOptions): Promise<CheckoutSession> {
    const call = { method: 'POST', path: '/api/user/checkout-sessions', body: request } as const
    return dataOf(this.#client, call, options)
  }

  list(filters?: CheckoutSessionFilters, options?: CallOptions): List<CheckoutSession> {
    return listOf(this.#client, '/api/user/checkout-sessions', filters, options)
  }

  get(id: string, options?: CallOptions): Promise<CheckoutSession> {
    const call = { method: 'GET', path: path`/api/user/checkout-sessions/${id}` } as const
    return dataOf(this.#client, call, options)
  }

  /**
   * Ends the session now, and cancels a PIX or boleto that waits.
   * @throws GuicheError `status-does-not-allow` when the payment arrived before
   */
  expire(id: string, options?: CallOptions): Promise<CheckoutSession> {
    const url = path`/api/user/checkout-sessions/${id}/expire`
    return dataOf(this.#client, { method: 'POST', path: url }, options)
  }
}
