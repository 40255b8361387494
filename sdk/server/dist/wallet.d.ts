// Made from sdk/server/src by scripts/build-sdk.ts. Make changes there.

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
} from './api-types.js'
import type { Client } from './client.js'
import type { Book } from './event-types.js'
import type { EntryFilters, PageSize, ReceivableFilters, StatementFilters } from './filters.js'
import type { List } from './list.js'
import type { CallOptions } from './options.js'
/** The money of the account. Amounts are in cents. */
export declare class Wallet {
  #private
  constructor(client: Client)
  /** The balance now; with `at`, at that instant or at the end of that day. */
  balance(
    query?: {
      at?: string | Date
    },
    options?: CallOptions,
  ): Promise<Balance>
  /** The lines of one book. With `month`, a page has the balances and totals of the month too. */
  statement(
    filters?: StatementFilters,
    options?: CallOptions,
  ): List<
    StatementLine,
    {
      readonly book: Book
      readonly month?: StatementMonth
    }
  >
  /** Every transfer between two books. */
  entries(filters?: EntryFilters, options?: CallOptions): List<Entry>
  /** The objects for which money waits. */
  blocked(filters?: PageSize, options?: CallOptions): List<BlockedPart>
  /** Parts of sales, by the day on which their money arrives. */
  receivables(filters?: ReceivableFilters, options?: CallOptions): List<Receivable>
  /** The money of a month by day. `month` is `2026-10`; without it, the present one. */
  receivableCalendar(
    query?: {
      month?: string
    },
    options?: CallOptions,
  ): Promise<ReceivableCalendar>
  /** What a sale would cost, and when its money would arrive, if it were paid now. */
  quote(request: QuoteRequest, options?: CallOptions): Promise<Quote>
}
