import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timeLimit } from '../../../test/kit/time-limit.ts'
import { answerInfraction } from './answer-infraction.ts'
import type { Session } from './session.ts'

const endToEndId = 'E12345678202611211500abcdefghijk'
const message = 'O documento da infração não é o mesmo utilizado na criação da defesa.'

type Response = readonly [status: number, body: object]

/** A bank with this response to a defence, and these to each path that is read. */
const bankWith = (
  refused: Response,
  responses: Readonly<Record<string, Response>> = {},
): Session => ({
  async call({ method, path }) {
    const read = responses[path.replace(/\?.*/, '')] ?? [404, problemOf('NaoEncontrado', 404)]
    const [status, body] = method === 'POST' ? refused : read
    return { kind: 'answered', status, headers: {}, text: JSON.stringify(body) }
  },
  authorization: async () => '',
  refused() {},
  async close() {},
})

const problemOf = (name: string, status: number) => ({
  ...{ type: `https://pix.bcb.gov.br/api/v2/error/${name}`, title: name, status },
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
const answerTo = (session: Session, reference: string) =>
  answerInfraction(
    session,
    { contract: 'efi' },
    {
      claim: { caseId: 'infracao-1', payment: { reference } },
      answer: { decision: 'contest', text, documents: [] },
    },
    timeLimit(),
  )

const rejected = { kind: 'rejected', code: 'InfracaoOperacaoInvalida', message }
for (const [infraction, outcome] of [
  [{ status: 'ABERTA' }, rejected],
  [{ status: 'EM_DEFESA' }, { kind: 'taken' }],
  [{ status: 'ACEITA' }, { kind: 'taken' }],
  [{ status: 'EM_DEFESA', defesa: text }, { kind: 'taken' }],
  [{ status: 'EM_DEFESA', defesa: 'Dito no site do banco.' }, rejected],
] as const)
  test(`409 for a defence of ${JSON.stringify(infraction)} is ${outcome.kind}`, async () => {
    const session = bankWith([409, refusal], { '/gn/infracoes': [200, listOf(infraction)] })
    assert.deepEqual(await answerTo(session, endToEndId), outcome)
  })

const txid = 'a'.repeat(32)
const paidCharge = {
  ...{ txid, status: 'CONCLUIDA' },
  pix: [{ endToEndId, txid, valor: '100.00', horario: '2026-11-21T15:00:00Z' }],
}
const openInfraction = { '/gn/infracoes': [200, listOf({ status: 'ABERTA' })] } as const
for (const [what, responses, kind] of [
  ['an immediate charge', { [`/cob/${txid}`]: [200, paidCharge] }, 'rejected'],
  ['a charge with a due date', { [`/cobv/${txid}`]: [200, paidCharge] }, 'rejected'],
  [
    'a charge with a due date, while the other path fails',
    { [`/cob/${txid}`]: [500, {}], [`/cobv/${txid}`]: [200, paidCharge] },
    'rejected',
  ],
  [
    'a charge whose path needs another permission',
    { [`/cobv/${txid}`]: [403, problemOf('AcessoNegado', 403)] },
    'unknown',
  ],
  ['a charge that the bank does not have', {}, 'unknown'],
] as const satisfies readonly (readonly [string, Readonly<Record<string, Response>>, string])[])
  test(`409 for a defence of ${what} is ${kind}`, async () => {
    const session = bankWith([409, refusal], { ...openInfraction, ...responses })
    assert.equal((await answerTo(session, txid)).kind, kind)
  })

for (const [status, name, kind] of [
  [400, 'InfracoesConsultaInvalida', 'rejected'],
  [401, 'AcessoNegado', 'unknown'],
  [403, 'AcessoNegado', 'unknown'],
  [404, 'InfracaoNaoEncontrada', 'rejected'],
  [422, 'InfracaoOperacaoInvalida', 'rejected'],
  [500, 'ErroInternoDoServidor', 'unknown'],
] as const)
  test(`${status} ${name} for a defence is ${kind}`, async () => {
    const session = bankWith([status, problemOf(name, status)])
    assert.equal((await answerTo(session, endToEndId)).kind, kind)
  })
