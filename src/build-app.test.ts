import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openTestDatabase } from '../test/kit/database.ts'
import { startServer } from '../test/kit/served.ts'
import { until } from '../test/kit/time-limit.ts'
import { buildApp } from './build-app.ts'
import { readConfig } from './config.ts'

/* A start that fails in its middle: the providers cannot be read. */

const home = mkdtempSync(join(tmpdir(), 'guiche-half-built-'))
const database = await openTestDatabase()
await database.sql`alter table providers rename to hidden_providers`
after(async () => {
  await database.close()
  rmSync(home, { recursive: true })
})

const env = {
  GUICHE_HOME: home,
  DATABASE_URL: database.url,
  PORT: '0',
  LOG_LEVEL: 'silent',
}
const sessions = () => database.sql<{ name: string }[]>`
  select application_name as name from pg_stat_activity
  where datname = current_database() and application_name in ('guiche', 'guiche-journal')`

test('a gateway that could not be built leaves no connection open', async () => {
  const config = readConfig(env)
  const options = { config, databaseUrl: database.url, baseUrl: 'http://127.0.0.1', works: true }
  await assert.rejects(buildApp(options), /relation "providers" does not exist/)
  await until('no session is left', async () => (await sessions()).length === 0)
})

test('a server that could not start ends', () =>
  assert.rejects(startServer({ env }), /"guiche serve " ended with 1/))
