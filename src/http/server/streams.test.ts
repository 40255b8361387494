import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { openStreams } from './streams.ts'

const always = async () => true

test('an owner has a number of streams, and all owners together have one', () => {
  const streams = openStreams({ most: 3, mostOfOwner: 2 })
  const first = streams.open('a', always)
  streams.open('a', always)
  assert.throws(() => streams.open('a', always), { code: 'rate-limited' })
  streams.open('b', always)
  assert.throws(() => streams.open('c', always), { code: 'overloaded' })
  first.end()
  assert.equal(first.ends.aborted, true)
  streams.open('a', always)
  streams.close()
})

test('a stream ends at its longest duration', async () => {
  const streams = openStreams({ longestMs: 1, checkMs: 5 })
  const { ends } = streams.open('a', always)
  await once(ends, 'abort')
  streams.close()
})

test('a stream ends when its reader is no longer admitted', async () => {
  const streams = openStreams({ checkMs: 5 })
  const { ends } = streams.open('a', async () => false)
  await once(ends, 'abort')
  streams.close()
})

test('every half second the readers of open streams are checked', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const streams = openStreams()
  let checks = 0
  const { ends } = streams.open('a', async () => {
    checks += 1
    return checks < 2
  })
  for (const expected of [1, 2]) {
    t.mock.timers.tick(499)
    await nextTurn()
    assert.equal(checks, expected - 1)
    t.mock.timers.tick(1)
    await nextTurn()
    assert.equal(checks, expected)
  }
  assert.equal(ends.aborted, true)
  streams.close()
})
