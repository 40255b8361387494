import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachOf } from './sweep-counts.ts'

const items = Array.from({ length: 100 }, (_, index) => index)

/** Does work that fails so often for each of these items. Returns how often each was tried. */
async function triesOf(failing: readonly number[], times: number) {
  const tries = items.map(() => 0)
  const work = async (item: number) => {
    const count = (tries[item] ?? 0) + 1
    tries[item] = count
    if (failing.includes(item) && count <= times) throw new Error(`${item} failed`)
  }
  const end = await eachOf(items, work).then(
    () => 'done',
    ({ message }: Error) => message,
  )
  return { tries, end }
}

test('what failed is done once more', async () => {
  const { tries, end } = await triesOf([3, 97], 1)
  assert.equal(end, 'done')
  assert.deepEqual(
    tries,
    items.map((item) => (item === 3 || item === 97 ? 2 : 1)),
  )
})

test('the second failure of an item is the failure of all, once the others are done', async () => {
  const { tries, end } = await triesOf([3], 2)
  assert.equal(end, '3 failed')
  assert.ok(tries.every((count) => count > 0))
})

test('too many failures are one of the provider: the rest is not tried', async () => {
  const { tries, end } = await triesOf(items, 1)
  assert.match(end, / failed$/)
  assert.ok(tries.some((count) => count === 0))
})
