import { ListReceivablesQuery, receivableStatuses } from '../../../contract/receivable.ts'
import { BalanceQuery, type EntriesQuery, merchantBooks, type StatementQuery } from '../../../contract/wallet.ts'
import { endOfLocalDay, startOfLocalDay } from '../../brazil/local-time.ts'
import type { EntryFilter } from '../../ledger/entry-store.ts'
import type { MerchantBook } from '../../ledger/posting.ts'
import { isUuid } from '../../primitives/id.ts'
import type { ReceivableCursor, ReceivableFilter } from '../../settlement/receivable-store.ts'
import { instant, oneOrMore, present, whole } from './read-list-query.ts'
import { readerOf, withoutBlanks } from './read-webhook-query.ts'

type Query = Readonly<Record<string, string>>

/** The instant a balance is asked for; undefined: now. */
export function readBalanceQuery(sent: Query): Date | undefined {
  const { query, read, refuse } = readerOf(BalanceQuery, withoutBlanks(sent))
  const at = read(query.at, 'at', 'date', (text) => instant(text, endOfLocalDay))
  refuse()
  return at
}

/** What is asked of a statement or of entries, and where the page begins. */
export function readEntriesQuery(
  sent: Query,
  schema: typeof StatementQuery | typeof EntriesQuery,
): {
  readonly filter: EntryFilter & { readonly book?: MerchantBook }
  readonly limit: number
  readonly after?: number
} {
  const { query, read, refuse } = readerOf(schema, withoutBlanks(sent))
  const found = {
    book: read(query.book, 'book', `choice ${merchantBooks.join(', ')}`, bookFrom),
    from: read(query.start_date, 'start_date', 'date', (text) => instant(text, startOfLocalDay)),
    to: read(query.end_date, 'end_date', 'date', (text) => instant(text, endOfLocalDay)),
    transactionId: query.transactionId,
    receivableId: 'receivableId' in query ? query.receivableId : undefined,
    causeId: 'causeId' in query ? query.causeId : undefined,
  }
  const after = read(query.cursor, 'cursor', 'cursor', numberFrom)
  const limit = read(query.limit, 'limit', 'integer', (text) => whole(text, Number.MAX_SAFE_INTEGER)) ?? 20
  refuse()
  return { filter: present(found), limit: Math.min(limit, 100), ...(after !== undefined && { after }) }
}

export function readReceivablesQuery(
  sent: Query,
): ReceivableFilter & { readonly limit: number; readonly after?: ReceivableCursor } {
  const { query, read, refuse } = readerOf(ListReceivablesQuery, withoutBlanks(sent))
  const found = {
    statuses: read(query.status, 'status', `choice ${receivableStatuses.join(', ')}`, oneOrMore(receivableStatuses)),
    from: read(query.start_date, 'start_date', 'date', dayFrom),
    to: read(query.end_date, 'end_date', 'date', dayFrom),
    transactionId: query.transactionId,
    after: read(query.cursor, 'cursor', 'cursor', receivableFrom),
  }
  const limit = read(query.limit, 'limit', 'integer', (text) => whole(text, Number.MAX_SAFE_INTEGER)) ?? 20
  refuse()
  return { ...present(found), limit: Math.min(limit, 100) }
}

/** Opaque to clients: where the page before ended. */
export const entryCursor = (number: number): string => Buffer.from(`n${number}`).toString('base64url')
export const receivableCursor = ({ dueOn, id }: ReceivableCursor): string =>
  Buffer.from(`${dueOn} ${id}`).toString('base64url')

export const idCursor = (id: string): string => Buffer.from(id).toString('base64url')
export const readIdCursor = (text: string): string | undefined => (isUuid(decoded(text)) ? decoded(text) : undefined)

const decoded = (text: string): string => Buffer.from(text.slice(0, 200), 'base64url').toString('latin1')

function numberFrom(text: string): number | undefined {
  const [, digits] = /^n(\d{1,15})$/.exec(decoded(text)) ?? []
  return digits === undefined ? undefined : Number(digits)
}

function receivableFrom(text: string): ReceivableCursor | undefined {
  const [dueOn = '', id = ''] = decoded(text).split(' ')
  return dayFrom(dueOn) !== undefined && isUuid(id) ? { dueOn, id } : undefined
}

/** A calendar day, as it was written. */
function dayFrom(text: string): string | undefined {
  return /^\d{4}-\d\d-\d\d$/.test(text) && instant(text, startOfLocalDay) ? text : undefined
}

const bookFrom = (text: string): MerchantBook | undefined => merchantBooks.find((book) => book === text.toLowerCase())
