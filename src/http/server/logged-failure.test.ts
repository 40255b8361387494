import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pino } from 'pino'
import { openTestDatabase } from '../../../test/kit/database.ts'
import { stalledJournal } from '../../../test/kit/stalled-journal.ts'
import { untilConnected } from '../../../test/kit/until-connected.ts'
import { buildApp } from '../../build-app.ts'
import { readConfig } from '../../config.ts'
import type { Journal } from '../../journal/journal.ts'
import { buildServer } from './server.ts'

test('the log has the stack of a bug, and of no other failure', async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'guiche-logged-'))
  const database = await openTestDatabase()
  const config = readConfig({ GUICHE_HOME: home, DATABASE_URL: database.url, LOG_LEVEL: 'fatal' })
  const baseUrl = 'http://localhost'
  const app = await untilConnected(() =>
    buildApp({ config, databaseUrl: database.url, baseUrl, works: false }),
  )
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  let stall: Journal['stall'] = () => ({ forMs: 60_000, code: '53100' })
  const server = buildServer({ ...app, log, journal: stalledJournal(app.journal, () => stall()) })
  t.after(async () => {
    await server.close()
    await app.close()
    await database.close()
    await rm(home, { recursive: true })
  })
  const failure = async () => {
    lines.length = 0
    await server.inject({ url: '/health/ready', headers: { host: 'localhost' } })
    const logged = lines.map(
      (line) => JSON.parse(line) as { msg: string; code: string; err: object },
    )
    return logged.find(({ msg }) => msg === 'a request failed')
  }
  const full = await failure()
  assert.equal(full?.code, 'commits-failing')
  assert.ok(!('at' in full.err))
  stall = () => assert.fail('a bug')
  const bug = await failure()
  assert.equal(bug?.code, 'internal-error')
  assert.match(JSON.stringify(bug.err), /logged-failure\.test\.ts/)
})
