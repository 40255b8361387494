import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cardExpiresAt, isCardExpired } from './card-expiry.ts'

for (const [month, year, lastInstant] of [
  [11, 2026, '2026-12-01T02:59:59.999Z'],
  [12, 2026, '2027-01-01T02:59:59.999Z'],
  [2, 2028, '2028-03-01T02:59:59.999Z'],
] as const) {
  test(`a card of ${month}/${year} is valid until ${lastInstant}, no longer`, () => {
    const expiry = { month, year }
    const last = new Date(lastInstant)
    assert.deepEqual(cardExpiresAt(expiry), last)
    assert.equal(isCardExpired(expiry, last), false)
    assert.equal(isCardExpired(expiry, new Date(last.getTime() + 1)), true)
  })
}

for (const month of [0, 13]) {
  test(`there is no month ${month}`, () => {
    assert.throws(() => cardExpiresAt({ month, year: 2026 }), RangeError)
  })
}
