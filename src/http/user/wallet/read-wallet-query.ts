import {
  ListReceivablesQuery,
  ReceivableCalendarQuery,
  receivableStatuses,
} from '../../../../contract/receivable.ts'
import {
  BalanceQuery,
  EntriesQuery,
  merchantBooks,
  StatementQuery,
} from '../../../../contract/wallet.ts'
import { endOfLocalDay, localDate } from '../../../brazil/local-time.ts'
import type { EntryFilter } from '../../../ledger/entry-store.ts'
import type { MerchantBook } from '../../../ledger/posting.ts'
import { monthFrom } from '../../../overview/month.ts'
import type { Days } from '../../../overview/totals-store.ts'
import { isUuid } from '../../../primitives/id.ts'
import type { ReceivableCursor, ReceivableFilter } from '../../../settlement/receivable-store.ts'
import { cursorOf } from '../../request/list-page.ts'
import {
  between,
  choiceOf,
  firstInstant,
  lastInstant,
  oneOrMore,
  periodFrom,
  type Query,
  queryReader,
  type Reader,
  readList,
} from '../../request/list-query.ts'

/**
 * The instant of a requested balance; undefined: now. A date of today ends now, and a later one is
 * rejected.
 */
export function readBalanceQuery(sent: Query, now: Date): Date | undefined {
  const { read, refuse } = queryReader(BalanceQuery, sent)
  const at = read('at', 'date', lastInstant)
  if (at && at > endOfLocalDay(localDate(now))) read('at', 'future', () => undefined)
  refuse()
  return at
}

interface EntriesPage {
  readonly filter: EntryFilter & { readonly book?: MerchantBook }
  readonly limit: number
  readonly after?: number
}

/** The filters of a statement, and the start of the page. */
export const readStatementQuery = (sent: Query): EntriesPage =>
  entriesPage(
    readList(StatementQuery, sent, (reader) => ({
      ...filtersOf(reader),
      ...(monthOf(reader) ?? periodFrom(reader)),
    })),
  )

/** The filters of entries, and the start of the page. */
export const readEntriesQuery = (sent: Query): EntriesPage =>
  entriesPage(
    readList(EntriesQuery, sent, (reader) => ({
      ...filtersOf(reader),
      ...periodFrom(reader),
      receivableId: reader.query.receivableId,
      causeId: reader.query.causeId,
    })),
  )

const filtersOf = ({
  query,
  read,
}: Reader<{ book?: string; transactionId?: string; cursor?: string }>) => ({
  book: read('book', choiceOf(merchantBooks), bookFrom),
  transactionId: query.transactionId,
  after: read('cursor', 'cursor', byNumber.read),
})

const entriesPage = ({
  limit,
  after,
  ...filter
}: EntriesPage['filter'] & {
  readonly limit: number
  readonly after?: { readonly number: number }
}): EntriesPage => ({ filter, limit, ...(after && { after: after.number }) })

/** The period of a requested month. */
function monthOf({ read }: Reader<{ month?: string }>) {
  const days = read('month', 'month', monthFrom)
  return days && { from: firstInstant(days.first), to: lastInstant(days.last) }
}

/** The month of a calendar; without one, that of today. */
export function readCalendarQuery(sent: Query, now: Date): { month: string; days: Days } {
  const { query, read, refuse } = queryReader(ReceivableCalendarQuery, sent)
  const month = query.month ?? localDate(now).toString().slice(0, 7)
  const days = read('month', 'month', monthFrom) ?? monthFrom(month)
  refuse()
  if (!days) throw new Error(`no month: ${month}`)
  return { month, days }
}

export const readReceivablesQuery = (
  sent: Query,
): ReceivableFilter & { readonly limit: number; readonly after?: ReceivableCursor } =>
  readList(ListReceivablesQuery, sent, (reader) => ({
    statuses: reader.read('status', choiceOf(receivableStatuses), oneOrMore(receivableStatuses)),
    ...between(reader, {
      from: reader.read('start_date', 'date', dayFrom),
      to: reader.read('end_date', 'date', dayFrom),
    }),
    transactionId: reader.query.transactionId,
    after: reader.read('cursor', 'cursor', byDueDate.read),
  }))

/** The position in a list of entries. */
export const byNumber = cursorOf<{ readonly number: number }>(
  ({ number }) => [`n${number}`],
  (text = '') => (/^n\d{1,15}$/.test(text) ? { number: Number(text.slice(1)) } : undefined),
)

/** The position in a list of receivables. */
export const byDueDate = cursorOf<ReceivableCursor>(
  ({ dueOn, id }) => [dueOn, id],
  (dueOn = '', id = '') => (dayFrom(dueOn) !== undefined && isUuid(id) ? { dueOn, id } : undefined),
)

/** A calendar day, unchanged. */
function dayFrom(text: string): string | undefined {
  return /^\d{4}-\d\d-\d\d$/.test(text) && firstInstant(text) ? text : undefined
}

const bookFrom = (text: string): MerchantBook | undefined =>
  merchantBooks.find((book) => book === text.toLowerCase())
