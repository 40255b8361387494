import type {
  Book,
  CashoutStatus,
  DeliveryState,
  DisputeKind,
  DisputeStatus,
  PaymentLinkStatus,
  PaymentMethod,
  ReceivableStatus,
  TransactionStatus,
} from '../types/event-types.ts'

/* The filters of lists, with the names of the API. `limit` is the size of a page, 1 to 100. */

/** A period, both ends included: days of São Paulo (`2026-11-21`) or instants. */
export interface Period {
  readonly start_date?: string | Date | undefined
  readonly end_date?: string | Date | undefined
}

export interface PageSize {
  /** Items of a page, 1 to 100. Default: 20. */
  readonly limit?: number | undefined
}

export interface TransactionFilters extends Period, PageSize {
  readonly status?: readonly TransactionStatus[] | undefined
  readonly paymentMethods?: readonly PaymentMethod[] | undefined
  readonly externalRef?: string | undefined
  readonly paymentLinkId?: string | undefined
  readonly checkoutSessionId?: string | undefined
  /** Whole ids, references, e-mail, CPF or CNPJ; words of the name; an amount as `123,45`. */
  readonly search?: string | undefined
  /** Cents, included. */
  readonly minAmount?: number | undefined
  /** Cents, included. */
  readonly maxAmount?: number | undefined
}

export interface PaymentLinkFilters extends PageSize {
  readonly status?: readonly PaymentLinkStatus[] | undefined
  /** A part of the title. */
  readonly search?: string | undefined
}

export interface CheckoutSessionFilters extends PageSize {
  readonly paymentLinkId?: string | undefined
}

export interface CashoutFilters extends Period, PageSize {
  readonly status?: readonly CashoutStatus[] | undefined
  readonly externalRef?: string | undefined
}

export interface StatementFilters extends Period, PageSize {
  /** Default: `available`. */
  readonly book?: Book | undefined
  readonly transactionId?: string | undefined
  /** `2026-10`, in place of a period: adds the balances and totals of the month. */
  readonly month?: string | undefined
}

export interface EntryFilters extends Period, PageSize {
  readonly book?: Book | undefined
  readonly transactionId?: string | undefined
  readonly receivableId?: string | undefined
  readonly causeId?: string | undefined
}

export interface ReceivableFilters extends PageSize {
  readonly status?: readonly ReceivableStatus[] | undefined
  readonly transactionId?: string | undefined
  /** Due on this day or later. */
  readonly start_date?: string | undefined
  /** Due on this day or earlier. */
  readonly end_date?: string | undefined
}

export interface DisputeFilters extends PageSize {
  readonly status?: readonly DisputeStatus[] | undefined
  readonly kind?: DisputeKind | undefined
  readonly transactionId?: string | undefined
}

export interface DeliveryFilters extends Period, PageSize {
  readonly state?: readonly DeliveryState[] | undefined
  /** Types of events, or `transaction.*`. */
  readonly types?: readonly string[] | undefined
  readonly objectId?: string | undefined
  readonly eventId?: string | undefined
  readonly endpointId?: string | undefined
}

export interface RequestFilters extends Period, PageSize {
  readonly status?: readonly ('2xx' | '3xx' | '4xx' | '5xx')[] | undefined
  readonly method?: readonly ('GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE')[] | undefined
  /** The beginning of the path. */
  readonly path?: string | undefined
  readonly errorCode?: string | undefined
  readonly keyId?: string | undefined
  readonly actorKind?: 'key' | 'person' | undefined
  /** `X-Request-Id` of a response. */
  readonly requestId?: string | undefined
}
