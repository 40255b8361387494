import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kindOfKey, newKey } from './api-key.ts'

test('a new key is recognized with its kind', () => {
  assert.equal(kindOfKey(newKey('secret')), 'secret')
  assert.equal(kindOfKey(newKey('public')), 'public')
  assert.match(newKey('secret'), /^sk_[0-9A-Za-z]{38}$/)
})

test('no two keys are equal', () => {
  assert.equal(new Set(Array.from({ length: 200 }, () => newKey('secret'))).size, 200)
})

test('a key with any one character changed is rejected without a query', () => {
  const key = newKey('secret')
  for (let index = 3; index < key.length; index++) {
    const other = key[index] === 'a' ? 'b' : 'a'
    assert.equal(
      kindOfKey(key.slice(0, index) + other + key.slice(index + 1)),
      undefined,
      `character ${index}`,
    )
  }
})

for (const text of [
  '',
  'sk_',
  'sk_short',
  `pk${newKey('public').slice(2).slice(0, -1)}`,
  `${newKey('secret')}x`,
  ` ${newKey('secret')}`,
]) {
  test(`not a key: ${JSON.stringify(text.slice(0, 12))} of ${text.length} characters`, () => {
    assert.equal(kindOfKey(text), undefined)
  })
}
