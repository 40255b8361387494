import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  count,
  fieldsOf,
  flag,
  instantOf,
  list,
  parse,
  parseRecord,
  record,
  stringOnly,
  text,
  trimmedText,
} from './json-reader.ts'

const readers: readonly [(value: never) => unknown, readonly (readonly [unknown, unknown])[]][] = [
  [
    parse,
    [
      ['{"a":1}', { a: 1 }],
      ['"a"', 'a'],
      ['<html>', undefined],
      ['', undefined],
    ],
  ],
  [
    record,
    [
      [{ a: 1 }, { a: 1 }],
      [[1], undefined],
      [null, undefined],
      ['{}', undefined],
    ],
  ],
  [
    fieldsOf,
    [
      [{ a: 1 }, { a: 1 }],
      [[1], {}],
      [null, {}],
    ],
  ],
  [
    parseRecord,
    [
      ['{"a":1}', { a: 1 }],
      ['[1]', undefined],
      ['null', undefined],
      ['{', undefined],
    ],
  ],
  [
    list,
    [
      [[1], [1]],
      [{ 0: 1 }, []],
      [undefined, []],
    ],
  ],
  [
    stringOnly,
    [
      ['a', 'a'],
      ['', ''],
      [' a ', ' a '],
      [1, undefined],
      [null, undefined],
    ],
  ],
  [
    text,
    [
      ['a', 'a'],
      ['', undefined],
      [' a ', ' a '],
      [' ', ' '],
      [19.9, '19.9'],
      [true, undefined],
    ],
  ],
  [
    trimmedText,
    [
      [' a ', 'a'],
      ['', undefined],
      [' ', undefined],
      [19.9, '19.9'],
      [null, undefined],
    ],
  ],
  [
    count,
    [
      [0, 0],
      ['01', 1],
      [' 1', undefined],
      [-1, undefined],
      [1.5, undefined],
      ['', undefined],
    ],
  ],
  [
    flag,
    [
      [true, true],
      ['True', true],
      ['1', false],
      [1, false],
    ],
  ],
  [
    instantOf,
    [
      ['2026-11-21T09:05:00Z', new Date('2026-11-21T09:05:00Z')],
      ['2026-11-21T09:05:00-03:00', new Date('2026-11-21T12:05:00Z')],
      ['2026-11-21', undefined],
      ['2026-13-21T09:05:00Z', undefined],
      [1_700_000_000, undefined],
    ],
  ],
]
for (const [read, cases] of readers) {
  test(`${read.name} reads what it states and nothing else`, () => {
    for (const [input, expected] of cases)
      assert.deepEqual(read(input as never), expected, JSON.stringify(input))
  })
}
