import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { rereadQueries } from './use-reread.ts'

test('a reading under way is not aborted, and is repeated after its end', async (t) => {
  const client = new QueryClient()
  t.after(() => client.clear())
  const readings: { readonly end: () => void; readonly signal: AbortSignal }[] = []
  const observer = new QueryObserver(client, {
    queryKey: ['balance'],
    queryFn: ({ signal }) =>
      new Promise<number>((resolve) => {
        const count = readings.length + 1
        readings.push({ end: () => resolve(count), signal })
      }),
  })
  t.after(observer.subscribe(() => {}))
  const turn = () => new Promise((done) => setImmediate(done))
  await turn()
  assert.equal(readings.length, 1)

  // The first reading, and then one that has data already.
  for (const before of [1, 2]) {
    if (before === 2) void client.invalidateQueries({ queryKey: ['balance'] })
    await turn()
    const count = readings.length
    const done = rereadQueries(client, [['balance'], ['list']])
    await turn()
    assert.equal(readings.length, count)
    readings[count - 1]?.end()
    await turn()
    assert.equal(readings.length, count + 1)
    readings[count]?.end()
    await done
    assert.equal(client.getQueryData(['balance']), count + 1)
  }
  assert.deepEqual(
    readings.map(({ signal }) => signal.aborted),
    [false, false, false, false],
  )
})
