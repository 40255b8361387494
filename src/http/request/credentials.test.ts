import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bearerFrom, publicKeyMistake, secretKeyFrom, secretKeyMistake } from './credentials.ts'

const sk = 'sk_0123456789abcdefghijABCDEFGHIJ01abcdef'
const pk = 'pk_0123456789abcdefghijABCDEFGHIJ01abcdef'
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

for (const [what, header] of [
  ['x:key', basic(`x:${sk}`)],
  ['public key:key', basic(`${pk}:${sk}`)],
  ['key alone', basic(sk)],
  ['key:', basic(`${sk}:`)],
  ['key:anything', basic(`${sk}:x`)],
  [':key', basic(`:${sk}`)],
  ['the scheme in small letters', basic(`x:${sk}`).replace('Basic', 'basic')],
  ['no padding', basic(`x:${sk}`).replaceAll('=', '')],
] as const) {
  test(`a secret key is found: ${what}`, () => assert.equal(secretKeyFrom(header), sk))
}

for (const [what, header] of [
  ['nothing', undefined],
  ['an empty header', ''],
  ['Bearer', `Bearer ${sk}`],
  ['the bare key', sk],
  ['Basic without base64', `Basic ${sk}`],
  ['Basic of nothing', 'Basic '],
  ['a public key', basic(`x:${pk}`)],
  ['a key in a third part', basic(`a:b:${sk}`)],
  ['garbage', 'Basic !!!!'],
  ['a very long header', `Basic ${'A'.repeat(10_000)}`],
] as const) {
  test(`no secret key: ${what}`, () => assert.equal(secretKeyFrom(header), undefined))
}

test('a bearer token contains no space', () => {
  assert.equal(bearerFrom('Bearer abc'), 'abc')
  assert.equal(bearerFrom('Basic abc'), undefined)
  assert.equal(bearerFrom('Bearer a b'), undefined)
})

for (const [header, expected] of [
  [undefined, 'missing'],
  ['  ', 'missing'],
  [`Bearer ${sk}`, 'bearer'],
  ['Bearer xyz', 'bearer'],
  [sk, 'not-encoded'],
  [`Basic ${sk}`, 'not-encoded'],
  [`Basic x:${sk}`, 'not-encoded'],
  [basic(`x:${pk}`), 'public-key'],
  [basic(pk), 'public-key'],
  [`Bearer ${pk}`, 'public-key'],
  [pk, 'public-key'],
  [basic(`${pk}:${sk}`), undefined],
  [basic('x:other'), undefined],
  ['Basic !!!!', undefined],
] as const) {
  const shown = header?.replace(sk, 'sk').replace(pk, 'pk')
  test(`the mistake in "${shown}" is ${expected}`, () =>
    assert.equal(secretKeyMistake(header), expected))
}

test('a secret key in place of the public one is noticed', () => {
  assert.equal(publicKeyMistake(` ${sk}`), 'secret-key')
  assert.equal(publicKeyMistake(pk), undefined)
  assert.equal(publicKeyMistake(undefined), undefined)
})
