import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TSchema } from 'typebox'
import { ListCashoutsQuery } from '../../../../contract/cashout.ts'
import { ListCheckoutSessionsQuery } from '../../../../contract/checkout-session.ts'
import { ListDisputesQuery } from '../../../../contract/dispute.ts'
import { ListEventsQuery } from '../../../../contract/events.ts'
import { ListTransactionsQuery } from '../../../../contract/list-transactions.ts'
import { ListPaymentLinksQuery } from '../../../../contract/payment-link.ts'
import { ListReceivablesQuery } from '../../../../contract/receivable.ts'
import { ListRequestsQuery } from '../../../../contract/request-log.ts'
import { EntriesQuery, StatementQuery } from '../../../../contract/wallet.ts'
import { ListDeliveriesQuery } from '../../../../contract/webhook-delivery.ts'
import type { FeedQuery } from '../events/feed-event.ts'
import type {
  CashoutFilters,
  CheckoutSessionFilters,
  DeliveryFilters,
  DisputeFilters,
  EntryFilters,
  PaymentLinkFilters,
  ReceivableFilters,
  RequestFilters,
  StatementFilters,
  TransactionFilters,
} from './filters.ts'

/** The names of a type, as values: one too many or one too few does not compile. */
const namesOf =
  <Filters>() =>
  (names: Readonly<Record<keyof Filters, true>>): string[] =>
    Object.keys(names)
const period = { start_date: true, end_date: true } as const

/** What the SDK leaves out: it reads by cursor, and JSON only. */
const left = new Set(['cursor', 'page', 'format'])

for (const [name, query, names] of [
  [
    'transactions',
    ListTransactionsQuery,
    namesOf<TransactionFilters>()({
      ...{ status: true, paymentMethods: true, ...period, externalRef: true, search: true },
      ...{ minAmount: true, maxAmount: true, limit: true },
      ...{ paymentLinkId: true, checkoutSessionId: true },
    }),
  ],
  [
    'payment links',
    ListPaymentLinksQuery,
    namesOf<PaymentLinkFilters>()({ status: true, search: true, limit: true }),
  ],
  [
    'checkout sessions',
    ListCheckoutSessionsQuery,
    namesOf<CheckoutSessionFilters>()({ paymentLinkId: true, limit: true }),
  ],
  [
    'cashouts',
    ListCashoutsQuery,
    namesOf<CashoutFilters>()({ status: true, ...period, externalRef: true, limit: true }),
  ],
  [
    'the statement',
    StatementQuery,
    namesOf<StatementFilters>()({
      ...{ book: true, transactionId: true, month: true, ...period, limit: true },
    }),
  ],
  [
    'entries',
    EntriesQuery,
    namesOf<EntryFilters>()({
      ...{ book: true, transactionId: true, receivableId: true, causeId: true },
      ...{ ...period, limit: true },
    }),
  ],
  [
    'receivables',
    ListReceivablesQuery,
    namesOf<ReceivableFilters>()({ status: true, transactionId: true, ...period, limit: true }),
  ],
  [
    'disputes',
    ListDisputesQuery,
    namesOf<DisputeFilters>()({ status: true, kind: true, transactionId: true, limit: true }),
  ],
  [
    'deliveries',
    ListDeliveriesQuery,
    namesOf<DeliveryFilters>()({
      ...{ state: true, types: true, objectId: true, eventId: true, endpointId: true },
      ...{ ...period, limit: true },
    }),
  ],
  [
    'requests',
    ListRequestsQuery,
    namesOf<RequestFilters>()({
      ...{ status: true, method: true, path: true, errorCode: true, keyId: true },
      ...{ actorKind: true, requestId: true, ...period, limit: true },
    }),
  ],
  [
    'the feed',
    ListEventsQuery,
    namesOf<FeedQuery>()({ after: true, limit: true, types: true, wait: true }),
  ],
] as const satisfies readonly (readonly [string, TSchema, string[]])[]) {
  test(`the filters of ${name} are those of the contract`, () => {
    const known = Object.keys(query.properties).filter((each) => !left.has(each))
    assert.deepEqual([...names].sort(), known.sort())
  })
}
