import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDenial } from './query-denied.ts'

const answered = (status: number, retryAfter?: string) => ({
  ...{ kind: 'answered' as const, status, text: '' },
  headers: {
    date: 'Mon, 02 Mar 2026 12:00:00 GMT',
    ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
  },
})

for (const [what, answer, expected] of [
  ['403', answered(403), { kind: 'not-permitted' }],
  ['429 without a time', answered(429), { kind: 'limited', retryAfterSeconds: 60 }],
  ['429 with seconds', answered(429, '90'), { kind: 'limited', retryAfterSeconds: 90 }],
  ['429 with 0', answered(429, '0'), { kind: 'limited', retryAfterSeconds: 1 }],
  ['429 with weeks', answered(429, '999999'), { kind: 'limited', retryAfterSeconds: 86_400 }],
  [
    '429 with a date',
    answered(429, 'Mon, 02 Mar 2026 12:01:30 GMT'),
    { kind: 'limited', retryAfterSeconds: 90 },
  ],
  ['429 with a text', answered(429, 'amanhã'), { kind: 'limited', retryAfterSeconds: 60 }],
  ['401', answered(401), undefined],
  ['404', answered(404), undefined],
  ['503', answered(503, '90'), undefined],
  ['no response', { kind: 'lost', cause: 'reset' } as const, undefined],
] as const)
  test(`a query that meets ${what} is ${expected?.kind ?? 'not denied'}`, () => {
    assert.deepEqual(readDenial(answer), expected)
  })
