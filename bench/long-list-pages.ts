import type { Sql } from '../src/db/pool.ts'
import type { LongShop, Range } from './fill-lists.ts'
import {
  insertAudit,
  insertCases,
  insertCashouts,
  insertDeliveries,
  insertDisputes,
  insertEvents,
  insertLines,
  insertReceivables,
  insertRequests,
  insertTerms,
  insertTransactions,
  insertTransfers,
} from './long-list-tables.ts'

/** A list of the dashboard: its rows, and its pages by filter. */
export interface LongList {
  readonly name: string
  /** The time that its rows span. Left out: a year. */
  readonly days?: number
  readonly tables: readonly Filled[]
  pages(shop: LongShop): Readonly<Record<string, string>>
}

interface Filled {
  readonly table: string
  /** Left out: as many rows as the list has. */
  readonly most?: number
  insert(sql: Sql, shop: LongShop, range: Range): PromiseLike<unknown>
}

const daysAgo = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
/** Two days in the middle of a year, and the day of the oldest rows. */
const middle = `start_date=${daysAgo(183)}&end_date=${daysAgo(182)}`
const oldest = `end_date=${daysAgo(364)}`

const thisWeek = `start_date=${daysAgo(4)}&end_date=${daysAgo(3)}`
const rareType = 'types=transaction.chargedback'

const transactions = '/api/user/transactions'
const deliveries = '/api/user/webhooks/deliveries'
const cashouts = '/api/user/cashout'
const disputes = '/api/user/chargebacks'
const requests = '/api/user/requests'
const entries = '/api/user/wallet/entries'
const statement = '/api/user/wallet/statement'
const cases = '/api/admin/reconciliation/cases'
const audit = '/api/user/audit'
const allAudit = '/api/admin/audit'

export const longestLists: readonly LongList[] = [
  {
    name: 'transactions',
    tables: [
      { table: 'transactions', insert: insertTransactions },
      { table: 'search_terms', insert: insertTerms },
    ],
    pages: ({ linkId }) => ({
      'no filter': transactions,
      'page by number': `${transactions}?page=3`,
      status: `${transactions}?status=PAID`,
      'a rare status': `${transactions}?status=REFUNDED`,
      'a rare status, counted': `${transactions}?status=REFUNDED&page=1`,
      'a common status, counted': `${transactions}?status=PAID&page=1`,
      'several statuses': `${transactions}?status=PAID,REFUNDED,WAITING_PAYMENT`,
      method: `${transactions}?paymentMethods=PIX`,
      'a rare method': `${transactions}?paymentMethods=BOLETO`,
      'status and method that no sale has': `${transactions}?status=PAID&paymentMethods=BOLETO`,
      'two days': `${transactions}?${middle}`,
      'two days and a status': `${transactions}?${middle}&status=REFUNDED`,
      'the oldest': `${transactions}?${oldest}`,
      externalRef: `${transactions}?externalRef=pedido-1`,
      'a link': `${transactions}?paymentLinkId=${linkId}`,
      'a link and a rare status': `${transactions}?paymentLinkId=${linkId}&status=REFUNDED`,
      'search by a common word': `${transactions}?search=nome7`,
      'search by a rare word': `${transactions}?search=raridade`,
      'search by an unknown word': `${transactions}?search=ninguem`,
      'search by an amount': `${transactions}?search=123,45`,
      'search and a rare status': `${transactions}?search=nome7&status=REFUNDED`,
      'an amount no sale has': `${transactions}?minAmount=99999`,
      'a range of amounts': `${transactions}?minAmount=2000&maxAmount=3000`,
    }),
  },
  {
    name: 'deliveries',
    tables: [
      { table: 'events', insert: insertEvents },
      { table: 'deliveries', insert: insertDeliveries },
    ],
    pages: ({ endpointId }) => ({
      'no filter': deliveries,
      state: `${deliveries}?state=delivered`,
      'a rare state': `${deliveries}?state=exhausted`,
      'a rare type': `${deliveries}?${rareType}`,
      'a type': `${deliveries}?types=transaction.*`,
      'a rare type of an endpoint': `${deliveries}?${rareType}&endpointId=${endpointId}`,
      'an endpoint': `${deliveries}?endpointId=${endpointId}`,
      'an endpoint and a rare state': `${deliveries}?endpointId=${endpointId}&state=exhausted`,
      'two days': `${deliveries}?${middle}`,
      'two days and a rare state': `${deliveries}?${middle}&state=exhausted`,
      'two days and a rare type': `${deliveries}?${middle}&${rareType}`,
      'events, from the oldest': '/api/user/events',
      'events of a rare type': `/api/user/events?${rareType}`,
      'audit log with events': audit,
      'audit log, events of people': `${audit}?by=person`,
      'audit log, events of keys': `${audit}?by=key`,
      'audit log, an actor without an event': `${audit}?by=gateway`,
      'audit log, two days': `${audit}?${middle}`,
      'audit log, two days of people': `${audit}?${middle}&by=person`,
    }),
  },
  {
    name: 'entries',
    tables: [
      { table: 'ledger_transfers', insert: insertTransfers },
      { table: 'receivables', insert: insertReceivables },
    ],
    pages: ({ accountId }) => ({
      'no filter': entries,
      'a book': `${entries}?book=pending`,
      'a rare book': `${entries}?book=blocked`,
      'a book without entries': `${entries}?book=debt`,
      'two days': `${entries}?${middle}`,
      'a rare book in two days': `${entries}?book=blocked&${middle}`,
      'a cause that is unknown': `${entries}?causeId=${accountId}`,
      'a payment that is unknown': `${entries}?transactionId=${accountId}`,
      statement,
      'statement of a book': `${statement}?book=pending`,
      'statement of a month': `${statement}?month=${daysAgo(182).slice(0, 7)}`,
      receivables: '/api/user/receivables',
      'receivables of a rare status': '/api/user/receivables?status=SCHEDULED',
      'receivables of two days': `/api/user/receivables?${middle}`,
      'all accounts': '/api/admin/ledger/entries',
      'all accounts, fees': '/api/admin/ledger/entries?book=fees',
      'all accounts, two days': `/api/admin/ledger/entries?${middle}`,
      'all accounts, blocked': '/api/admin/ledger/entries?book=blocked',
    }),
  },
  {
    name: 'settlement lines',
    tables: [
      { table: 'settlement_lines', insert: insertLines },
      { table: 'reconciliation_cases', insert: insertCases },
    ],
    pages: ({ fileId, providerId, accountId }) => {
      const lines = `/api/admin/reconciliation/files/${fileId}/lines`
      return {
        'no filter': lines,
        'with a case': `${lines}?only=with-case`,
        'the file, with its counts': `/api/admin/reconciliation/files/${fileId}`,
        cases,
        'open cases': `${cases}?status=OPEN`,
        'closed cases': `${cases}?status=RESOLVED`,
        'a rare kind of case': `${cases}?kind=sale-unknown`,
        'a common kind of case': `${cases}?kind=sale-amount-differs`,
        'open cases of a kind': `${cases}?status=OPEN&kind=sale-amount-differs`,
        'cases of a provider': `${cases}?providerId=${providerId}`,
        'cases of an unknown provider': `${cases}?providerId=${accountId}`,
        'open cases of a file': `${cases}?fileId=${fileId}&status=OPEN`,
        'cases of an account': `${cases}?accountId=${accountId}&status=OPEN`,
      }
    },
  },
  {
    name: 'cashouts',
    tables: [{ table: 'cashouts', insert: insertCashouts }],
    pages: () => ({
      'no filter': cashouts,
      'page by number': `${cashouts}?page=3`,
      status: `${cashouts}?status=COMPLETED`,
      'a rare status': `${cashouts}?status=FAILED`,
      'no such status': `${cashouts}?status=PENDING`,
      'two days': `${cashouts}?${middle}`,
      'two days and a rare status': `${cashouts}?${middle}&status=FAILED`,
      externalRef: `${cashouts}?externalRef=saque-1`,
      'to approve, all accounts': '/api/admin/cashouts/to-approve',
    }),
  },
  {
    name: 'disputes',
    tables: [
      { table: 'transactions', most: 20, insert: insertTransactions },
      { table: 'disputes', insert: insertDisputes },
    ],
    pages: () => ({
      'no filter': disputes,
      status: `${disputes}?status=WON`,
      'a rare status': `${disputes}?status=LOST`,
      kind: `${disputes}?kind=med`,
      'no such status': `${disputes}?status=NEEDS_RESPONSE`,
      'all accounts': '/api/admin/disputes',
      'all accounts, a status': '/api/admin/disputes?status=WON',
      'all accounts, a rare status': '/api/admin/disputes?status=LOST',
      'all accounts, no such status': '/api/admin/disputes?status=UNDER_REVIEW',
      'all accounts, to answer': '/api/admin/disputes?status=NEEDS_RESPONSE,UNDER_REVIEW',
    }),
  },
  {
    name: 'audit entries',
    tables: [{ table: 'audit_entries', insert: insertAudit }],
    pages: ({ accountId }) => ({
      'no filter': audit,
      'by people': `${audit}?by=person`,
      'by a rare actor': `${audit}?by=cli`,
      'two days': `${audit}?${middle}`,
      'two days by a rare actor': `${audit}?${middle}&by=cli`,
      'the oldest': `${audit}?${oldest}`,
      'all accounts': allAudit,
      'all accounts, by a rare actor': `${allAudit}?by=cli`,
      'all accounts, two days': `${allAudit}?${middle}`,
      'all accounts, the oldest': `${allAudit}?${oldest}`,
      'an account for the operator': `${allAudit}?accountId=${accountId}`,
    }),
  },
  {
    name: 'requests',
    days: 6.5,
    tables: [{ table: 'api_requests', insert: insertRequests }],
    pages: ({ keyId, accountId }) => ({
      'no filter': requests,
      status: `${requests}?status=4xx`,
      'a rare status': `${requests}?status=5xx`,
      method: `${requests}?method=POST`,
      'no such method': `${requests}?method=DELETE`,
      path: `${requests}?path=/api/user/cashout`,
      'an error code': `${requests}?errorCode=internal`,
      'a key': `${requests}?keyId=${keyId}`,
      'a key and a rare status': `${requests}?keyId=${keyId}&status=5xx`,
      people: `${requests}?actorKind=person`,
      'a request id': `${requests}?requestId=${accountId}`,
      'two days': `${requests}?${thisWeek}`,
      'two days and a rare status': `${requests}?${thisWeek}&status=5xx`,
    }),
  },
]
