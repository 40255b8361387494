import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../primitives/id.ts'
import {
  afterRefused,
  afterRegistered,
  type Domain,
  digestOf,
  failuresUntilLost,
  isRegistered,
  newDomain,
  retryMs,
} from './domain.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))
const providerId = newId(0)
const other = newId(0)
const digest = digestOf({ path: '/x', content: 'AB' })
const step = (minute: number) => ({ providerId, digest, at: at(minute) })
const finding = { stage: 'status', seen: '404' } as const
const routine = (domain: Domain, minute: number) =>
  afterRefused(domain, { ...step(minute), finding, isRoutine: true })
const requested = (domain: Domain, minute: number) =>
  afterRefused(domain, { ...step(minute), finding, isRoutine: false })

const fresh = () => newDomain(newId(0), 'loja.com.br', { providerId, at: at(0) })
const verified = () => afterRegistered(fresh(), step(1))

test('a new domain is PENDING and registered with no acquirer', () => {
  const domain = fresh()
  assert.deepEqual([domain.status, domain.version, domain.verifiedAt], ['PENDING', 1, undefined])
  assert.ok(!isRegistered(domain, step(0)))
})

test('the domain is verified when its file is first found, whatever comes later', () => {
  const again = afterRegistered(verified(), step(9))
  assert.deepEqual([again.status, again.version, again.verifiedAt], ['VERIFIED', 3, at(1)])
  assert.ok(isRegistered(again, step(9)))
})

test('another acquirer, another file or another path needs another verification', () => {
  const domain = verified()
  assert.ok(!isRegistered(domain, { providerId: other, digest }))
  assert.ok(!isRegistered(domain, { providerId, digest: digestOf({ path: '/x', content: 'AC' }) }))
  assert.notEqual(digestOf({ path: '/x', content: 'AB' }), digestOf({ path: '/xA', content: 'B' }))
})

test('a check that fails leaves a PENDING domain PENDING, and stores the reason', () => {
  const domain = requested(fresh(), 1)
  assert.deepEqual([domain.status, domain.registration.lastError], ['PENDING', finding])
  assert.equal(
    domain.registration.checkAt,
    undefined,
    'no check is due until the merchant requests one',
  )
})

test('a verified domain is lost only after the allowed failed routine checks', () => {
  let domain: Domain = verified()
  for (let count = 1; count < failuresUntilLost; count += 1) {
    domain = routine(domain, count * 60)
    assert.equal(domain.status, 'VERIFIED')
    assert.deepEqual(
      domain.registration?.checkAt,
      at(count * 60 + 60),
      'looked at again in an hour',
    )
  }
  domain = routine(domain, failuresUntilLost * 60)
  assert.deepEqual([domain.status, domain.registration?.state], ['PENDING', 'failed'])
})

test('a successful check in between resets the count', () => {
  const forgiven = afterRegistered(routine(routine(verified(), 60), 120), step(180))
  assert.deepEqual(
    [routine(forgiven, 240).status, routine(routine(forgiven, 240), 300).status],
    ['VERIFIED', 'VERIFIED'],
  )
})

test('checks requested by the merchant never lose a verified domain', () => {
  let domain: Domain = verified()
  for (let count = 0; count < 10; count += 1) domain = requested(domain, count + 2)
  assert.equal(domain.status, 'VERIFIED')
})

test('a new acquirer that does not find its file makes the domain PENDING at once', () => {
  const domain = {
    ...verified(),
    registration: { providerId: other, state: 'unregistered', failures: 0, tries: 0 },
  } as const
  const after = afterRefused(domain, {
    providerId: other,
    digest: 'ff',
    at: at(5),
    finding,
    isRoutine: false,
  })
  assert.deepEqual([after.status, after.registration.state], ['PENDING', 'failed'])
})

test('a lost domain that is verified again has the date of the new verification', () => {
  let domain: Domain = verified()
  for (let count = 1; count <= failuresUntilLost; count += 1) domain = routine(domain, count * 60)
  assert.deepEqual(afterRegistered(domain, step(999)).verifiedAt, at(999))
})

test('the pauses between requests to an acquirer grow up to a limit', () => {
  const pauses = Array.from({ length: 20 }, (_, tries) => retryMs(tries))
  assert.equal(pauses[0], 5_000)
  assert.equal(pauses[19], 600_000)
  assert.deepEqual(
    pauses,
    pauses.toSorted((a, b) => a - b),
  )
})
