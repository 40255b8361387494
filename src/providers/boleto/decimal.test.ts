import assert from 'node:assert/strict'
import { test } from 'node:test'
import { centsFromDecimal } from './decimal.ts'

const amounts: [unknown, number | undefined][] = [
  [19.9, 1_990],
  [1.15, 115],
  [0.01, 1],
  [1000, 100_000],
  [99_999_999.99, 9_999_999_999],
  ['12.34', 1_234],
  [0, 0],
  [0.005, undefined],
  [1e21, undefined],
  [-1, undefined],
  ['1.234,56', undefined],
  [Number.NaN, undefined],
  [null, undefined],
  [['10.00'], undefined],
]

for (const [value, expected] of amounts) {
  test(`${JSON.stringify(value)} reais are ${expected ?? 'not an amount in'} cents`, () => {
    assert.equal(centsFromDecimal(value), expected)
  })
}

test('every amount of cents is the same after it was written as a decimal number and read', () => {
  for (let amount = 1; amount < 9_999_999_999; amount += 7_654_321) {
    const digits = String(amount).padStart(3, '0')
    const sent = JSON.parse(JSON.stringify(Number(`${digits.slice(0, -2)}.${digits.slice(-2)}`)))
    assert.equal(centsFromDecimal(sent), amount)
  }
})
