import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timeLimit } from '../../../test/kit/time-limit.ts'
import { answerInfraction } from './answer-infraction.ts'
import type { Session } from './session.ts'

const endToEndId = 'E12345678202611211500abcdefghijk'
const message = 'O documento da infração não é o mesmo utilizado na criação da defesa.'

/** A bank that refuses every defence with 409, and lists the infraction. */
const bankWith = (infraction: object): Session => ({
  async call({ method }) {
    const [status, body] = method === 'POST' ? [409, refusal] : [200, listOf(infraction)]
    return { kind: 'answered', status, headers: {}, text: JSON.stringify(body) }
  },
  authorization: async () => '',
  refused() {},
  async close() {},
})

const refusal = {
  type: 'https://pix.bcb.gov.br/api/v2/error/InfracaoOperacaoInvalida',
  title: 'Operação inválida.',
  status: 409,
  violacoes: [{ razao: message, propriedade: 'infracoes.params.idInfracao' }],
}

const listOf = (infraction: object) => ({
  parametros: { paginacao: { quantidadeDePaginas: 1, quantidadeTotalDeItens: 1 } },
  infracoes: [
    {
      ...{ idInfracao: 'infracao-1', endToEndId, valor: '100.00' },
      dadosAnalise: { abertura: '2026-11-21T15:00:00Z' },
      ...infraction,
    },
  ],
})

const text = 'O pedido foi entregue.'
const rejected = { kind: 'rejected', code: 'InfracaoOperacaoInvalida', message }
for (const [infraction, outcome] of [
  [{ status: 'ABERTA' }, rejected],
  [{ status: 'EM_DEFESA' }, { kind: 'taken' }],
  [{ status: 'ACEITA' }, { kind: 'taken' }],
  [{ status: 'EM_DEFESA', defesa: text }, { kind: 'taken' }],
  [{ status: 'EM_DEFESA', defesa: 'Dito no site do banco.' }, rejected],
] as const)
  test(`409 for a defence of ${JSON.stringify(infraction)} is ${outcome.kind}`, async () => {
    const claim = { caseId: 'infracao-1', payment: { reference: endToEndId } }
    const answer = { decision: 'contest', text, documents: [] } as const
    const session = bankWith(infraction)
    assert.deepEqual(
      await answerInfraction(session, { contract: 'efi' }, { claim, answer }, timeLimit()),
      outcome,
    )
  })
