import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCharge } from './check-code.ts'

const created = '2026-03-02T12:00:00.000Z'
const charge = {
  ...{
    txid: '7978c0c97ea847e78e8849634473c1f1',
    status: 'ATIVA',
    value: { original: '10.50' },
    key: 'fulano@exemplo.com.br',
  },
  ...{ created, presented: '2026-03-02T12:10:00.000Z', seconds: 600 },
}

for (const [what, given, expected] of [
  ['open', {}, 'payable'],
  ['at the end of its time', { presented: '2026-03-02T12:10:00.001Z' }, 'expired'],
  ['with a due date', { seconds: undefined, presented: '2026-04-02T12:00:00.000Z' }, 'payable'],
  ['paid after its end', { status: 'CONCLUIDA', seconds: 1 }, 'paid'],
  ['removed by the receiver', { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }, 'removed'],
  ['removed by the bank', { status: 'REMOVIDA_PELO_PSP' }, 'removed'],
  [
    'whose amount has grown',
    { value: { original: '10.00', multa: '0.20', juros: '0.30', final: '10.50' } },
    'payable',
  ],
] as const)
  test(`a charge ${what} is ${expected}`, () => {
    const found = readCharge({ ...charge, ...given })
    assert.ok(found?.kind === 'found')
    assert.deepEqual(
      [found.state, found.amount, found.key],
      [expected, 10_50, { type: 'EMAIL', value: 'fulano@exemplo.com.br' }],
    )
  })

test('a charge has its txid, if that has the form of one', () => {
  for (const txid of [charge.txid, undefined, 'pedido12', `${charge.txid}\0`]) {
    const found = readCharge({ ...charge, txid })
    assert.ok(found?.kind === 'found')
    assert.equal(found.txid, txid === charge.txid ? txid : undefined)
  }
})

for (const [what, given] of [
  ['another status', { status: 'PAGA' }],
  ['no status', { status: undefined }],
  ['an amount that is no text of reais', { value: { original: '10,50' } }],
  ['no amount', { value: {} }],
  ['a key that is none', { key: 'fulano' }],
] as const)
  test(`a charge with ${what} is ambiguous`, () => {
    assert.equal(readCharge({ ...charge, ...given }), undefined)
  })

test('a charge whose amount is left to the payer is not paid', () => {
  const found = readCharge({ ...charge, value: { original: '0.00' } })
  assert.equal(found?.kind === 'refused' && found.code, 'qrcode-not-supported')
})

const cash = { modalidadeAgente: 'AGTEC', prestadorDoServicoDeSaque: '12345678' }
for (const [what, value] of [
  ['Pix Saque', { original: '0.00', retirada: { saque: { valor: '5.00', ...cash } } }],
  ['Pix Troco', { original: '10.00', retirada: { troco: { valor: '5.00', ...cash } } }],
  ['Pix Troco under other names', { original: '10.00', cash: { change: { value: '5.00' } } }],
] as const)
  test(`a charge of ${what} is not paid`, () => {
    const found = readCharge({ ...charge, value })
    assert.equal(found?.kind === 'refused' && found.code, 'qrcode-not-supported')
  })
