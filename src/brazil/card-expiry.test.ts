import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cardExpiresAt, isCardExpired } from './card-expiry.ts'

for (const [month, year, lastInstant] of [
  [11, 2026, '2026-12-01T02:59:59.999Z'],
  [12, 2026, '2027-01-01T02:59:59.999Z'],
  [2, 2028, '2028-03-01T02:59:59.999Z'],
] as const) {
  test(`a card of ${month}/${year} is good until ${lastInstant} and not a millisecond more`, () => {
    const last = new Date(lastInstant)
    assert.deepEqual(cardExpiresAt({ month, year }), last)
    assert.equal(isCardExpired({ month, year }, last), false)
    assert.equal(isCardExpired({ month, year }, new Date(last.getTime() + 1)), true)
  })
}

test('there is no month 13', () => assert.throws(() => cardExpiresAt({ month: 13, year: 2026 }), RangeError))
