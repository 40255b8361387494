import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstOutside, isCommonName, readRoleName } from './account-role.ts'

const invisible = '\u200b'
for (const [text, name] of [
  ['Gerente de loja', 'Gerente de loja'],
  ['  Gerente   de loja ', 'Gerente de loja'],
  ['Ｇerente', 'Gerente'],
  [`Ger${invisible}ente`, undefined],
  ['\u202eGerente', undefined],
  ['', undefined],
  ['123', undefined],
  ['x'.repeat(41), undefined],
] as const)
  test(`"${text}" is ${name === undefined ? 'no name of a role' : `the role ${name}`}`, () =>
    assert.equal(readRoleName(text), name))

test('a name that reads like a role of every account belongs to that role', () => {
  for (const name of ['owner', 'Owner', '0wner', 'оwner', 'Dono', 'READ only', 'Admin'])
    assert.ok(isCommonName(name), name)
  assert.equal(isCommonName('Gerente'), false)
})

test('what a person does not have is outside', () => {
  const within = new Set(['people:read', 'people:write'] as const)
  assert.equal(firstOutside(['people:read'], within), undefined)
  assert.equal(firstOutside(['people:read', 'keys:write'], within), 'keys:write')
})
