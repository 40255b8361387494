import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isNotFound, isNotFoundWithJson } from './not-found.ts'
import type { ProviderAnswer } from './provider-client.ts'

const answered = (status: number, text: string): ProviderAnswer => ({
  kind: 'answered',
  status,
  headers: {},
  text,
})

const responses: readonly [string, ProviderAnswer, boolean, boolean][] = [
  ['a 404 with an object', answered(404, '{"erros":[]}'), true, true],
  ['a 404 with a list', answered(404, '[{"Code":307}]'), true, true],
  ['a 404 without a body', answered(404, ''), true, false],
  ['a 404 with a blank body', answered(404, '\r\n'), true, false],
  ['a 404 with a page', answered(404, '<html><h1>Not Found</h1></html>'), false, false],
  ['a 404 with a text', answered(404, '404 page not found'), false, false],
  ['a 404 with a number', answered(404, '404'), false, false],
  ['a 404 with an empty list', answered(404, '[]'), true, true],
  ['another status', answered(400, '{}'), false, false],
  ['no response', { kind: 'lost', cause: new Error('reset') }, false, false],
]

for (const [name, response, isMissing, isMissingWithJson] of responses)
  test(`${name} ${isMissing ? 'says' : 'does not say'} that nothing is there`, () => {
    assert.equal(isNotFound(response), isMissing)
    assert.equal(isNotFoundWithJson(response), isMissingWithJson)
  })
