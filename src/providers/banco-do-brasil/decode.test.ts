import assert from 'node:assert/strict'
import { test } from 'node:test'
import { centsFromDecimal, dateForBank, dateFromBank } from './decode.ts'

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

const dates: [unknown, string | undefined][] = [
  ['30.11.2026', '2026-11-30'],
  ['12/06/2025 16:29:30', '2025-06-12'],
  ['29.02.2028', '2028-02-29'],
  ['31.02.2026', undefined],
  ['00.00.0000', undefined],
  ['2026-11-30', undefined],
  ['', undefined],
  [undefined, undefined],
]

for (const [value, expected] of dates) {
  test(`the bank's date ${JSON.stringify(value)} is ${expected ?? 'no date'}`, () => {
    assert.equal(dateFromBank(value)?.toString(), expected)
  })
}

test('dates are sent to the bank with dots', () =>
  assert.equal(dateForBank('2026-11-30'), '30.11.2026'))
