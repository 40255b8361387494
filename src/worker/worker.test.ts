import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { openTestDatabase } from '../../test/kit/database.ts'
import { buildApp } from '../build-app.ts'
import { readConfig } from '../config.ts'
import { startWorker } from './worker.ts'

test('all that is due is done only when what a turn of the timer has begun is done too', async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'guiche-worker-'))
  const database = await openTestDatabase()
  const config = readConfig({ GUICHE_HOME: home, DATABASE_URL: database.url, LOG_LEVEL: 'fatal' })
  const app = await buildApp({
    config,
    databaseUrl: database.url,
    baseUrl: 'http://localhost',
    works: false,
  })
  const { promise: answer, resolve } = Promise.withResolvers<void>()
  const told: string[] = []
  let isDue = true
  const run = async () => {
    if (!isDue) return 0
    isDue = false
    await answer
    told.push('done')
    return 1
  }
  const worker = startWorker(app, [{ name: 'ask', run }])
  t.after(async () => {
    await worker.stop()
    await app.close()
    await database.close()
    await rm(home, { recursive: true })
  })
  const dry = worker.runUntilDry().then((done) => told.push(`dry after ${done}`))
  await app.deliveries.runUntilDry() // As long as a turn with nothing to do takes, and longer.
  for (let turn = 0; turn < 100; turn += 1) await nextTurn()
  resolve()
  await dry
  assert.deepEqual(told, ['done', 'dry after 1'])
})

test('a process that does not know the time does no due work', async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'guiche-worker-'))
  const database = await openTestDatabase()
  const config = readConfig({ GUICHE_HOME: home, DATABASE_URL: database.url, LOG_LEVEL: 'fatal' })
  const app = await buildApp({
    config,
    databaseUrl: database.url,
    baseUrl: 'http://localhost',
    works: false,
  })
  let isKnown = false
  let turns = 0
  const run = async () => {
    turns += 1
    return 0
  }
  const worker = startWorker(
    { ...app, clockFollower: { ...app.clockFollower, isKnown: () => isKnown } },
    [{ name: 'count', run }],
  )
  t.after(async () => {
    await worker.stop()
    await app.close()
    await database.close()
    await rm(home, { recursive: true })
  })
  await worker.runUntilDry()
  assert.equal(turns, 0)
  isKnown = true
  await worker.runUntilDry()
  assert.ok(turns > 0)
})
