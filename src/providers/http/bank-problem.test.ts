import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readProblem } from './bank-problem.ts'

const answered = (status: number, body: unknown) =>
  readProblem({
    kind: 'answered',
    ...{ status, headers: {} },
    text: typeof body === 'string' ? body : JSON.stringify(body),
  })

const type = 'https://pix.bcb.gov.br/api/v2/error/CobOperacaoInvalida'
const standard = { type, title: 'Cobrança inválida.', status: 400, detail: 'Detalhe.' }

test('the form of the standard', () => {
  assert.deepEqual(answered(400, standard), {
    status: 400,
    code: 'CobOperacaoInvalida',
    message: 'Detalhe.',
  })
  const violacoes = [{ razao: 'Um.' }, { propriedade: 'x' }, { razao: 'Dois.' }]
  assert.equal(answered(400, { ...standard, violacoes })?.message, 'Um. Dois.')
})

test('the form of Efí', () => {
  const mensagem = 'Campo txid informado já foi utilizado em outra cobrança'
  assert.deepEqual(answered(409, { nome: 'txid_duplicado', mensagem }), {
    status: 409,
    code: 'txid_duplicado',
    message: mensagem,
  })
  assert.equal(
    answered(400, { nome: 'valor_invalido', mensagem: 'x'.repeat(400) })?.message.length,
    300,
  )
})

const nothing: readonly (readonly [string, number, unknown])[] = [
  ['a failure of the bank', 500, { nome: 'erro_aplicacao', mensagem: 'Erro' }],
  ['a refused token', 401, standard],
  ['too many requests', 429, standard],
  ['a page of a proxy', 404, '<html></html>'],
  ['a refused permission', 403, { error: 'insufficient_scope' }],
  ['a name that is a sentence', 400, { nome: 'Nome do cliente', mensagem: 'x' }],
  ['a success', 200, standard],
]
for (const [what, status, body] of nothing)
  test(`${what} is no definite rejection`, () => assert.equal(answered(status, body), undefined))

test('a call without a response is no rejection', () =>
  assert.equal(readProblem({ kind: 'lost', cause: undefined }), undefined))
