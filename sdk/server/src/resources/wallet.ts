import type { Client } from '../http/client.ts'
import type { List } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type {
  Balance,
  BlockedPart,
  Entry,
  Quote,
  QuoteRequest,
  Receivable,
  ReceivableCalendar,
  StatementLine,
  StatementMonth,
} from '../types/api-types.ts'
import type { Book } from '../types/event-types.ts'
import { dataOf, listOf } from './calls.ts'
import type { EntryFilters, PageSize, ReceivableFilters, StatementFilters } from './filters.ts'

/** The money of the account. Amounts are in cents. */
export class Wallet {
  readonly #client: Client
  constructor(client: Client) {
    this.#client = client
  }

  /** The balance now; with `at`, at that instant or at the end of that day. */
  balance(query: { at?: string | Date } = {}, options?: CallOptions): Promise<Balance> {
    return dataOf(this.#client, { method: 'GET', path: '/api/user/wallet/balance', query }, options)
  }

  /** The lines of one book. With `month`, a page has the balances and totals of the month too. */
  statement(
    filters?: StatementFilters,
    options?: CallOptions,
  ): List<StatementLine, { readonly book: Book; readonly month?: StatementMonth }> {
    return listOf(this.#client, '/api/user/wallet/statement', filters, options)
  }

  /** Every transfer between two books. */
  entries(filters?: EntryFilters, options?: CallOptions): List<Entry> {
    return listOf(this.#client, '/api/user/wallet/entries', filters, options)
  }

  /** The objects for which money waits. */
  blocked(filters?: PageSize, options?: CallOptions): List<BlockedPart> {
    return listOf(this.#client, '/api/user/wallet/blocked', filters, options)
  }

  /** Parts of sales, by the day on which their money arrives. */
  receivables(filters?: ReceivableFilters, options?: CallOptions): List<Receivable> {
    return listOf(this.#client, '/api/user/receivables', filters, options)
  }

  /** The money of a month by day. `month` is `2026-10`; without it, the present one. */
  receivableCalendar(
    query: { month?: string } = {},
    options?: CallOptions,
  ): Promise<ReceivableCalendar> {
    const call = { method: 'GET', path: '/api/user/receivables/calendar', query } as const
    return dataOf(this.#client, call, options)
  }

  /** What a sale would cost, and when its money would arrive, if it were paid now. */
  quote(request: QuoteRequest, options?: CallOptions): Promise<Quote> {
    const call = { method: 'POST', path: '/api/user/quotes', body: request } as const
    return dataOf(this.#client, call, options)
  }
}
