import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openTestDatabase } from '../../../test/kit/database.ts'
import { stalledJournal } from '../../../test/kit/stalled-journal.ts'
import { untilConnected } from '../../../test/kit/until-connected.ts'
import { buildApp } from '../../build-app.ts'
import { readConfig } from '../../config.ts'
import { buildServer } from '../server/server.ts'

test('a process that does not know the time, or commits nothing, is not ready', async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'guiche-ready-'))
  const database = await openTestDatabase()
  const config = readConfig({ GUICHE_HOME: home, DATABASE_URL: database.url, LOG_LEVEL: 'fatal' })
  const app = await untilConnected(() =>
    buildApp({ config, databaseUrl: database.url, baseUrl: 'http://localhost', works: false }),
  )
  let isKnown = true
  let stalledMs: number | undefined
  const stall = () => (stalledMs === undefined ? undefined : { forMs: stalledMs, code: '53100' })
  const server = buildServer({
    ...app,
    journal: stalledJournal(app.journal, stall),
    clockFollower: { ...app.clockFollower, isKnown: () => isKnown },
  })
  t.after(async () => {
    await server.close()
    await app.close()
    await database.close()
    await rm(home, { recursive: true })
  })
  const ready = async () => {
    const answer = await server.inject({ url: '/health/ready', headers: { host: 'localhost' } })
    return [answer.statusCode, answer.json().error?.code]
  }
  assert.deepEqual(await ready(), [200, undefined])
  isKnown = false
  assert.deepEqual(await ready(), [503, 'clock-unknown'])
  isKnown = true
  // A full disk lets a process read, and commit nothing.
  stalledMs = 4_999
  assert.deepEqual(await ready(), [200, undefined])
  stalledMs = 5_000
  assert.deepEqual(await ready(), [503, 'commits-failing'])
})
