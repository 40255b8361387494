import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ErrorCode } from '../errors.ts'
import {
  type Attempt,
  isTemporary,
  mayHaveHappened,
  noResponse,
  retryAfterMs,
  retryDelayMs,
} from './retry-rule.ts'

const response = (status: number, code?: ErrorCode): Attempt => ({
  kind: 'response',
  status,
  code,
  retryAfterMs: undefined,
})
const failed = (code: string): Attempt =>
  noResponse(new TypeError('fetch failed', { cause: Object.assign(new Error(), { code }) }))

for (const [name, attempt, expected] of [
  ['a reset connection', failed('ECONNRESET'), true],
  ['a refused connection', failed('ECONNREFUSED'), true],
  ['a certificate of another host', failed('ERR_TLS_CERT_ALTNAME_INVALID'), false],
  ['a certificate that has expired', failed('CERT_HAS_EXPIRED'), false],
  ['a certificate without its chain', failed('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), false],
  ['a damaged TLS record', failed('ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC'), true],
  ['a TLS alert', failed('ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR'), true],
  ['429', response(429, 'rate-limited'), true],
  ['503', response(503, 'overloaded'), true],
  ['500', response(500, 'internal-error'), true],
  ['502 of a proxy', response(502), true],
  ['520 of a proxy', response(520), true],
  ['521 of a proxy', response(521), true],
  ['522 of a proxy', response(522), true],
  ['523 of a proxy', response(523), true],
  ['524 of a proxy', response(524), true],
  ['501', response(501), false],
  ['505', response(505), false],
  ['408', response(408, 'request-timeout'), true],
  ['a key at work', response(409, 'idempotency-in-progress'), true],
  ['another 409', response(409, 'status-does-not-allow'), false],
  ['a possible duplicate', response(409, 'possible-duplicate'), false],
  ['a key of another request', response(422, 'idempotency-key-reused'), false],
  ['a rejected field', response(400, 'validation-failed'), false],
  ['a redirect', response(302), false],
  ['a success that is not of the gateway', response(200), false],
] as const) {
  test(`${name} is ${expected ? 'retried' : 'final'}`, () =>
    assert.equal(isTemporary(attempt), expected))
}

for (const [name, attempts, expected] of [
  ['a refused connection', [failed('ECONNREFUSED')], false],
  ['an unknown host', [failed('ENOTFOUND')], false],
  ['a reset connection', [failed('ECONNRESET')], true],
  ['a certificate that has expired', [failed('CERT_HAS_EXPIRED')], false],
  ['a certificate of another host', [failed('ERR_TLS_CERT_ALTNAME_INVALID')], false],
  ['a damaged TLS record', [failed('ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC')], true],
  ['a TLS alert', [failed('ERR_SSL_SSLV3_ALERT_BAD_RECORD_MAC')], true],
  ['an alert about a certificate', [failed('ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN')], true],
  ['a cut TLS connection', [failed('ERR_SSL_UNEXPECTED_EOF_WHILE_READING')], true],
  ['a reset connection, then a refused one', [failed('ECONNRESET'), failed('ECONNREFUSED')], true],
  ['a full server', [response(503, 'overloaded')], false],
  ['a reset, then a full server', [failed('ECONNRESET'), response(503, 'overloaded')], true],
  ['a server without its database', [response(503, 'database-unavailable')], true],
  ['502 of a proxy', [response(502)], true],
  ['a page of a proxy with 200', [response(200)], true],
  ['a redirect', [response(302)], false],
  ['too many requests', [response(429, 'rate-limited')], false],
  ['a reset, then a rejection', [failed('ECONNRESET'), response(400, 'card-expired')], false],
  ['a reset, then 404 of a proxy', [failed('ECONNRESET'), response(404)], true],
  ['a reset, then 400 of a proxy', [failed('ECONNRESET'), response(400)], true],
  ['404 of a proxy', [response(404)], false],
  ['a reset, then a revoked key', [failed('ECONNRESET'), response(401, 'unauthenticated')], true],
  ['a reset, then too many', [failed('ECONNRESET'), response(429, 'rate-limited')], true],
  ['a key at work', [response(409, 'idempotency-in-progress')], true],
] as const) {
  test(`after ${name} the effect is ${expected ? 'unknown' : 'known to be absent'}`, () =>
    assert.equal(mayHaveHappened(attempts, true), expected))
}

test('a rejection of a call without a key says nothing about the attempts before it', () => {
  const attempts = [failed('ECONNRESET'), response(404, 'not-found')]
  assert.deepEqual(
    [mayHaveHappened(attempts, false), mayHaveHappened(attempts.slice(1), false)],
    [true, false],
  )
})

for (const [attempt, least, most] of [
  [1, 250, 500],
  [2, 500, 1_000],
  [3, 1_000, 2_000],
  [5, 4_000, 8_000],
  [50, 4_000, 8_000],
] as const) {
  test(`the wait after attempt ${attempt} is from ${least} to ${most} ms`, () => {
    assert.equal(retryDelayMs(attempt, undefined, 0), least)
    assert.equal(retryDelayMs(attempt, undefined, 1), most)
  })
}

test('Retry-After is a minimum, and clients that got the same one are spread', () => {
  assert.equal(retryDelayMs(1, 10_000, 0), 10_062.5)
  assert.equal(retryDelayMs(1, 10_000, 1), 10_125)
  assert.equal(retryDelayMs(5, 1_000, 1), 8_000)
})

const nowMs = Date.parse('2026-11-23T12:00:00Z')
for (const [header, expected] of [
  [null, undefined],
  ['3', 3_000],
  ['0', 0],
  ['Mon, 23 Nov 2026 12:00:05 GMT', 5_000],
  ['Mon, 23 Nov 2026 11:00:00 GMT', 0],
  ['Fri, 23 Nov 2096 12:00:00 GMT', 999_999_000],
  ['soon', undefined],
  ['-1', undefined],
] as const) {
  test(`Retry-After: ${header} is ${expected} ms`, () =>
    assert.equal(retryAfterMs(header, nowMs), expected))
}
