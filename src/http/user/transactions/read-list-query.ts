import { paymentMethods, transactionStatuses } from '../../../../contract/fields.ts'
import { ListTransactionsQuery } from '../../../../contract/list-transactions.ts'
import { defined } from '../../../primitives/defined.ts'
import type { TransactionQuery } from '../../../transactions/read-transactions.ts'
import { byAge } from '../../request/list-page.ts'
import {
  choiceOf,
  limitFrom,
  oneOrMore,
  pageFrom,
  periodFrom,
  type Query,
  queryReader,
} from '../../request/list-query.ts'

/**
 * The filters and the position of a list (docs/design/interface.md#listing-transactions). Dates
 * without a time are days in São Paulo.
 */
export function readListQuery(parameters: Query): TransactionQuery {
  const reader = queryReader(ListTransactionsQuery, parameters)
  const { query, read, refuse } = reader
  const found = {
    statuses: read('status', choiceOf(transactionStatuses), oneOrMore(transactionStatuses)),
    methods: read('paymentMethods', choiceOf(paymentMethods), oneOrMore(paymentMethods)),
    ...periodFrom(reader),
    externalRef: query.externalRef,
    after: read('cursor', 'cursor', byAge.read),
    page: pageFrom(reader),
  }
  const limit = limitFrom(reader)
  refuse()
  return { ...defined(found), limit }
}
