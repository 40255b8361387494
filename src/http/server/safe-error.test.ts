import assert from 'node:assert/strict'
import { test } from 'node:test'
import { safeError } from './safe-error.ts'

test('a log keeps the position of an error, and no part of the request', () => {
  const cause = Object.assign(new Error('invalid input syntax for type uuid: "4111111111111111"'), {
    code: '22P02',
  })
  const error = new Error("card 4111111111111111 of 'Maria' failed", { cause })
  const text = JSON.stringify(safeError(error))
  assert.doesNotMatch(text, /4111|Maria/)
  assert.match(text, /22P02/)
  assert.match(text, /safe-error\.test\.ts/)
})
