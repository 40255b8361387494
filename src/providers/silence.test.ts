import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSilences } from './silence.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 21) + seconds * 1_000)
const first = { providerId: 'bank', id: 'first' }
const second = { providerId: 'bank', id: 'second' }

test('the first that meets silence is the probe, until the provider answers anything', () => {
  const silences = openSilences()
  assert.equal(silences.hear(first, false, at(0)), false)
  assert.equal(silences.hear(second, false, at(1)), false)
  assert.deepEqual([silences.isProbe(first), silences.isProbe(second)], [true, false])
  assert.equal(silences.isProbe({ providerId: 'another', id: 'first' }), false)
  assert.equal(silences.hear(second, true, at(2)), true, 'it was silent until now')
  assert.equal(silences.hear(second, true, at(3)), false)
  assert.equal(silences.isProbe(first), false)
})

test('a probe nobody asks about any more is replaced', () => {
  const silences = openSilences()
  silences.hear(first, false, at(0))
  silences.hear(first, false, at(50))
  silences.hear(second, false, at(100))
  assert.equal(silences.isProbe(first), true)
  silences.hear(second, false, at(111))
  assert.equal(silences.isProbe(second), true)
})

test('what one app has noticed another has not', () => {
  const [one, other] = [openSilences(), openSilences()]
  one.hear(first, false, at(0))
  assert.equal(other.isProbe(first), false)
  assert.equal(other.hear(first, true, at(1)), false)
})
