import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TSchema } from 'typebox'
import { ChangeAccountRequest } from '../../../contract/account.ts'
import { PutCashoutScheduleRequest } from '../../../contract/cashout.ts'
import { CreateTransactionRequest } from '../../../contract/create-transaction.ts'
import { bodyFields, describeProblem, issuesOf } from './validation.ts'

const schedule = { enabled: true, frequency: 'WEEKLY', pixKey: 'loja@exemplo.com.br' }
const nullable: readonly (readonly [TSchema, unknown, string, string])[] = [
  [
    PutCashoutScheduleRequest,
    { ...schedule, weekday: 'SUNDAY' },
    'weekday',
    'choice MONDAY, TUESDAY,',
  ],
  [PutCashoutScheduleRequest, { ...schedule, beneficiaryName: 5 }, 'beneficiaryName', 'string'],
  [
    PutCashoutScheduleRequest,
    { ...schedule, beneficiaryDocument: '1'.repeat(30) },
    'beneficiaryDocument',
    'too-long',
  ],
  [PutCashoutScheduleRequest, { ...schedule, postbackUrl: 5 }, 'postbackUrl', 'string'],
  [ChangeAccountRequest, { softDescriptor: 'LOJA COM ESPACO' }, 'softDescriptor', 'format'],
  [ChangeAccountRequest, { providers: { card: 'abc' } }, 'providers.card', 'format'],
  [ChangeAccountRequest, { cashout: { approval: 5 } }, 'cashout.approval', 'object'],
  [
    ChangeAccountRequest,
    { cashout: { approval: { above: -1, by: 'person' } } },
    'cashout.approval.above',
    'too-small',
  ],
]
for (const [schema, value, field, problem] of nullable) {
  test(`the problem of ${field}, which may also be null, is ${problem}`, () => {
    const issues = issuesOf(schema, value)
    assert.deepEqual(
      issues.map((issue) => issue.field),
      [field],
    )
    assert.ok(issues[0]?.problem.startsWith(problem), JSON.stringify(issues))
    assert.doesNotMatch(describeProblem(issues[0]?.problem ?? '', 'pt'), /null/)
  })
}

test('a limit of one has a singular text', () => {
  assert.equal(describeProblem('too-few 1', 'pt'), 'deve ter pelo menos um item')
  assert.equal(describeProblem('too-few 2', 'pt'), 'deve ter pelo menos 2 itens')
  assert.equal(describeProblem('too-short 1', 'en'), 'must not be empty')
  assert.equal(describeProblem('too-small 1', 'pt'), 'deve ser no mínimo 1')
})

test('a missing body has no fields, and a body that is not an object is rejected', () => {
  assert.deepEqual(bodyFields(undefined), {})
  assert.deepEqual(bodyFields({ amount: 1 }), { amount: 1 })
  for (const body of [null, [], 'x', 5]) assert.throws(() => bodyFields(body), /validation-failed/)
})

for (const [amount, problem, text] of [
  [19.9, 'cents 1990', 'deve ser um número inteiro, em centavos: R$\u00a019,90 é 1990'],
  ['19,90', 'cents 1990', 'deve ser um número inteiro, em centavos: R$\u00a019,90 é 1990'],
  ['R$ 19.9', 'cents 1990', 'deve ser um número inteiro, em centavos: R$\u00a019,90 é 1990'],
  [0.07, 'cents 7', 'deve ser um número inteiro, em centavos: R$\u00a00,07 é 7'],
  ['1990', 'integer', 'deve ser um número inteiro, sem aspas, expoente ou fração'],
  [19.999, 'integer', 'deve ser um número inteiro, sem aspas, expoente ou fração'],
  [null, 'integer', 'deve ser um número inteiro, sem aspas, expoente ou fração'],
] as const) {
  test(`an amount of ${amount} is reported as: ${text}`, () => {
    const issues = issuesOf(CreateTransactionRequest, { amount, paymentMethod: 'PIX' })
    assert.deepEqual(issues, [{ field: 'amount', problem }])
    assert.equal(describeProblem(problem, 'pt'), text)
  })
}

test('a price in reais is reported at its item, also in English', () => {
  const issues = issuesOf(CreateTransactionRequest, {
    amount: 1,
    paymentMethod: 'PIX',
    items: [{ unitPrice: 9.5 }],
  })
  assert.deepEqual(issues, [{ field: 'items.0.unitPrice', problem: 'cents 950' }])
  assert.equal(
    describeProblem('cents 950', 'en'),
    'must be a whole number, in cents: R$\u00a09,50 is 950',
  )
})
