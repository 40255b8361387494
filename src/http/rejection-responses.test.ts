import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Rejection, rejectionCodes } from '../primitives/rejection.ts'
import { responses } from './rejection-responses.ts'
import { languageOf, renderFailure } from './server/failure.ts'

const params = {
  key: 'a',
  field: 'metadata.note',
  max: 500,
  min: 500,
  method: 'PIX',
  status: 'PAID',
  detail: 'campo X',
  allowed: 'GET',
  versions: '2026-11-01',
  until: '2026-11-22',
  finding: 'o servidor respondeu 404',
  findingInEnglish: 'the server answered 404',
  days: 90,
  date: '2026-12-10',
  amount: 500,
  missing: 500,
  oldest: 7,
  limit: 'operation',
  left: 500,
  seconds: 7,
  code: '53100',
  names: '0031-example.sql',
  permission: 'cashouts:create',
  problem: 'leaked',
  price: 'prices.PIX',
  setting: 'cashout.limits',
  action: 'PROTEST',
  persons: 2,
  invitations: 1,
}
const rendered = (code: Rejection['code'], language: 'pt' | 'en') =>
  JSON.parse(
    renderFailure(new Rejection(code, { params }), { language, baseUrl: 'https://g' }).body,
  )

for (const code of rejectionCodes) {
  test(`${code} is one whole sentence in each language, under an error status`, () => {
    assert.ok(responses[code].status >= 400 && responses[code].status < 600)
    for (const language of ['pt', 'en'] as const) {
      const { message, status, data, error } = rendered(code, language)
      assert.match(message, /^[A-ZÀ-Ú].*[.]$/)
      assert.doesNotMatch(message, /undefined|NaN|\{|\}/)
      assert.deepEqual(
        [status, data, error.code, error.message],
        [responses[code].status, null, code, message],
      )
      assert.equal(error.docs, `https://g/docs/errors/${code}`)
    }
    assert.notEqual(rendered(code, 'pt').message, rendered(code, 'en').message)
  })
}

test('a rejection by a provider starts with its name, and carries its code', () => {
  const rejection = new Rejection('card-refused-request', {
    provider: 'Cielo',
    providerCode: '126',
    params: { detail: 'Validade inválida' },
  })
  const { message, error } = JSON.parse(
    renderFailure(rejection, { language: 'pt', baseUrl: '' }).body,
  )
  assert.equal(message, 'Cielo: A adquirente não aceitou a requisição: Validade inválida.')
  assert.deepEqual([error.provider, error.providerCode], ['Cielo', '126'])
})

test('the message names the first wrong field, the issues name all', () => {
  const issues = [
    { field: 'amount', problem: 'required' },
    { field: 'ip', problem: 'too-long 45' },
  ]
  const { message, error } = JSON.parse(
    renderFailure(new Rejection('validation-failed', { issues }), { language: 'pt', baseUrl: '' })
      .body,
  )
  assert.equal(message, 'O campo amount é obrigatório; os demais problemas estão em error.issues.')
  assert.equal(error.field, 'amount')
  assert.deepEqual(error.issues, [
    { field: 'amount', message: 'é obrigatório' },
    { field: 'ip', message: 'deve ter no máximo 45 caracteres' },
  ])
})

for (const [header, language] of [
  [undefined, 'pt'],
  ['', 'pt'],
  ['pt-BR,pt;q=0.9,en;q=0.8', 'pt'],
  ['en', 'en'],
  ['en-US,en;q=0.9', 'en'],
  ['en;q=0.9', 'en'],
  ['entropy', 'pt'],
  ['*', 'pt'],
] as const) {
  test(`Accept-Language ${header} gets a response in ${language}`, () =>
    assert.equal(languageOf(header), language))
}
