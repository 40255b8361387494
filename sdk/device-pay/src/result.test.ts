import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeOfStatus, resultOf } from './result.ts'

for (const [status, code, mayPayAgain] of [
  ['PAID', 'paid', false],
  ['REFUSED', 'refused', true],
  ['CANCELED', 'refused', true],
  ['WAITING_PAYMENT', 'analysis', false],
  ['IN_ANALYSIS', 'analysis', false],
  ['PROCESSING', 'analysis', false],
  ['AUTHORIZED', 'analysis', false],
  ['REJECTED', 'not-created', true],
  ['SOMETHING_NEW', 'unknown', false],
  ['toString', 'unknown', false],
] as const) {
  test(`${status}: the code is ${code}, and the payer may pay again: ${mayPayAgain}`, () => {
    const result = resultOf(codeOfStatus(status))
    assert.deepEqual([result.code, result.mayPayAgain], [code, mayPayAgain])
    assert.match(result.message, /^\p{Lu}.*\.$/u)
  })
}
