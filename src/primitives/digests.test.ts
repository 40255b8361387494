import assert from 'node:assert/strict'
import { createHmac, hkdfSync } from 'node:crypto'
import { test } from 'node:test'
import { bareDigest, keptKeysOf, openDigests, pepperVersionOf } from './digests.ts'
import { randomSecret } from './id.ts'

const [one, two] = [randomSecret(32), randomSecret(32)]
const before = openDigests({ peppers: new Map([[1, one]]) })
const both = new Map([
  [1, one],
  [2, two],
])
/** Knows both peppers and still uses the first one. */
const prepared = openDigests({ peppers: both, pepperVersion: 1 })
const moved = openDigests({ peppers: both })
/** The first pepper was removed from the settings. */
const removed = openDigests({
  ...{ peppers: new Map([[2, two]]), firstPepper: 1 },
  keptKeys: new Map([
    [1, keptKeysOf(one)],
    [2, keptKeysOf(two)],
  ]),
})

test('digests differ by label and by pepper, and repeat', () => {
  assert.deepEqual(before.digest('api-key', 'x'), before.digest('api-key', 'x'))
  assert.notDeepEqual(before.digest('api-key', 'x'), before.digest('invitation', 'x'))
  assert.notDeepEqual(before.hmac('operator-token', 'x'), moved.hmac('operator-token', 'x'))
})

test('a digest of version 1 is what earlier releases stored', () => {
  const key = Buffer.from(hkdfSync('sha256', one, 'guiche', 'hmac api-key', 32))
  assert.deepEqual(before.digest('api-key', 'x'), createHmac('sha256', key).update('x').digest())
})

test('a digest names the version of its pepper', () => {
  const digest = moved.digest('api-key', 'x')
  assert.deepEqual([digest.length, pepperVersionOf(digest)], [34, 2])
  assert.equal(pepperVersionOf(before.digest('api-key', 'x')), 1)
  assert.equal(bareDigest(digest).length, 32)
  const high = openDigests({ peppers: new Map([[65_535, two]]) })
  assert.equal(pepperVersionOf(high.digest('api-key', 'x')), 65_535)
})

test('a secret is searched under each pepper, the one in use first', () => {
  const [old, fresh] = [before.digest('api-key', 'x'), moved.digest('api-key', 'x')]
  assert.deepEqual(prepared.digests('api-key', 'x'), [old, fresh])
  assert.deepEqual(moved.digests('api-key', 'x'), [fresh, old])
  assert.deepEqual(removed.digests('api-key', 'x'), [fresh])
})

test('a stable name never changes, also without its pepper', () => {
  const name = before.stableHmac('customer', 'x')
  for (const digests of [prepared, moved, removed])
    assert.deepEqual(digests.stableHmac('customer', 'x'), name)
})

test('a compared digest is compared under its own pepper, also a removed one', () => {
  for (const made of [before, moved]) {
    const stored = made.digest('audit-log', 'x')
    for (const digests of [prepared, moved, removed]) {
      assert.ok(digests.matches('audit-log', 'x', stored))
      assert.ok(!digests.matches('audit-log', 'y', stored))
      assert.ok(!digests.matches('audit-log-end', 'x', stored))
    }
  }
  assert.ok(!before.matches('audit-log', 'x', moved.digest('audit-log', 'x')))
  assert.ok(!moved.matches('audit-log', 'x', Buffer.alloc(0)))
  assert.ok(!moved.matches('audit-log', 'x', before.digest('audit-log', 'x').subarray(0, 31)))
})

test('no key of a presented secret outlives its pepper', () => {
  const labels = Object.keys(keptKeysOf(one))
  for (const label of ['api-key', 'login', 'login-signature', 'recovery-code', 'provider-callback'])
    assert.ok(!labels.includes(label), label)
})
