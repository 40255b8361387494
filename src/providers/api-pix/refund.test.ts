import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timeLimit } from '../../../test/kit/time-limit.ts'
import { cents } from '../../primitives/money.ts'
import type { ProviderAnswer } from '../http/provider-client.ts'
import { findRefund, refund } from './refund.ts'
import type { Session } from './session.ts'

const endToEndId = 'E12345678202611211500abcdefghijk'
const returnId = 'D12345678202611211500abcdefghijk'
const problem = (name: string) => ({
  type: `https://pix.bcb.gov.br/api/v2/error/${name}`,
  title: name,
  status: 400,
})
const devolucao = (valor: string, status = 'EM_PROCESSAMENTO') => ({
  ...{ id: 'r1', rtrId: returnId, valor, status, motivo: 'Sem saldo.' },
  horario: { solicitacao: '2026-11-21T15:00:00Z', liquidacao: '2026-11-21T15:00:02Z' },
})
const answered = (status: number, body: unknown): ProviderAnswer => ({
  kind: 'answered',
  status,
  headers: {},
  text: typeof body === 'string' ? body : JSON.stringify(body),
})
/** A bank that always gives this response. */
const bank = (answer: ProviderAnswer): Session => ({
  call: async () => answer,
  authorization: async () => '',
  refused() {},
  async close() {},
})
const signal = timeLimit()

const responses: readonly (readonly [string, ProviderAnswer, string])[] = [
  ['accepted', answered(201, devolucao('10.00')), 'processing'],
  ['accepted with another amount', answered(201, devolucao('10.01')), 'unknown'],
  ['a refusal with its reason', answered(400, problem('PixDevolucaoInvalida')), 'rejected'],
  ['a payment it does not know', answered(404, problem('PixNaoEncontrado')), 'rejected'],
  ['no access, in the standard’s own words', answered(403, problem('AcessoNegado')), 'not-sent'],
  ['a token that is refused', answered(401, ''), 'not-sent'],
  ['too many requests', answered(429, problem('RequisicaoInvalida')), 'not-sent'],
  ['trouble of its own', answered(503, problem('ServicoIndisponivel')), 'unknown'],
  ['a page of a proxy', answered(404, '<html></html>'), 'unknown'],
  ['no connection', { kind: 'not-sent', cause: new Error('refused') }, 'not-sent'],
  ['no answer', { kind: 'lost', cause: new Error('reset') }, 'unknown'],
]
for (const [name, answer, kind] of responses)
  test(`a devolução answered with ${name} is ${kind}`, async () => {
    const outcome = await refund(
      bank(answer),
      { refundId: 'r1', endToEndId, amount: cents(10_00) },
      signal,
    )
    assert.equal(outcome.kind, kind)
  })

for (const [status, kind] of [
  ['EM_PROCESSAMENTO', 'processing'],
  ['DEVOLVIDO', 'returned'],
  ['NAO_REALIZADO', 'failed'],
] as const)
  test(`a devolução found ${status} states its amount`, async () => {
    const found = await findRefund(
      bank(answered(200, devolucao('10.01', status))),
      endToEndId,
      'r1',
      signal,
    )
    assert.deepEqual([found.kind, 'amount' in found && found.amount], [kind, 10_01])
  })

test('denied access to a devolução does not prove that it does not exist', async () => {
  const found = await findRefund(
    bank(answered(403, problem('AcessoNegado'))),
    endToEndId,
    'r1',
    signal,
  )
  assert.equal(found.kind, 'unknown')
})
