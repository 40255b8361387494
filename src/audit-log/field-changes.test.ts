import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldChanges } from './field-changes.ts'

const table: readonly (readonly [
  what: string,
  before: object,
  after: object,
  changes: readonly [object, object],
])[] = [
  ['nothing', { name: 'Loja' }, { name: 'Loja' }, [{}, {}]],
  ['a text', { name: 'Loja' }, { name: 'Casa' }, [{ name: 'Loja' }, { name: 'Casa' }]],
  [
    'a nested number',
    { cashout: { limits: { perDay: 1, perNight: 2 } } },
    { cashout: { limits: { perDay: 3, perNight: 2 } } },
    [{ 'cashout.limits.perDay': 1 }, { 'cashout.limits.perDay': 3 }],
  ],
  [
    'a field that was absent',
    {},
    { softDescriptor: 'LOJA' },
    [{ softDescriptor: null }, { softDescriptor: 'LOJA' }],
  ],
  ['absent and null', { approval: null }, {}, [{}, {}]],
  [
    'a list, whole',
    { prices: [{ upTo: 1 }] },
    { prices: [{ upTo: 1 }, { upTo: 6 }] },
    [{ prices: [{ upTo: 1 }] }, { prices: [{ upTo: 1 }, { upTo: 6 }] }],
  ],
  [
    'an object that becomes null',
    { approval: { above: 5 } },
    { approval: null },
    [{ 'approval.above': 5 }, { 'approval.above': null }],
  ],
]
for (const [what, before, after, [old, now]] of table)
  test(`${what} is shown as it changed`, () =>
    assert.deepEqual(fieldChanges(before, after), { before: old, after: now }))
