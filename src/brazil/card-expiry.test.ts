import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cardExpiresAt, isCardExpired } from './card-expiry.ts'

for (const [expirationMonth, expirationYear, lastInstant] of [
  [11, 2026, '2026-12-01T02:59:59.999Z'],
  [12, 2026, '2027-01-01T02:59:59.999Z'],
  [2, 2028, '2028-03-01T02:59:59.999Z'],
] as const) {
  test(`a card of ${expirationMonth}/${expirationYear} is good until ${lastInstant} and not a millisecond more`, () => {
    const expiry = { expirationMonth, expirationYear }
    const last = new Date(lastInstant)
    assert.deepEqual(cardExpiresAt(expiry), last)
    assert.equal(isCardExpired(expiry, last), false)
    assert.equal(isCardExpired(expiry, new Date(last.getTime() + 1)), true)
  })
}

for (const expirationMonth of [0, 13]) {
  test(`there is no month ${expirationMonth}`, () => {
    assert.throws(() => cardExpiresAt({ expirationMonth, expirationYear: 2026 }), RangeError)
  })
}
