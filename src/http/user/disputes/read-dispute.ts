import { disputeKinds, disputeStatuses, ListDisputesQuery } from '../../../../contract/dispute.ts'
import { byInstant } from '../../request/list-page.ts'
import { choiceOf, oneOrMore, pageFrom, type Query, readList } from '../../request/list-query.ts'

/** The filters and the position of a list, as for transactions. */
export const readDisputeQuery = (parameters: Query) =>
  readList(ListDisputesQuery, parameters, (reader) => ({
    statuses: reader.read('status', choiceOf(disputeStatuses), oneOrMore(disputeStatuses)),
    kind: reader.read('kind', choiceOf(disputeKinds), kindFrom),
    transactionId: reader.query.transactionId?.toLowerCase(),
    after: reader.read('cursor', 'cursor', byOpening.read),
    page: pageFrom(reader),
  }))

/** The position in a list of disputes. */
export const byOpening = byInstant('openedAt')

const kindFrom = (text: string) => disputeKinds.find((kind) => kind === text.trim().toLowerCase())
