import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { asciiText, crc16, readChain, writeChain } from './emv-chain.ts'

test('the CRC has the check value of CRC-16/CCITT-FALSE', () =>
  assert.equal(crc16('123456789'), '29B1'))

test('the CRC keeps its leading zeros', () => {
  const text = Array.from({ length: 5000 }, (_, n) => String(n)).find((n) =>
    crc16(n).startsWith('0'),
  )
  assert.ok(text)
  assert.match(crc16(text), /^0[0-9A-F]{3}$/)
})

for (const [text, why] of [
  ['0A0201', 'an id that is no number'],
  ['00X201', 'a length that is no number'],
  ['000301', 'a length past the end'],
  ['0000', 'an empty value'],
  ['00020100', 'a head cut short'],
  ['000201000201', 'an id twice'],
] as const) {
  test(`a chain with ${why} is not read`, () => assert.equal(readChain(text), undefined))
}

test('lengths count characters, not bytes', () => {
  assert.deepEqual(
    [...(readChain('5909São Paulo6003ABC') ?? [])],
    [
      ['59', 'São Paulo'],
      ['60', 'ABC'],
    ],
  )
})

const fields = fc.uniqueArray(
  fc.record(
    {
      id: fc.integer({ min: 0, max: 99 }).map((id) => String(id).padStart(2, '0')),
      value: fc.string({ minLength: 1, maxLength: 99, unit: 'grapheme-ascii' }),
    },
    { noNullPrototype: true },
  ),
  { selector: ({ id }) => id },
)

test('a written chain is read', () => {
  fc.assert(
    fc.property(fields, (written) => {
      const read = [...(readChain(writeChain(written)) ?? [])].map(([id, value]) => ({ id, value }))
      assert.deepEqual(read, written)
    }),
  )
})

for (const value of ['', 'x'.repeat(100), 'São']) {
  test(`a value of ${value.length} characters like "${value.slice(0, 5)}" is never written`, () => {
    assert.throws(() => writeChain([{ id: '59', value }]))
  })
}

for (const [text, max, plain] of [
  ['São João del-Rei', 25, 'Sao Joao del-Rei'],
  ['  Açaí \n & Cia.  ', 25, 'Acai & Cia.'],
  ['Padaria 🥖 Nº 1', 25, 'Padaria  No 1'],
  ['Comércio de Alimentos Exemplar', 25, 'Comercio de Alimentos Exe'],
  ['Vitória da Conquista', 11, 'Vitoria da'],
] as const) {
  test(`"${text}" is printed as "${plain}"`, () => assert.equal(asciiText(text, max), plain))
}
