import { Type } from 'typebox'
import {
  AnswerForAccountRequest,
  DisputeDetail,
  DisputeWire,
  disputeStatuses,
} from '../../../contract/dispute.ts'
import { envelopeOf } from '../../../contract/envelope.ts'
import { Id } from '../../../contract/fields.ts'
import { place } from '../../../contract/list.ts'
import { answerDispute } from '../../disputes/answer-dispute.ts'
import { renderDispute } from '../../disputes/dispute-wire.ts'
import { type DeadlineCursor, disputesByDeadline } from '../../disputes/operator-list-store.ts'
import { defined } from '../../primitives/defined.ts'
import { isUuid } from '../../primitives/id.ts'
import { disputeDetail } from '../dispute-detail.ts'
import { readAnswerForAccount, requireProofToAccept } from '../read-dispute-answer.ts'
import { endpoint } from '../request/endpoint.ts'
import { idFrom, idOf } from '../request/id-from.ts'
import { listEndpoint } from '../request/list-endpoint.ts'
import { cursorOf, instantFrom } from '../request/list-page.ts'
import { choiceOf, oneOrMore, type Query, readList } from '../request/list-query.ts'
import { signedBy } from '../signed-by.ts'
import { withOperatorIdempotency } from './operator-idempotency.ts'

const AccountDispute = Type.Object(
  { ...DisputeWire.properties, accountId: Id },
  { $id: 'AccountDispute' },
)

const ListAccountDisputesQuery = Type.Object({
  status: Type.Optional(Type.String({ description: 'Um ou mais, separados por vírgula.' })),
  ...place,
})

export const listAllDisputes = listEndpoint({
  summary: 'Listar as disputas de todas as contas: as abertas primeiro, pelo prazo',
  query: ListAccountDisputesQuery,
  item: AccountDispute,
  message: { pt: 'Disputas de todas as contas.', en: 'Disputes of all accounts.' },
  read: (query) => readDeadlineQuery(query),
  find: ({ sql }, _, wanted) => disputesByDeadline(sql, wanted),
  cursor: ({ decidedAt, answerBy, id }) =>
    byDeadline.text({ isDecided: decidedAt !== undefined, id, ...defined({ answerBy }) }),
  render: (dispute) => ({ ...renderDispute(dispute), accountId: dispute.accountId }),
})

export const postDisputeAnswerForAccount = endpoint({
  summary: 'Responder a uma disputa em nome da conta',
  body: AnswerForAccountRequest,
  answer: envelopeOf(DisputeDetail),
  rejections: [
    'not-found',
    'validation-failed',
    'dispute-answer-late',
    'dispute-status-does-not-allow',
    'dispute-already-answered',
    'dispute-defence-missing',
    'proof-required',
  ],
  handle(context, request) {
    const sent = readAnswerForAccount(request.body)
    requireProofToAccept(context.app, request, sent)
    const answer = { ...sent, answeredBy: signedBy(context.app, sent.answeredBy) }
    const place = { accountId: idFrom(request), id: idOf(request.params.disputeId) }
    return withOperatorIdempotency(context, request, {
      kind: 'leased', // A repetition with the same content has the same effect.
      async run() {
        const dispute = await answerDispute(context.app, place, answer)
        return {
          id: dispute.id,
          message: { pt: 'Resposta registrada.', en: 'Answer recorded.' },
          data: await disputeDetail(context.app, dispute),
        }
      },
    })
  },
})

const byDeadline = cursorOf<DeadlineCursor>(
  ({ isDecided, answerBy, id }) => [isDecided ? 1 : 0, answerBy?.getTime() ?? '', id],
  (decided = '', time = '', id = '') => {
    const answerBy = instantFrom(time)
    if (!/^[01]$/.test(decided) || !(answerBy || time === '') || !isUuid(id)) return undefined
    return { isDecided: decided === '1', id, ...(answerBy && { answerBy }) }
  },
)

const readDeadlineQuery = (sent: Query) =>
  readList(ListAccountDisputesQuery, sent, ({ read }) => ({
    statuses: read('status', choiceOf(disputeStatuses), oneOrMore(disputeStatuses)),
    after: read('cursor', 'cursor', byDeadline.read),
  }))
