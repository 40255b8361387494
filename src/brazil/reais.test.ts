import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cents } from '../primitives/money.ts'
import { centsFromReais, centsFromTyped, formatReais, reaisFromCents } from './reais.ts'

for (const [amount, text, shown] of [
  [0, '0.00', 'R$\u00a00,00'],
  [5, '0.05', 'R$\u00a00,05'],
  [115, '1.15', 'R$\u00a01,15'],
  [1990, '19.90', 'R$\u00a019,90'],
  [1050, '10.50', 'R$\u00a010,50'],
  [123456, '1234.56', 'R$\u00a01.234,56'],
  [999999999999, '9999999999.99', 'R$\u00a09.999.999.999,99'],
] as const) {
  test(`${amount} cents are ${text} on the wire and ${shown} on a page`, () => {
    assert.equal(reaisFromCents(cents(amount)), text)
    assert.equal(centsFromReais(text), amount)
    assert.equal(formatReais(cents(amount)), shown)
  })
}

for (const text of [
  '1.005',
  '1.5',
  '1',
  '1,50',
  '-1.00',
  ' 1.00',
  '1.00 ',
  '.50',
  '12345678901.00',
  '1e3.00',
  '',
]) {
  test(`"${text}" is not an amount`, () => assert.equal(centsFromReais(text), undefined))
}

test('every amount is the same after it was written and read', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999999999999 }), (n) => {
      assert.equal(centsFromReais(reaisFromCents(cents(n))), n)
    }),
  )
})

test('amounts are shown as Intl shows them', () => {
  const intl = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99999999999 }), (n) => {
      assert.equal(formatReais(cents(n)), intl.format(n / 100))
    }),
  )
})

for (const [typed, amount] of [
  ['25', 25_00],
  ['25,5', 25_50],
  ['25,50', 25_50],
  ['25.50', 25_50],
  ['R$ 1.234,56', 1_234_56],
  ['R$\u00a01,234.56', 1_234_56],
  ['1.234', 1_234_00],
  ['1,234', 1_234_00],
  ['1234,5', 1_234_50],
  ['0,01', 1],
  ['', undefined],
  ['-5', undefined],
  ['1e3', undefined],
  ['12,345.6,7', undefined],
  ['1.23.456', undefined],
  ['1,234,5', undefined],
  ['99999999999', undefined],
  ['vinte', undefined],
] as const) {
  test(`a person who types ${JSON.stringify(typed)} means ${amount ?? 'no amount'}`, () =>
    assert.equal(centsFromTyped(typed), amount))
}
