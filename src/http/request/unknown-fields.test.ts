import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ChangeAccountRequest } from '../../../contract/account.ts'
import { AddProviderRequest } from '../../../contract/provider.ts'
import { unknownFields } from './unknown-fields.ts'

const cases: readonly [string, unknown, readonly string[]][] = [
  ['nothing', undefined, []],
  ['what is no object', 'cashout', []],
  ['settings that exist', { cashout: { limits: { perNight: 1_000 }, approval: null } }, []],
  ['an unknown setting', { foo: 1, name: 'Loja' }, ['foo']],
  ['a block that is misspelt', { cashout: { limit: { perNight: 1_000 } } }, ['cashout.limit']],
  [
    'a misspelt setting in a block',
    { cashout: { limits: { perNihgt: 1_000 } } },
    ['cashout.limits.perNihgt'],
  ],
  ['a method in small letters', { prices: { pix: { fixed: 1, basisPoints: 0 } } }, ['prices.pix']],
  [
    'one in what may be null',
    { cashout: { approval: { above: 1, by: 'person', from: 2 } } },
    ['cashout.approval.from'],
  ],
  [
    'one in a list',
    { prices: { CREDIT_CARD: [{ upTo: 1 }, { upTo: 12, fix: 1 }] } },
    ['prices.CREDIT_CARD.1.fix'],
  ],
  ['the name of what every object has', { constructor: 1 }, ['constructor']],
]
for (const [what, value, fields] of cases) {
  test(`${what}: ${fields.join() || 'nothing'} is unknown`, () => {
    assert.deepEqual(
      unknownFields(ChangeAccountRequest, value),
      fields.map((field) => ({ field, problem: 'unknown' })),
    )
  })
}

test('a schema that accepts anything knows every name', () => {
  assert.deepEqual(
    unknownFields(AddProviderRequest, { kind: 'x', settings: { url: { any: 1 } } }),
    [],
  )
})
