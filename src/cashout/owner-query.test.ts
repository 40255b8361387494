import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomSecret } from '../primitives/id.ts'
import { openVault } from '../primitives/vault.ts'
import { isFresh, isQueryOf, openOwnerQuery, sealOwnerQuery } from './owner-query.ts'

const keys = () => new Map([[1, randomSecret(32)]])
const vault = openVault({ masterKeys: keys(), peppers: keys() })
const key = { type: 'EMAIL', value: 'fulano@exemplo.com.br' } as const
const at = new Date('2026-11-20T15:00:00Z')
const query = {
  ...{ id: 'consulta', document: '***444777**', providerId: 'banco', key: key.value },
  at: at.toISOString(),
}

test('a token opens for the account that asked, and for no other', () => {
  const token = sealOwnerQuery(vault, 'loja', query)
  assert.deepEqual(openOwnerQuery(vault, 'loja', token), query)
  assert.equal(openOwnerQuery(vault, 'outra', token), undefined)
  assert.notEqual(sealOwnerQuery(vault, 'loja', query), token)
})

test('a changed token, and a text that is none, open for no account', () => {
  const token = sealOwnerQuery(vault, 'loja', query)
  const other = token.endsWith('A') ? 'B' : 'A'
  for (const changed of [`${token.slice(0, -4)}${other.repeat(4)}`, `${token}!`, 'own_x', ''])
    assert.equal(openOwnerQuery(vault, 'loja', changed), undefined, changed)
})

test('a query belongs to its key at its bank', () => {
  assert.ok(isQueryOf(query, { key, providerId: 'banco' }))
  assert.ok(!isQueryOf(query, { key, providerId: 'outro' }))
  const another = { type: 'EMAIL', value: 'beltrana@exemplo.com.br' } as const
  assert.ok(!isQueryOf(query, { key: another, providerId: 'banco' }))
})

for (const [ms, fresh] of [
  [0, true],
  [30 * 60_000 - 1, true],
  [30 * 60_000, false],
] as const)
  test(`a query of ${ms} ms ago can be named: ${fresh}`, () => {
    assert.equal(isFresh(query, new Date(at.getTime() + ms)), fresh)
  })
