import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decimalReais, paymentRequestFor } from './payment-request.ts'

for (const [cents, text] of [
  [1, '0.01'],
  [10, '0.10'],
  [100, '1.00'],
  [157_00, '157.00'],
  [157_05, '157.05'],
  [1_000_000_00, '1000000.00'],
] as const) {
  test(`${cents} cents are ${text} for the device`, () => {
    assert.equal(decimalReais(cents), text)
  })
}

for (const amount of [0, -1, 1.5, Number.NaN, Number.MAX_SAFE_INTEGER + 1]) {
  test(`${amount} is not an amount`, () => {
    assert.throws(() => decimalReais(amount), TypeError)
  })
}

const options = { publicKey: 'pk_1', amount: 157_00, label: 'Loja' }

test('the sheet requests the interface’s values: BR, BRL, two networks, 3DS, decimal reais', () => {
  assert.deepEqual(paymentRequestFor(options), {
    countryCode: 'BR',
    currencyCode: 'BRL',
    supportedNetworks: ['visa', 'masterCard'],
    merchantCapabilities: ['supports3DS'],
    total: { label: 'Loja', type: 'final', amount: '157.00' },
  })
})

for (const [what, change] of [
  ['a secret key', { publicKey: 'sk_1' }],
  ['something else for a key', { publicKey: '' }],
  ['an empty label', { label: ' ' }],
] as const) {
  test(`${what} is rejected before any request`, () => {
    assert.throws(() => paymentRequestFor({ ...options, ...change }), TypeError)
  })
}
