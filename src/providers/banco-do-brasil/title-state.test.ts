import assert from 'node:assert/strict'
import { test } from 'node:test'
import { titleState } from './title-state.ts'

test('received money is paid, a baixa is canceled, other states stay unclear', () => {
  const codes = Array.from({ length: 100 }, (_, code) => code)
  const of = (state: string) => codes.filter((code) => titleState(code) === state)
  assert.deepEqual(of('paid'), [6, 10, 11, 12, 16])
  assert.deepEqual(of('cancelled'), [7])
  assert.deepEqual(of('in-protest'), [2, 3, 4, 5, 8, 9, 13])
  assert.deepEqual(of('settling'), [14, 15, 17, 21])
  assert.deepEqual(of('open'), [1])
})
