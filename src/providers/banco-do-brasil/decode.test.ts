import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dateForBank, dateFromBank } from './decode.ts'

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
