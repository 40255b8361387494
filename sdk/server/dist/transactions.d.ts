// Made from sdk/server/src by scripts/build-sdk.ts. Make changes there.

import type {
  CreateTransactionRequest,
  RefundQuote,
  RefundRequest,
  TimelineStep,
  TransactionSummary,
} from './api-types.js'
import type { Client } from './client.js'
import type { Transaction } from './event-types.js'
import type { TransactionFilters } from './filters.js'
import type { List } from './list.js'
import type { CallOptions } from './options.js'
/** Payments by PIX, boleto, card and Device Pay. Amounts are in cents. */
export declare class Transactions {
  #private
  constructor(client: Client)
  /**
   * Creates a payment. A refused card is no error: look at `status`. WAITING_PAYMENT means that the
   * payer has to pay, or that the card is being analysed; the result arrives by webhook.
   */
  create(order: CreateTransactionRequest, options?: CallOptions): Promise<Transaction>
  list(filters?: TransactionFilters, options?: CallOptions): List<Transaction>
  get(id: string, options?: CallOptions): Promise<Transaction>
  /** Status and time of payment only: cheap enough to ask often. */
  summary(id: string, options?: CallOptions): Promise<TransactionSummary>
  /** Every step of the payment, oldest first: who did it, and what the provider responded. */
  timeline(id: string, options?: CallOptions): Promise<readonly TimelineStep[]>
  /** Refunds `amount` cents, or all that is left. `refunds` of the result has its status. */
  refund(id: string, request?: RefundRequest, options?: CallOptions): Promise<Transaction>
  /** What a refund would cost now. Nothing is refunded. */
  quoteRefund(id: string, request?: RefundRequest, options?: CallOptions): Promise<RefundQuote>
  /** Captures an authorized card. */
  capture(id: string, options?: CallOptions): Promise<Transaction>
  /** Cancels a charge that waits for payment, or an authorized card. */
  cancel(id: string, options?: CallOptions): Promise<Transaction>
}
