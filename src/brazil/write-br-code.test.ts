import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cents } from '../primitives/money.ts'
import { readBrCode } from './br-code.ts'
import { writeDynamicBrCode, writeStaticBrCode } from './write-br-code.ts'

const evp = '123e4567-e12b-12d1-a456-426655440000'

test('the published static code with an EVP key is written to the letter', () => {
  assert.equal(
    writeStaticBrCode({ pixKey: evp, receiverName: 'Fulano de Tal', city: 'BRASILIA' }),
    '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D',
  )
})

test('the published static code with a phone key and an amount is written to the letter', () => {
  assert.equal(
    writeStaticBrCode({
      pixKey: '+5511999990000',
      amount: cents(1050),
      receiverName: 'LOJA EXEMPLO',
      city: 'SAO PAULO',
      txid: 'PEDIDO42',
    }),
    '00020126360014br.gov.bcb.pix0114+5511999990000520400005303986540510.505802BR5912LOJA EXEMPLO6009SAO PAULO62120508PEDIDO42630450A2',
  )
})

for (const [location, receiverName, city, text] of [
  [
    'qrcodepix.bb.com.br/pix/v2/e1503bee-684b-4952-ade3-78c0a47e1d0e',
    'IMOBANCO',
    'NATAL',
    '00020101021226850014br.gov.bcb.pix2563qrcodepix.bb.com.br/pix/v2/e1503bee-684b-4952-ade3-78c0a47e1d0e5204000053039865802BR5908IMOBANCO6005NATAL62070503***63040965',
  ],
  [
    'pix.exemplo.com.br/qr/v2/5f84a4c5-c5cb-4599-9f13-7eb4d419dacc',
    'LOJA EXEMPLO',
    'SAO PAULO',
    '00020101021226830014br.gov.bcb.pix2561pix.exemplo.com.br/qr/v2/5f84a4c5-c5cb-4599-9f13-7eb4d419dacc5204000053039865802BR5912LOJA EXEMPLO6009SAO PAULO62070503***6304389E',
  ],
] as const) {
  test(`the published dynamic code of ${receiverName} is written to the letter`, () => {
    assert.equal(writeDynamicBrCode({ location, receiverName, city }), text)
  })
}

test('the published code of a charge with a recurrence is written to the letter', () => {
  const host = 'qr-h.sandbox.pix.bcb.gov.br/rest/api'
  assert.equal(
    writeDynamicBrCode({
      location: `${host}/v2/b1480b32f97f488997e523a6be0a07b8`,
      recurrenceLocation: `${host}/rec/375a594f208645db99dec722f7a16828`,
      receiverName: 'Fulano de Tal',
      city: 'BRASILIA',
    }),
    '00020101021226940014br.gov.bcb.pix2572qr-h.sandbox.pix.bcb.gov.br/rest/api/v2/b1480b32f97f488997e523a6be0a07b85204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80950014br.gov.bcb.pix2573qr-h.sandbox.pix.bcb.gov.br/rest/api/rec/375a594f208645db99dec722f7a1682863042AC3',
  )
})

test('a reusable location is marked', () => {
  const reading = readBrCode(
    writeDynamicBrCode({ location: 'pix.ex/1', isReusable: true, receiverName: 'L', city: 'N' }),
  )
  assert.equal(reading.ok && reading.code.pointOfInitiation, '11')
})

test('accents are dropped and long names are cut', () => {
  const reading = readBrCode(
    writeStaticBrCode({
      pixKey: evp,
      receiverName: 'Comércio de Alimentos São José',
      city: 'São José dos Campos',
    }),
  )
  assert.ok(reading.ok)
  assert.equal(reading.code.receiverName, 'Comercio de Alimentos Sao')
  assert.equal(reading.code.city, 'Sao Jose dos Ca')
})

const receiver = { receiverName: 'Loja', city: 'Natal' }
for (const [what, write] of [
  [
    'a location of 78 characters',
    () => writeDynamicBrCode({ ...receiver, location: 'x'.repeat(78) }),
  ],
  [
    'a location with its scheme',
    () => writeDynamicBrCode({ ...receiver, location: 'https://pix.ex/1' }),
  ],
  ['an empty location', () => writeDynamicBrCode({ ...receiver, location: '' })],
  ['a key of 78 characters', () => writeStaticBrCode({ ...receiver, pixKey: 'x'.repeat(78) })],
  [
    'a txid of 26 characters',
    () => writeStaticBrCode({ ...receiver, pixKey: evp, txid: 'x'.repeat(26) }),
  ],
  ['a txid with a dash', () => writeStaticBrCode({ ...receiver, pixKey: evp, txid: 'A-1' })],
  ['no name', () => writeStaticBrCode({ ...receiver, pixKey: evp, receiverName: '' })],
  [
    'a name with nothing to print',
    () => writeStaticBrCode({ ...receiver, pixKey: evp, receiverName: '東京' }),
  ],
  [
    '38 characters beside an EVP key',
    () => writeStaticBrCode({ ...receiver, pixKey: evp, additionalInfo: 'x'.repeat(38) }),
  ],
  [
    'a text beside a key of 77',
    () =>
      writeStaticBrCode({
        ...receiver,
        pixKey: `${'x'.repeat(65)}@example.com`,
        additionalInfo: 'x',
      }),
  ],
  [
    'an amount of eleven digits',
    () => writeStaticBrCode({ ...receiver, pixKey: evp, amount: cents(1e12) }),
  ],
] as const) {
  test(`${what} is never written`, () => assert.throws(write))
}

test('37 characters fit beside an EVP key, none beside a key of 77', () => {
  assert.equal(
    readBrCode(writeStaticBrCode({ ...receiver, pixKey: evp, additionalInfo: 'x'.repeat(37) })).ok,
    true,
  )
  assert.equal(
    readBrCode(writeStaticBrCode({ ...receiver, pixKey: `${'x'.repeat(65)}@example.com` })).ok,
    true,
  )
})

const txids = fc.stringMatching(/^[A-Za-z0-9]{1,25}$/)
test('every static code that is written can be read', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 999999999999 }),
      txids,
      fc.string({ maxLength: 40 }),
      (amount, txid, name) => {
        const reading = readBrCode(
          writeStaticBrCode({
            pixKey: evp,
            amount: cents(amount),
            txid,
            receiverName: `L${name}`,
            city: 'Natal',
          }),
        )
        assert.ok(reading.ok && reading.code.kind === 'static')
        assert.equal(reading.code.amount, amount)
        assert.equal(reading.code.txid, txid)
        assert.equal(reading.code.pixKey, evp)
      },
    ),
  )
})
