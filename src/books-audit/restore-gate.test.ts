import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openTestDatabase } from '../../test/kit/database.ts'
import { reservePort } from '../../test/kit/reserve-port.ts'
import { served } from '../../test/kit/served.ts'
import { until } from '../../test/kit/time-limit.ts'
import { readConfig } from '../config.ts'
import { currentEpoch } from '../db/epoch-store.ts'
import { cashoutStop } from './cashout-stop-store.ts'

test('an API without a worker notices a new history under it, and stops cashouts', async (t) => {
  const database = await openTestDatabase()
  const home = mkdtempSync(join(tmpdir(), 'guiche-gate-'))
  const config = readConfig({
    ...{ GUICHE_HOME: home, DATABASE_URL: database.url, LOG_LEVEL: 'silent' },
    PORT: String(await reservePort()),
  })
  const { app, stop } = await served(config, ['api'])
  t.after(async () => {
    await stop()
    await database.close()
    rmSync(home, { recursive: true })
  })
  const { sql } = database
  assert.equal(app.clockFollower.isRestored(), false)

  // As after a failover to an asynchronous standby.
  await sql`update database_epochs set system_id = system_id - 1`
  await until('cashouts are stopped', async () => (await cashoutStop(sql)) !== undefined)
  assert.equal((await cashoutStop(sql))?.reason, 'database-restored')
  assert.equal((await currentEpoch(sql))?.settledAt, null)
  await until('it knows of lost commits', () => app.clockFollower.isRestored())
})
