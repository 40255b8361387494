import { paymentMethods, transactionStatuses } from '../../../../contract/fields.ts'
import { ListTransactionsQuery } from '../../../../contract/list-transactions.ts'
import { isUuid } from '../../../primitives/id.ts'
import type { TransactionQuery } from '../../../transactions/read-transactions.ts'
import { searchFrom } from '../../../transactions/search/search-terms.ts'
import type { SearchFilter } from '../../../transactions/search/search-transactions.ts'
import { byAge } from '../../request/list-page.ts'
import {
  choiceOf,
  oneOrMore,
  pageFrom,
  periodFrom,
  type Query,
  type Reader,
  readList,
} from '../../request/list-query.ts'

/**
 * The filters and the position of a list (docs/design/interface.md#listing-transactions). Dates
 * without a time are days in São Paulo.
 */
export const readListQuery = (parameters: Query): TransactionQuery & SearchFilter =>
  readList(ListTransactionsQuery, parameters, (reader) => ({
    statuses: reader.read('status', choiceOf(transactionStatuses), oneOrMore(transactionStatuses)),
    methods: reader.read('paymentMethods', choiceOf(paymentMethods), oneOrMore(paymentMethods)),
    ...periodFrom(reader),
    externalRef: reader.query.externalRef,
    checkoutSessionId: reader.read('checkoutSessionId', 'format', uuidFrom),
    paymentLinkId: reader.read('paymentLinkId', 'format', uuidFrom),
    after: reader.read('cursor', 'cursor', byAge.read),
    ...searchOf(reader),
  }))

/** A search is continued by its cursor. Its pages cannot be counted. */
function searchOf(reader: Reader<ListTransactionsQuery>) {
  const { read } = reader
  const search = read('search', 'too-short 2', searchFrom)
  const minAmount = read('minAmount', 'count', centsFrom)
  const maxAmount = read('maxAmount', 'count', centsFrom)
  const isPaged = search === undefined && minAmount === undefined && maxAmount === undefined
  const page = isPaged ? pageFrom(reader) : read('page', 'not-in-search', () => undefined)
  return { search, minAmount, maxAmount, page }
}

const uuidFrom = (text: string): string | undefined =>
  isUuid(text) ? text.toLowerCase() : undefined

const centsFrom = (text: string): number | undefined =>
  /^\d{1,12}$/.test(text) ? Number(text) : undefined
