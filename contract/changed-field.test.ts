import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedFieldName, changedFieldValue } from './changed-field.ts'

const pt = {
  language: 'pt',
  money: (cents: number) => `R$ ${cents / 100}`,
  provider: (id: string) => `banco ${id}`,
} as const

for (const [path, value, name, text] of [
  ['cashout.limits.perDay', 1_000_000, 'Saques: Por dia, das 6h às 20h', 'R$ 10000'],
  ['prices.PIX.fixed', 50, 'Preços: PIX: fixo', 'R$ 0.5'],
  ['prices.PIX.basisPoints', 250, 'Preços: PIX: porcentagem', '2,5%'],
  [
    'prices.CREDIT_CARD',
    [{ upTo: 1, fixed: 100, basisPoints: 300 }],
    'Preços: Cartão',
    '1x: 3% + R$ 1',
  ],
  ['cashout.approval.above', 5_000, 'Saques: Aprovação: acima de', 'R$ 50'],
  ['cashout.approval', null, 'Saques: Aprovação', '—'],
  ['cashout.enabled', true, 'Saques: Saques', 'Ligado'],
  ['cashout.ownerCheck', 'account', 'Saques: De quem é a chave PIX', 'Da própria conta'],
  ['cashout.duplicateWindowSeconds', 60, undefined, '60'],
  ['providers.pix', 'p1', 'Provedores: Banco do PIX', 'banco p1'],
  ['amount', 12_00, 'Valor', 'R$ 12'],
  ['role', 'owner', 'Papel', 'owner'],
  ['breaches', [{ rule: 'r' }], 'breaches', '[{"rule":"r"}]'],
] as const)
  test(`a person reads ${path} as a name and a value`, () => {
    if (name !== undefined) assert.equal(changedFieldName(path, 'pt'), name)
    assert.equal(changedFieldValue(path, value, pt), text)
  })

test('names and shares are in the language of the reader', () => {
  assert.equal(
    changedFieldName('cashout.limits.perDay', 'en'),
    'Cashouts: A day, from 6 am to 8 pm',
  )
  assert.equal(changedFieldValue('prices.PIX.basisPoints', 250, { ...pt, language: 'en' }), '2.5%')
})
