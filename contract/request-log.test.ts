import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LoggedRequestDetail, LoggedRequestWire } from './request-log.ts'

test('a list of requests shows no bodies, and one request shows both', () => {
  const listed = Object.keys(LoggedRequestWire.properties)
  const detailed = Object.keys(LoggedRequestDetail.properties)
  assert.deepEqual(
    detailed.filter((field) => !listed.includes(field)),
    ['requestBody', 'responseBody'],
  )
})
