import {
  AnswerDisputeRequest,
  DisputeDetail,
  DisputeWire,
  ListDisputesQuery,
} from '../../../../contract/dispute.ts'
import { envelopeOf } from '../../../../contract/envelope.ts'
import type { App } from '../../../app.ts'
import { answerDispute } from '../../../disputes/answer-dispute.ts'
import type { Dispute, DisputeIds } from '../../../disputes/dispute.ts'
import { disputeById, disputeList } from '../../../disputes/dispute-store.ts'
import { renderDispute } from '../../../disputes/dispute-wire.ts'
import { Rejection } from '../../../primitives/rejection.ts'
import { disputeDetail } from '../../dispute-detail.ts'
import { readAnswer, requireProofToAccept } from '../../read-dispute-answer.ts'
import { type AccountRequest, accountEndpoint } from '../../request/endpoint.ts'
import { idFrom } from '../../request/id-from.ts'
import { accountListEndpoint } from '../../request/list-endpoint.ts'
import { withSealedResponse } from '../../request/sealed-response.ts'
import { byOpening, readDisputeQuery } from './read-dispute.ts'

export const listDisputes = accountListEndpoint({
  summary: 'Listar disputas, da mais nova à mais antiga',
  description: 'Contestações de cartão (chargeback) e devoluções especiais do PIX (MED).',
  query: ListDisputesQuery,
  item: DisputeWire,
  message: { pt: 'Disputas encontradas.', en: 'Disputes found.' },
  read: (query) => readDisputeQuery(query),
  find: ({ sql }, { holder }, wanted) => disputeList.page(sql, holder.account.id, wanted, wanted),
  count: ({ sql }, { holder }, filter) => disputeList.count(sql, holder.account.id, filter, 10_000),
  cursor: (last) => byOpening.text(last),
  render: renderDispute,
})

export const getDispute = accountEndpoint({
  summary: 'Consultar uma disputa, com os documentos e onde está o dinheiro',
  answer: envelopeOf(DisputeDetail),
  rejections: ['not-found'],
  async handle({ app }, request) {
    const dispute = await mustFind(app, disputeIds(request))
    return {
      message: { pt: 'Disputa encontrada.', en: 'Dispute found.' },
      data: await disputeDetail(app, dispute),
    }
  },
})

export const postDisputeAnswer = accountEndpoint({
  summary: 'Responder a uma disputa: contestar ou aceitar',
  description:
    'Até answerBy, uma vez em cada etapa. Os documentos enviados antes vão junto. Quem decide é o emissor ou o banco: o fim vem por webhook. Uma pessoa só aceita com um segundo fator mostrado há no máximo dez minutos.',
  body: AnswerDisputeRequest,
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
    const answer = readAnswer(request.body)
    requireProofToAccept(context.app, request, answer)
    const place = disputeIds(request)
    return withSealedResponse(context, request, {
      accountId: place.accountId,
      kind: 'leased', // A repeat of the same answer has the same effect.
      async run() {
        context.app.journal.assertCapacity()
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

export const disputeIds = (request: AccountRequest): DisputeIds => ({
  accountId: request.holder.account.id,
  id: idFrom(request),
})

async function mustFind(
  { sql }: Pick<App, 'sql'>,
  { accountId, id }: DisputeIds,
): Promise<Dispute> {
  const dispute = await disputeById(sql, accountId, id)
  if (!dispute) throw new Rejection('not-found')
  return dispute
}
