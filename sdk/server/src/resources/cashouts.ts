import type { Client } from '../http/client.ts'
import { path } from '../http/request.ts'
import type { List } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type {
  CashoutApproval,
  CashoutReceipt,
  CashoutReceiver,
  CashoutReceiverRequest,
  CashoutSchedule,
  CreateCashoutRequest,
  PutCashoutScheduleRequest,
} from '../types/api-types.ts'
import type { Cashout } from '../types/event-types.ts'
import { dataOf, listOf } from './calls.ts'
import type { CashoutFilters } from './filters.ts'

/** Withdrawals and transfers by PIX. Amounts are in cents. */
export class Cashouts {
  readonly #client: Client
  constructor(client: Client) {
    this.#client = client
  }

  /** Reserves the money and sends it to a PIX key. The result arrives by webhook. */
  create(request: CreateCashoutRequest, options?: CallOptions): Promise<Cashout> {
    const call = { method: 'POST', path: '/api/user/cashout', body: request } as const
    return dataOf(this.#client, call, options)
  }

  /** The owner of a PIX key, where the bank of the cashouts shows it before a payment. */
  receiver(request: CashoutReceiverRequest, options?: CallOptions): Promise<CashoutReceiver> {
    const call = { method: 'POST', path: '/api/user/cashout/receiver', body: request } as const
    return dataOf(this.#client, call, options)
  }

  list(filters?: CashoutFilters, options?: CallOptions): List<Cashout> {
    return listOf(this.#client, '/api/user/cashout', filters, options)
  }

  get(id: string, options?: CallOptions): Promise<Cashout> {
    return dataOf(this.#client, { method: 'GET', path: path`/api/user/cashout/${id}` }, options)
  }

  /** Cancels a cashout that was not sent yet. */
  cancel(id: string, options?: CallOptions): Promise<Cashout> {
    const call = { method: 'POST', path: path`/api/user/cashout/${id}/cancel` } as const
    return dataOf(this.#client, call, options)
  }

  /** Of a completed cashout. */
  receipt(id: string, options?: CallOptions): Promise<CashoutReceipt> {
    const call = { method: 'GET', path: path`/api/user/cashout/${id}/receipt` } as const
    return dataOf(this.#client, call, options)
  }

  /** The automatic cashout. */
  schedule(options?: CallOptions): Promise<CashoutSchedule> {
    return dataOf(this.#client, { method: 'GET', path: '/api/user/cashout/schedule' }, options)
  }

  /** Changes the automatic cashout. Fields that you leave out keep their value. */
  setSchedule(request: PutCashoutScheduleRequest, options?: CallOptions): Promise<CashoutSchedule> {
    const call = { method: 'PUT', path: '/api/user/cashout/schedule', body: request } as const
    return dataOf(this.#client, call, options)
  }

  /** The token with which your program recognizes requests for approval. */
  approval(options?: CallOptions): Promise<CashoutApproval> {
    return dataOf(this.#client, { method: 'GET', path: '/api/user/cashout/approval' }, options)
  }
}
