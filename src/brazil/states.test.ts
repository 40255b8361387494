import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isState } from './states.ts'

for (const [text, expected] of [
  ['SP', true],
  ['df', true],
  [' to ', true],
  ['XX', false],
  ['São Paulo', false],
  ['', false],
] as const) {
  test(`"${text}" is ${expected ? '' : 'not '}a state`, () => assert.equal(isState(text), expected))
}
