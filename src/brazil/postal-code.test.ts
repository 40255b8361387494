import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatPostalCode, readPostalCode } from './postal-code.ts'

for (const [text, digits] of [
  ['01310-100', '01310100'],
  ['01310100', '01310100'],
  ['01.310-100', '01310100'],
  ['1310-100', undefined],
  ['01310-10A', undefined],
  ['', undefined],
] as const) {
  test(`the CEP of "${text}" is ${digits}`, () => assert.equal(readPostalCode(text), digits))
}

test('a CEP is shown with its dash', () => assert.equal(formatPostalCode('01310100'), '01310-100'))
