import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Rejection } from '../../primitives/rejection.ts'
import { readFormBody } from './form-body.ts'

/** The fields that are reported as broken. */
function brokenIn(body: Buffer | string): readonly string[] {
  try {
    readFormBody(Buffer.from(body))
    return []
  } catch (cause) {
    assert.ok(cause instanceof Rejection && cause.code === 'validation-failed')
    return (cause.details.issues ?? []).map(({ field, problem }) => `${field} ${problem}`)
  }
}

test('a form is read as a browser encodes it', () => {
  const form = readFormBody(Buffer.from('name=Ana+Concei%C3%A7%C3%A3o&city=São Paulo&x=100%&y'))
  assert.deepEqual(
    [...form],
    [
      ['name', 'Ana Conceição'],
      ['city', 'São Paulo'],
      ['x', '100%'],
      ['y', ''],
    ],
  )
})

for (const [what, body, broken] of [
  ['NUL', 'name=Ana&email=a%00b%40x.com&city=%00', ['email broken-text', 'city broken-text']],
  ['NUL that is not encoded', 'name=a\0b', ['name broken-text']],
  ['NUL in a name', 'a%00=b', ['body broken-text']],
  ['an encoded half of a surrogate pair', 'name=%ED%A0%80', ['body broken-text']],
  ['a part of an encoded emoji', 'name=%F0%9F%98', ['body broken-text']],
  ['bytes that are not UTF-8', Buffer.from('name=S\xe3o', 'latin1'), ['body broken-text']],
] as const)
  test(`a form is rejected for ${what}`, () => assert.deepEqual(brokenIn(body), broken))
