// Made from sdk/server/src by scripts/build-sdk.ts. Make changes there.

import type {
  CashoutApproval,
  CashoutReceipt,
  CashoutReceiver,
  CashoutReceiverRequest,
  CashoutSchedule,
  CreateCashoutRequest,
  PutCashoutScheduleRequest,
} from './api-types.js'
import type { Client } from './client.js'
import type { Cashout } from './event-types.js'
import type { CashoutFilters } from './filters.js'
import type { List } from './list.js'
import type { CallOptions } from './options.js'
/** Withdrawals and transfers by PIX. Amounts are in cents. */
export declare class Cashouts {
  #private
  constructor(client: Client)
  /** Reserves the money and sends it to a PIX key. The result arrives by webhook. */
  create(request: CreateCashoutRequest, options?: CallOptions): Promise<Cashout>
  /** The owner of a PIX key, where the bank of the cashouts shows it before a payment. */
  receiver(request: CashoutReceiverRequest, options?: CallOptions): Promise<CashoutReceiver>
  list(filters?: CashoutFilters, options?: CallOptions): List<Cashout>
  get(id: string, options?: CallOptions): Promise<Cashout>
  /** Cancels a cashout that was not sent yet. */
  cancel(id: string, options?: CallOptions): Promise<Cashout>
  /** Of a completed cashout. */
  receipt(id: string, options?: CallOptions): Promise<CashoutReceipt>
  /** The automatic cashout. */
  schedule(options?: CallOptions): Promise<CashoutSchedule>
  /** Changes the automatic cashout. Fields that you leave out keep their value. */
  setSchedule(request: PutCashoutScheduleRequest, options?: CallOptions): Promise<CashoutSchedule>
  /** The token with which your program recognizes requests for approval. */
  approval(options?: CallOptions): Promise<CashoutApproval>
}
