import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Rejection } from '../../primitives/rejection.ts'
import { readJson } from './read-json.ts'

const read = (text: string) => readJson(Buffer.from(text))
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

for (const [what, text, value] of [
  ['nothing', '', undefined],
  ['only white space', ' \r\n', undefined],
  ['an empty list', '[]', []],
  ['a byte order mark', '\ufeff{"a":1}', { a: 1 }],
  ['a whole number written with a point', '{"amount":3000.0}', { amount: 3000 }],
  [
    'one key in two objects',
    '{"a":{"x":1},"b":{"x":2},"c":[{"x":3},{"x":4}]}',
    { a: { x: 1 }, b: { x: 2 }, c: [{ x: 3 }, { x: 4 }] },
  ],
  [
    'a key that is also a value',
    '{"a":"b","b":"a","c":["a","a"]}',
    { a: 'b', b: 'a', c: ['a', 'a'] },
  ],
  ['quotes and braces inside text', '{"a":"\\"{[\\\\","b":"}]"}', { a: '"{[\\', b: '}]' }],
  ['escaped accents and emoji', '{"name":"Jo\\u00e3o \\ud83d\\ude00"}', { name: 'João 😀' }],
  ['32 levels', nested(32), JSON.parse(nested(32))],
  ['an exponent in an amount: as text', '{"amount":3e3}', { amount: '3e3' }],
  [
    'an exponent in metadata: as the number',
    '{"metadata":{"x":3e3},"pix":{"e":[1E2]}}',
    { metadata: { x: 3000 }, pix: { e: ['1E2'] } },
  ],
  ['letters that are no exponent', '[true,false,{"e":1}]', [true, false, { e: 1 }]],
] as const) {
  test(`JSON is read: ${what}`, () => assert.deepEqual(read(text), value))
}

for (const [what, text, code] of [
  ['a key twice', '{"a":1,"a":2}', 'duplicate-json-key'],
  ['a key twice deep down', '{"x":[{"b":{"a":1,"c":{},"a":2}}]}', 'duplicate-json-key'],
  ['a key twice, once escaped', '{"a":1,"\\u0061":2}', 'duplicate-json-key'],
  ['33 levels', nested(33), 'body-too-deep'],
  ['33 levels of objects', `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`, 'body-too-deep'],
  ['100,000 levels', '['.repeat(100_000), 'body-too-deep'],
  ['a text not closed', '{"a":"', 'invalid-json'],
  ['a bad escape in a key', '{"\\x":1}', 'invalid-json'],
  ['single quotes', "{'a':1}", 'invalid-json'],
  ['a comma too many', '{"a":1,}', 'invalid-json'],
  ['a form', 'amount=100&paymentMethod=PIX', 'invalid-json'],
  ['a NUL', '{"a":"\\u0000"}', 'validation-failed'],
  ['half a character', '{"metadata":{"a":["\\ud83d"]}}', 'validation-failed'],
] as const) {
  test(`JSON is rejected: ${what}`, () => {
    assert.throws(
      () => read(text),
      (error) => error instanceof Rejection && error.code === code,
    )
  })
}

test('bytes that are not UTF-8 are rejected', () => {
  assert.throws(
    () => readJson(Buffer.from([0x7b, 0x22, 0xe3, 0x28, 0x22, 0x3a, 0x31, 0x7d])),
    /invalid-json/,
  )
})
