import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeDynamicBrCode, writeStaticBrCode } from '../brazil/write-br-code.ts'
import { cents } from '../primitives/money.ts'
import type { CodeFound } from '../providers/ports/payout.ts'
import { chargeOf, keyOfDynamic, keyOfStatic, payoutCode, readCashoutCode } from './cashout-code.ts'

const receiver = { receiverName: 'Fornecedora', city: 'Sao Paulo' }
const key = { type: 'EMAIL', value: 'fornecedora@exemplo.com.br' } as const
const location = 'pix.exemplo.com.br/qr/v2/9d36b84fc70b478fb95c12729b90ca25'
const dynamic = writeDynamicBrCode({ ...receiver, location })
const invalid = { code: 'qrcode-invalid', details: { field: 'qrcode' } }
const staticCode = (amount?: number) => {
  const text = writeStaticBrCode({
    ...{ ...receiver, pixKey: key.value, txid: 'pedido12' },
    ...(amount !== undefined && { amount: cents(amount) }),
  })
  const code = readCashoutCode(text)
  assert.ok(code.kind === 'static')
  return { ...code, text }
}

test('a static code has its key, and its amount may not differ', () => {
  assert.deepEqual(keyOfStatic(staticCode(12_00), cents(12_00)), key)
  assert.deepEqual(keyOfStatic(staticCode(), cents(7_00)), key)
  assert.throws(() => keyOfStatic(staticCode(12_00), cents(12_01)), {
    ...{ code: 'qrcode-amount-differs', details: { field: 'amount', params: { amount: 12_00 } } },
  })
  const noKey = { ...staticCode(), pixKey: 'fornecedora' }
  assert.throws(() => keyOfStatic(noKey, cents(1)), invalid)
})

test('a dynamic code has the key that its bank shows, while it is payable', () => {
  const found: CodeFound = { kind: 'found', key, amount: cents(12_00), state: 'payable' }
  assert.deepEqual(keyOfDynamic(found, cents(12_00)), key)
  assert.throws(() => keyOfDynamic(found, cents(11_99)), { code: 'qrcode-amount-differs' })
  for (const state of ['paid', 'expired', 'removed'] as const)
    assert.throws(() => keyOfDynamic({ ...found, state }, cents(12_00)), {
      ...{ code: 'qrcode-not-payable', details: { field: 'qrcode', params: { state } } },
    })
})

test('a text that is no code is rejected', () => {
  assert.throws(() => readCashoutCode(`${dynamic}0`), invalid)
  assert.throws(() => readCashoutCode('fulano@exemplo.com.br'), { code: 'qrcode-invalid' })
})

test('the charge of a dynamic code has the txid of the reading, and a static one prints it', () => {
  const { text } = staticCode()
  const isVerified = true
  const txid = '7978c0c97ea847e78e8849634473c1f1'
  for (const [code, charge, payout] of [
    [{ text: dynamic }, location, { isDynamic: true }],
    [{ text: dynamic, txid }, `${location} ${txid}`, { isDynamic: true, txid }],
    [{ text }, undefined, { isDynamic: false, txid: 'pedido12' }],
  ] as const) {
    assert.equal(chargeOf(code), charge)
    assert.deepEqual(payoutCode({ ...code, isVerified }), { text: code.text, ...payout })
  }
})
