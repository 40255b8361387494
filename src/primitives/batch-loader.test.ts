import assert from 'node:assert/strict'
import { test } from 'node:test'
import { batchLoader } from './batch-loader.ts'

const turn = () => new Promise((next) => setImmediate(next))

test('lookups requested during a load are loaded together next', async () => {
  const batches: number[][] = []
  const gates: (() => void)[] = []
  const double = batchLoader<number, number>(async (subjects) => {
    batches.push([...subjects])
    await new Promise<void>((open) => gates.push(open))
    return subjects.map((each) => each * 2)
  }, 3)
  const first = double(1)
  await turn()
  const others = [2, 3, 4, 5].map(double)
  while (gates.length < 1) await turn()
  gates[0]?.()
  assert.equal(await first, 2)
  while (gates.length < 2) await turn()
  gates[1]?.()
  assert.equal(await others[0], 4)
  while (gates.length < 3) await turn()
  gates[2]?.()
  assert.deepEqual(await Promise.all(others), [4, 6, 8, 10])
  assert.deepEqual(batches, [[1], [2, 3, 4], [5]])
})

test('a failed load rejects its own lookups, and the next one works', async () => {
  let fails = true
  const load = batchLoader<number, number>(async (subjects) => {
    if (fails) throw new Error('away')
    return [...subjects]
  })
  await assert.rejects(load(1), /away/)
  fails = false
  assert.equal(await load(2), 2)
})
