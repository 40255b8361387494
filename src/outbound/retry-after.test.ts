import assert from 'node:assert/strict'
import { test } from 'node:test'
import { retryAfterMs } from './retry-after.ts'

test('Retry-After is read as seconds or as an HTTP date, and other text is ignored', () => {
  const now = new Date('2026-03-02T12:00:00Z')
  const cases: [string | undefined, number | undefined][] = [
    ['120', 120_000],
    [' 0 ', 0],
    ['Mon, 02 Mar 2026 12:01:30 GMT', 90_000],
    ['Mon, 02 Mar 2026 11:00:00 GMT', 0],
    ['-5', undefined],
    ['1.5', undefined],
    ['soon', undefined],
    ['2026-03-02T12:01:30Z', undefined],
    ['9'.repeat(400), undefined],
    [undefined, undefined],
  ]
  for (const [header, expected] of cases)
    assert.equal(retryAfterMs(header, now), expected, header ?? 'no header')
  const unknown = new Date(Number.NaN)
  assert.equal(retryAfterMs('Mon, 02 Mar 2026 12:01:30 GMT', unknown), undefined)
})
