import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBackgroundWork } from './background-work.ts'

test('work begins in a later turn, within its limit, and is finished before idle', async () => {
  const background = openBackgroundWork(1, assert.ifError)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const steps: string[] = []
  background.start(async () => {
    steps.push('begun')
    await held
    steps.push('ended')
  })
  assert.deepEqual([steps, background.hasRoom()], [[], false])
  const idle = background.idle().then(() => steps.push('idle'))
  release()
  await idle
  assert.deepEqual([steps, background.hasRoom()], [['begun', 'ended', 'idle'], true])
})

test('a failure is reported, and the next work runs', async () => {
  const failures: unknown[] = []
  const background = openBackgroundWork(2, (cause) => failures.push(cause))
  const cause = new Error('no database')
  background.start(() => Promise.reject(cause))
  let isDone = false
  background.start(async () => {
    isDone = true
  })
  await background.idle()
  assert.deepEqual([failures, isDone], [[cause], true])
})
