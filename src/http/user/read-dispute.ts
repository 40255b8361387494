import {
  AnswerDisputeRequest,
  disputeDecisions,
  disputeKinds,
  disputeStatuses,
  ListDisputesQuery,
} from '../../../contract/dispute.ts'
import { Rejection } from '../../primitives/rejection.ts'
import { checked } from '../problems.ts'
import { type Fields, filled, isFields, present as sent } from './fold.ts'
import { oneOrMore, present, readCursor, whole } from './read-list-query.ts'
import { readerOf, withoutBlanks } from './read-webhook-query.ts'

/** The filters and the place of a list, as those of transactions. */
export function readDisputeQuery(asked: Readonly<Record<string, string>>) {
  const { query, read, refuse } = readerOf(ListDisputesQuery, withoutBlanks(asked))
  const found = {
    statuses: read(query.status, 'status', `choice ${disputeStatuses.join(', ')}`, oneOrMore(disputeStatuses)),
    kind: read(query.kind, 'kind', `choice ${disputeKinds.join(', ')}`, kindFrom),
    transactionId: query.transactionId?.toLowerCase(),
    after: read(query.cursor, 'cursor', 'cursor', readCursor),
    page: read(query.page, 'page', 'integer', (text) => whole(text, 100_000)),
  }
  const limit = read(query.limit, 'limit', 'integer', (text) => whole(text, Number.MAX_SAFE_INTEGER)) ?? 20
  refuse()
  return { ...present(found), limit: Math.min(limit, 100) }
}

const kindFrom = (text: string) => disputeKinds.find((kind) => kind === text.trim().toLowerCase())

/** What is answered to a claim. Throws `validation-failed`. */
export function readAnswer(body: unknown) {
  if (!isFields(body)) throw new Rejection('validation-failed', { issues: [{ field: 'body', problem: 'object' }] })
  const { decision, text = '' } = checked(AnswerDisputeRequest, foldAnswer(body))
  return { decision, text: text.trim() }
}

export const foldAnswer = (body: Fields): Fields =>
  sent({ decision: foldDecision(body.decision), text: filled(body.text) })

const foldDecision = (value: unknown): unknown =>
  disputeDecisions.find((decision) => typeof value === 'string' && value.trim().toLowerCase() === decision) ??
  filled(value)
