import type { FastifyInstance } from 'fastify'
import type { ApiResponse } from '../kit/bank-call.ts'
import { decide, record } from './decide-infraction.ts'
import { type Call, handle } from './handle.ts'
import { decisionAfter, renderInfraction } from './infraction.ts'
import { readListQuery, renderParameters } from './list-query.ts'
import { problem } from './problem.ts'
import type { Psp } from './psp.ts'
import { submittedDefence } from './schemas.ts'
import { bodyChecker } from './validate.ts'

/**
 * `/gn/infracoes` and `/gn/infracoes/{idInfracao}/defesa`: Efí's extension, for the parts of MED
 * that API Pix does not show.
 */
export function addInfractionRoutes(app: FastifyInstance, psp: Psp): void {
  app.get(
    psp.bank.at('/gn/infracoes'),
    handle(psp, 'infraction.list', 'gn.infractions.read', listInfractions),
  )
  app.post(
    psp.bank.at('/gn/infracoes/:idInfracao/defesa'),
    { bodyLimit: documentsLimit },
    handle(psp, 'infraction.defend', 'gn.infractions.write', defend),
  )
}

const documentsLimit = 48 * 1024 * 1024
const checkDefence = bodyChecker(submittedDefence, 'infracoes.body')

function listInfractions(psp: Psp, { query }: Call): ApiResponse {
  const reading = readListQuery(query)
  if (!reading.ok) return problem('InfracoesConsultaInvalida', reading.violations)
  const { from, to, page, pageSize } = reading.query
  const total = psp.infractions.count({ from, to })
  const found = psp.infractions.list({ from, to, limit: pageSize, offset: page * pageSize })
  const infracoes = found.flatMap((infraction) => {
    const payment = psp.payments.find(infraction.endToEndId)
    return payment ? [renderInfraction(infraction, payment, psp.identity)] : []
  })
  const body = { parametros: renderParameters(reading.query, total), infracoes }
  return { status: 200, body, outcome: `found:${total}` }
}

function defend(psp: Psp, { path: { idInfracao = '' }, body }: Call): ApiResponse {
  const infraction = psp.infractions.find(idInfracao)
  if (!infraction) return problem('InfracaoNaoEncontrada')
  const checked = checkDefence(body)
  if (!checked.ok) return problem('InfracoesConsultaInvalida', checked.violations)
  if (infraction.defence) return refused('Esta infração já recebeu uma defesa.')
  const now = psp.world.now()
  if (infraction.status !== 'ABERTA' || now >= infraction.answerBy) {
    return refused('O prazo para defender-se desta infração terminou.', 422)
  }
  const { analise, justificativa, documentos = [] } = checked.value
  const documents = documentos.map(({ nome, tipo, conteudo }) => ({
    ...{ nome, tipo },
    bytes: Buffer.from(conteudo, 'base64').length,
  }))
  const defence = { analysis: analise, text: justificativa, documents, at: now }
  const dueAt = decisionAfter(infraction, now)
  const defended = { ...infraction, status: 'EM_DEFESA' as const, defence, updatedAt: now, dueAt }
  psp.infractions.change(defended)
  record(psp, defended, `defended:${analise}`)
  if (analise === 'aceito') decide(psp, defended, 'ACEITA', now)
  return { status: 201, body: 'Defesa registrada.', outcome: 'taken', amount: infraction.amount }
}

const refused = (razao: string, status = 409): ApiResponse =>
  problem(
    'InfracaoOperacaoInvalida',
    [{ razao, propriedade: 'infracoes.params.idInfracao' }],
    status,
  )
