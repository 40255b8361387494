import { ListReceivablesQuery, receivableStatuses } from '../../../../contract/receivable.ts'
import {
  BalanceQuery,
  type EntriesQuery,
  merchantBooks,
  type StatementQuery,
} from '../../../../contract/wallet.ts'
import { endOfLocalDay, localDate } from '../../../brazil/local-time.ts'
import type { EntryFilter } from '../../../ledger/entry-store.ts'
import type { MerchantBook } from '../../../ledger/posting.ts'
import { defined } from '../../../primitives/defined.ts'
import { isUuid } from '../../../primitives/id.ts'
import type { ReceivableCursor, ReceivableFilter } from '../../../settlement/receivable-store.ts'
import { cursorOf } from '../../request/list-page.ts'
import {
  between,
  choiceOf,
  firstInstant,
  lastInstant,
  limitFrom,
  oneOrMore,
  periodFrom,
  type Query,
  queryReader,
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

/** The filters of a statement or of entries, and the start of the page. */
export function readEntriesQuery(
  sent: Query,
  schema: typeof StatementQuery | typeof EntriesQuery,
): {
  readonly filter: EntryFilter & { readonly book?: MerchantBook }
  readonly limit: number
  readonly after?: number
} {
  const reader = queryReader(schema, sent)
  const { query, read, refuse } = reader
  const filter = defined({
    book: read('book', choiceOf(merchantBooks), bookFrom),
    ...periodFrom(reader),
    transactionId: query.transactionId,
    receivableId: 'receivableId' in query ? query.receivableId : undefined,
    causeId: 'causeId' in query ? query.causeId : undefined,
  })
  const after = read('cursor', 'cursor', byNumber.read)
  const limit = limitFrom(reader)
  refuse()
  return { filter, limit, ...(after && { after: after.number }) }
}

export function readReceivablesQuery(
  sent: Query,
): ReceivableFilter & { readonly limit: number; readonly after?: ReceivableCursor } {
  const reader = queryReader(ListReceivablesQuery, sent)
  const { query, read, refuse } = reader
  const found = {
    statuses: read('status', choiceOf(receivableStatuses), oneOrMore(receivableStatuses)),
    ...between(reader, {
      from: read('start_date', 'date', dayFrom),
      to: read('end_date', 'date', dayFrom),
    }),
    transactionId: query.transactionId,
    after: read('cursor', 'cursor', byDueDate.read),
  }
  const limit = limitFrom(reader)
  refuse()
  return { ...defined(found), limit }
}

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
