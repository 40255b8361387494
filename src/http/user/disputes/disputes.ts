import { AnswerDisputeRequest, DisputeDetail, DisputeWire, ListDisputesQuery } from '../../../../contract/dispute.ts'
import { envelopeOf, listOf } from '../../../../contract/envelope.ts'
import type { App } from '../../../app.ts'
import { answerDispute } from '../../../disputes/answer-dispute.ts'
import type { Dispute, DisputePlace } from '../../../disputes/dispute.ts'
import { countDisputes, disputeById, disputePage } from '../../../disputes/dispute-store.ts'
import { renderDispute } from '../../../disputes/dispute-wire.ts'
import { Rejection } from '../../../primitives/rejection.ts'
import { disputeDetail } from '../../dispute-detail.ts'
import { readAnswer } from '../../read-dispute-answer.ts'
import { type AccountRequest, accountEndpoint } from '../../request/endpoint.ts'
import { idFrom } from '../../request/id-from.ts'
import { byAge, pageOf } from '../../request/list-page.ts'
import { withSealedResponse } from '../../request/sealed-response.ts'
import { readDisputeQuery } from './read-dispute.ts'

export const listDisputes = accountEndpoint({
  summary: 'Listar disputas, da mais nova à mais antiga',
  description: 'Contestações de cartão (chargeback) e devoluções especiais do PIX (MED).',
  query: ListDisputesQuery,
  answer: listOf(DisputeWire),
  rejections: ['validation-failed'],
  async handle({ app }, { holder, query: asked }) {
    const { limit, after, page, ...filter } = readDisputeQuery(asked)
    const [rows, total] = await Promise.all([
      disputePage(app.sql, holder.account.id, filter, {
        limit: limit + 1, // One more than asked tells whether there is a next page.
        ...(after && { after: { openedAt: after.createdAt, id: after.id } }),
        ...(page !== undefined && { offset: (page - 1) * limit }),
      }),
      page === undefined ? undefined : countDisputes(app.sql, holder.account.id, filter, 10_000),
    ])
    const { shown, pagination } = pageOf(rows, limit, ({ openedAt, id }) => byAge.text({ createdAt: openedAt, id }))
    return {
      message: { pt: 'Disputas encontradas.', en: 'Disputes found.' },
      data: shown.map(renderDispute),
      meta: {
        pagination: { ...pagination, ...(page !== undefined && { page }), ...(total !== undefined && { total }) },
      },
    }
  },
})

export const getDispute = accountEndpoint({
  summary: 'Consultar uma disputa, com os documentos e onde está o dinheiro',
  answer: envelopeOf(DisputeDetail),
  rejections: ['not-found'],
  async handle({ app }, asked) {
    const dispute = await mustFind(app, disputePlace(asked))
    return {
      message: { pt: 'Disputa encontrada.', en: 'Dispute found.' },
      data: await disputeDetail(app, dispute),
    }
  },
})

export const postDisputeAnswer = accountEndpoint({
  summary: 'Responder a uma disputa: contestar ou aceitar',
  description:
    'Até answerBy, uma vez em cada etapa. Os documentos enviados antes vão junto. Quem decide é o emissor ou o banco: o fim vem por webhook.',
  body: AnswerDisputeRequest,
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
    const answer = readAnswer(asked.body)
    const place = disputePlace(asked)
    return withSealedResponse(edge, asked, {
      accountId: place.accountId,
      kind: 'leased', // The same answer given twice is one.
      async run() {
        edge.app.journal.assertCapacity()
        const dispute = await answerDispute(edge.app, place, answer)
        return {
          id: dispute.id,
          message: { pt: 'Resposta registrada.', en: 'Answer recorded.' },
          data: await disputeDetail(edge.app, dispute),
        }
      },
    })
  },
})

export const disputePlace = (asked: AccountRequest): DisputePlace => ({
  accountId: asked.holder.account.id,
  id: idFrom(asked),
})

async function mustFind({ sql }: Pick<App, 'sql'>, { accountId, id }: DisputePlace): Promise<Dispute> {
  const dispute = await disputeById(sql, accountId, id)
  if (!dispute) throw new Rejection('not-found')
  return dispute
}
