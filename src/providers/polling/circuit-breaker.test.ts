import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openProviderHealth } from './circuit-breaker.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 21) + seconds * 1_000)
const first = { providerId: 'bank', id: 'first' }
const second = { providerId: 'bank', id: 'second' }

test('the first query without a response is the probe until any response', () => {
  const providerHealth = openProviderHealth()
  assert.equal(providerHealth.recordResponse(first, false, at(0)), false)
  assert.equal(providerHealth.recordResponse(second, false, at(1)), false)
  assert.deepEqual([providerHealth.isProbe(first), providerHealth.isProbe(second)], [true, false])
  assert.equal(providerHealth.isProbe({ providerId: 'another', id: 'first' }), false)
  assert.deepEqual(providerHealth.probed(at(1)), ['bank'])
  assert.equal(providerHealth.recordResponse(second, true, at(2)), true, 'it was silent until now')
  assert.equal(providerHealth.recordResponse(second, true, at(3)), false)
  assert.equal(providerHealth.isProbe(first), false)
  assert.deepEqual(providerHealth.probed(at(3)), [])
})

test('a probe that is no longer queried is replaced', () => {
  const providerHealth = openProviderHealth()
  providerHealth.recordResponse(first, false, at(0))
  providerHealth.recordResponse(first, false, at(50))
  providerHealth.recordResponse(second, false, at(100))
  assert.equal(providerHealth.isProbe(first), true)
  providerHealth.recordResponse(second, false, at(111))
  assert.equal(providerHealth.isProbe(second), true)
})

test('a provider is not reported ten minutes after the last query without a response', () => {
  const providerHealth = openProviderHealth()
  providerHealth.recordResponse(first, false, at(0))
  providerHealth.recordResponse(second, false, at(30))
  assert.equal(providerHealth.isProbe(first), true)
  assert.deepEqual(providerHealth.probed(at(630)), ['bank'])
  assert.deepEqual(providerHealth.probed(at(631)), [])
  providerHealth.recordResponse(second, false, at(700))
  assert.deepEqual(providerHealth.probed(at(701)), ['bank'])
})

test('each app keeps its own state', () => {
  const [one, other] = [openProviderHealth(), openProviderHealth()]
  one.recordResponse(first, false, at(0))
  assert.equal(other.isProbe(first), false)
  assert.equal(other.recordResponse(first, true, at(1)), false)
})
