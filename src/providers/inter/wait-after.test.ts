import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boletoRegistrationMs } from '../polling/timeouts.ts'
import { waitAfterMs } from './wait-after.ts'

/** Inter takes this number of calls a minute in its test environment. */
const callsAMinute = 10

test('one slow registration stays within the calls of a minute, and sees a fast one soon', () => {
  let queries = 1
  for (let atMs = waitAfterMs(1); atMs < boletoRegistrationMs; atMs += waitAfterMs(queries))
    queries += 1
  // The token and the registration itself are calls too.
  assert.ok(queries + 2 <= callsAMinute, `${queries} queries`)
  assert.ok(waitAfterMs(1) <= 500)
})
