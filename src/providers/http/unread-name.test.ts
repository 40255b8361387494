import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { unreadName } from './unread-name.ts'

const item = { id: 'i1', status: 99 }
const digest = `sha256:${createHash('sha256').update('{"id":"i1","status":99}').digest('hex')}`

for (const [what, ids, name] of [
  ['an id', ['i1'], 'i1'],
  ['a number', [7], '7'],
  ['two ids', ['case', 50_007], 'case 50007'],
  ['no id', [undefined], digest],
  ['an empty id', [''], digest],
  ['an id that is none', [{}], digest],
  ['an id that is too long', ['x'.repeat(101)], digest],
  ['one of two ids', ['case', undefined], `case ${digest}`],
] as const)
  test(`an unreadable item with ${what} is named ${name.slice(0, 12)}`, () => {
    assert.equal(unreadName(item, ids), name)
  })

test('without an id, another item has another name, and the same one has its own', () => {
  const name = unreadName({ ...item }, [undefined])
  assert.equal(unreadName(item, [undefined]), name)
  assert.notEqual(unreadName({ ...item, status: 98 }, [undefined]), name)
})
