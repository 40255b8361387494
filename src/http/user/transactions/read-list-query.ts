import { paymentMethods, transactionStatuses } from '../../../../contract/fields.ts'
import { ListTransactionsQuery } from '../../../../contract/list-transactions.ts'
import type { TransactionQuery } from '../../../transactions/read-transactions.ts'
import { byAge } from '../../request/list-page.ts'
import {
  choiceOf,
  oneOrMore,
  pageFrom,
  periodFrom,
  type Query,
  readList,
} from '../../request/list-query.ts'

/**
 * The filters and the position of a list (docs/design/interface.md#listing-transactions). Dates
 * without a time are days in São Paulo.
 */
export const readListQuery = (parameters: Query): TransactionQuery =>
  readList(ListTransactionsQuery, parameters, (reader) => ({
    statuses: reader.read('status', choiceOf(transactionStatuses), oneOrMore(transactionStatuses)),
    methods: reader.read('paymentMethods', choiceOf(paymentMethods), oneOrMore(paymentMethods)),
    ...periodFrom(reader),
    externalRef: reader.query.externalRef,
    after: reader.read('cursor', 'cursor', byAge.read),
    page: pageFrom(reader),
  }))
