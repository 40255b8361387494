import { type Static, Type } from 'typebox'
import { AnswerForAccountRequest, DisputeDetail, DisputeWire, disputeStatuses } from '../../../contract/dispute.ts'
import { envelopeOf, listOf } from '../../../contract/envelope.ts'
import { Id } from '../../../contract/fields.ts'
import { answerDispute } from '../../disputes/answer-dispute.ts'
import { renderDispute } from '../../disputes/dispute-wire.ts'
import { type DeadlineCursor, disputesByDeadline } from '../../disputes/operator-list-store.ts'
import { isUuid } from '../../primitives/id.ts'
import type { Endpoint } from '../endpoint.ts'
import { checked } from '../problems.ts'
import { disputeDetail } from '../user/disputes.ts'
import { isFields } from '../user/fold.ts'
import { foldAnswer } from '../user/read-dispute.ts'
import { oneOrMore, whole } from '../user/read-list-query.ts'
import { readerOf, withoutBlanks } from '../user/read-webhook-query.ts'
import { idFrom } from '../user/transaction-id.ts'
import { onceForOperator } from './once-for-operator.ts'

const AccountDispute = Type.Object({ ...DisputeWire.properties, accountId: Id }, { $id: 'AccountDispute' })
type AccountDispute = Static<typeof AccountDispute>

const ListAccountDisputesQuery = Type.Object({
  status: Type.Optional(Type.String({ description: 'Um ou mais, separados por vírgula.' })),
  limit: Type.Optional(Type.String({ description: 'De 1 a 100. Padrão: 20.' })),
  cursor: Type.Optional(Type.String({ description: 'O nextCursor da página anterior.' })),
})

export const getDisputes: Endpoint = {
  summary: 'Listar as disputas de todas as contas: as abertas primeiro, pelo prazo',
  query: ListAccountDisputesQuery,
  answer: listOf(AccountDispute),
  rejections: ['validation-failed'],
  async handle({ app }, asked) {
    const { query, read, refuse } = readerOf(ListAccountDisputesQuery, withoutBlanks(asked.query))
    const statuses = read(query.status, 'status', `choice ${disputeStatuses.join(', ')}`, oneOrMore(disputeStatuses))
    const after = read(query.cursor, 'cursor', 'cursor', readDeadlineCursor)
    const limit = Math.min(read(query.limit, 'limit', 'integer', (text) => whole(text, 1_000_000)) ?? 20, 100)
    refuse()
    const rows = await disputesByDeadline(app.sql, {
      limit: limit + 1,
      ...(statuses && { statuses }),
      ...(after && { after }),
    })
    const last = rows[limit - 1]
    return {
      message: { pt: 'Disputas de todas as contas.', en: 'Disputes of all accounts.' },
      data: rows
        .slice(0, limit)
        .map((dispute): AccountDispute => ({ ...renderDispute(dispute), accountId: dispute.accountId })),
      beside: { pagination: { limit, nextCursor: rows.length > limit && last ? deadlineCursor(last) : null } },
    }
  },
}

export const postAnswerForAccount: Endpoint = {
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
  ],
  handle(edge, asked) {
    const fields = isFields(asked.body) ? asked.body : {}
    const {
      decision,
      text = '',
      answeredBy,
    } = checked(AnswerForAccountRequest, {
      ...foldAnswer(fields),
      ...(fields.answeredBy !== undefined && { answeredBy: fields.answeredBy }),
    })
    const place = { accountId: idFrom(asked), id: idFrom({ params: { id: asked.params.disputeId ?? '' } }) }
    return onceForOperator(edge, asked, async () => {
      const dispute = await answerDispute(edge.app, place, { decision, text: text.trim(), answeredBy })
      return {
        id: dispute.id,
        message: { pt: 'Resposta registrada.', en: 'Answer recorded.' },
        data: await disputeDetail(edge.app, dispute),
      }
    })
  },
}

/** Opaque to clients: where the page before ended. */
const deadlineCursor = ({ decidedAt, answerBy, id }: { decidedAt?: Date; answerBy?: Date; id: string }): string =>
  Buffer.from(`${decidedAt ? 1 : 0} ${answerBy?.getTime() ?? ''} ${id}`).toString('base64url')

function readDeadlineCursor(text: string): DeadlineCursor | undefined {
  const [, decided, time = '', id = ''] =
    /^([01]) (\d{0,15}) (\S{36})$/.exec(Buffer.from(text.slice(0, 200), 'base64url').toString('latin1')) ?? []
  if (!isUuid(id)) return undefined
  return { isDecided: decided === '1', id, ...(time !== '' && { answerBy: new Date(Number(time)) }) }
}
