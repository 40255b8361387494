import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Rejection } from '../primitives/rejection.ts'
import { openPasswordHash } from './password-hash.ts'

test('few hashes run at once, others wait, and a long queue is refused', async () => {
  const passwords = openPasswordHash({ most: 1, longestQueue: 2 })
  const results = await Promise.allSettled([1, 2, 3, 4].map(() => passwords.hash('uma frase')))
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'fulfilled', 'rejected'],
  )
  const [, , , last] = results
  assert(last?.status === 'rejected' && last.reason instanceof Rejection)
  assert.equal(last.reason.code, 'overloaded')
  assert.equal(await passwords.verify('uma frase', await passwords.hash('uma frase')), true)
})

test('the event loop turns while a hash is computed', async () => {
  const passwords = openPasswordHash({ most: 1 })
  await passwords.hash('the thread has started')
  let turns = 0
  const timer = setInterval(() => {
    turns += 1
  }, 1)
  await Promise.all([1, 2, 3].map((each) => passwords.hash(`uma frase ${each}`)))
  clearInterval(timer)
  assert(turns >= 3, `${turns} turns`)
})

if (process.platform === 'linux')
  test('the threads of hashes have a low priority, and the process keeps its own', async () => {
    await openPasswordHash({ most: 1 }).hash('uma frase')
    const priorityOf = (thread: string | number) =>
      Number(readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ')[1]?.split(' ')[16])
    const priorities = readdirSync('/proc/self/task').map(priorityOf)
    const main = priorityOf(process.pid)
    assert.equal(main, Math.min(...priorities))
    assert(
      priorities.some((each) => each >= 5 && each > main),
      `${priorities}`,
    )
  })
