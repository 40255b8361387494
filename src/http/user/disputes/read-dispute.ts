import { disputeKinds, disputeStatuses, ListDisputesQuery } from '../../../../contract/dispute.ts'
import { defined } from '../../../primitives/defined.ts'
import { byAge } from '../../request/list-page.ts'
import {
  choiceOf,
  limitFrom,
  oneOrMore,
  pageFrom,
  type Query,
  queryReader,
} from '../../request/list-query.ts'

/** The filters and the position of a list, as for transactions. */
export function readDisputeQuery(parameters: Query) {
  const reader = queryReader(ListDisputesQuery, parameters)
  const { query, read, refuse } = reader
  const found = {
    statuses: read('status', choiceOf(disputeStatuses), oneOrMore(disputeStatuses)),
    kind: read('kind', choiceOf(disputeKinds), kindFrom),
    transactionId: query.transactionId?.toLowerCase(),
    after: read('cursor', 'cursor', byAge.read),
    page: pageFrom(reader),
  }
  const limit = limitFrom(reader)
  refuse()
  return { ...defined(found), limit }
}

const kindFrom = (text: string) => disputeKinds.find((kind) => kind === text.trim().toLowerCase())
