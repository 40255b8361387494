import assert from 'node:assert/strict'
import { test } from 'node:test'
import { remembered } from './remembered.ts'

test('a result is computed once, until too many others were remembered', () => {
  const computed: number[] = []
  const double = remembered((key: number) => {
    computed.push(key)
    return 2 * key
  }, 2)
  assert.deepEqual([1, 1, 2, 1, 3, 1].map(double), [2, 2, 4, 2, 6, 2])
  assert.deepEqual(computed, [1, 2, 3, 1])
})
