import type { Client } from '../http/client.ts'
import { path } from '../http/request.ts'
import type { List } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type {
  CreateTransactionRequest,
  RefundQuote,
  RefundRequest,
  TimelineStep,
  TransactionSummary,
} from '../types/api-types.ts'
import type { Transaction } from '../types/event-types.ts'
import { dataOf, listOf } from './calls.ts'
import type { TransactionFilters } from './filters.ts'

/** Payments by PIX, boleto, card and Device Pay. Amounts are in cents. */
export class Transactions {
  readonly #client: Client
  constructor(client: Client) {
    this.#client = client
  }

  /**
   * Creates a payment. A refused card is no error: look at `status`. WAITING_PAYMENT means that the
   * payer has to pay, or that the card is being analysed; the result arrives by webhook.
   */
  create(order: CreateTransactionRequest, options?: CallOptions): Promise<Transaction> {
    const call = { method: 'POST', path: '/api/user/transactions', body: order } as const
    return dataOf(this.#client, call, options)
  }

  list(filters?: TransactionFilters, options?: CallOptions): List<Transaction> {
    return listOf(this.#client, '/api/user/transactions', filters, options)
  }

  get(id: string, options?: CallOptions): Promise<Transaction> {
    const call = { method: 'GET', path: path`/api/user/transactions/${id}` } as const
    return dataOf(this.#client, call, options)
  }

  /** Status and time of payment only: cheap enough to ask often. */
  summary(id: string, options?: CallOptions): Promise<TransactionSummary> {
    const call = { method: 'GET', path: path`/api/user/transactions/${id}/summary` } as const
    return dataOf(this.#client, call, options)
  }

  /** Every step of the payment, oldest first: who did it, and what the provider responded. */
  timeline(id: string, options?: CallOptions): Promise<readonly TimelineStep[]> {
    const call = { method: 'GET', path: path`/api/user/transactions/${id}/timeline` } as const
    return dataOf(this.#client, call, options)
  }

  /** Refunds `amount` cents, or all that is left. `refunds` of the result has its status. */
  refund(id: string, request: RefundRequest = {}, options?: CallOptions): Promise<Transaction> {
    const url = path`/api/user/transactions/${id}/refund`
    return dataOf(this.#client, { method: 'POST', path: url, body: request }, options)
  }

  /** What a refund would cost now. Nothing is refunded. */
  quoteRefund(
    id: string,
    request: RefundRequest = {},
    options?: CallOptions,
  ): Promise<RefundQuote> {
    const url = path`/api/user/transactions/${id}/refund/quote`
    return dataOf(this.#client, { method: 'POST', path: url, body: request }, options)
  }

  /** Captures an authorized card. */
  capture(id: string, options?: CallOptions): Promise<Transaction> {
    const call = { method: 'POST', path: path`/api/user/transactions/${id}/capture` } as const
    return dataOf(this.#client, call, options)
  }

  /** Cancels a charge that waits for payment, or an authorized card. */
  cancel(id: string, options?: CallOptions): Promise<Transaction> {
    const call = { method: 'POST', path: path`/api/user/transactions/${id}/cancel` } as const
    return dataOf(this.#client, call, options)
  }
}
