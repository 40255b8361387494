import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { openTestDatabase } from '../../test/kit/database.ts'
import { openDatabaseProxy } from '../../test/kit/database-proxy.ts'
import { programEnv } from '../../test/kit/guiche-process.ts'
import { program } from '../../test/kit/program.ts'
import { untilRun } from '../../test/kit/until-connected.ts'

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  test(`migrate --plan that ${signal} stops leaves no database`, async (t) => {
    const { sql, url, close } = await openTestDatabase({ max: 2 })
    t.after(close)
    const proxy = await openDatabaseProxy(url)
    t.after(proxy.close)
    const home = await mkdtemp(join(tmpdir(), 'guiche-migrate-'))
    t.after(() => rm(home, { recursive: true }))
    await sql`delete from migrations where name >= '0021'`
    const scratches = async () => {
      const found = await sql`
        select from pg_database where datname like current_database() || '_plan_%'`
      return found.length
    }

    // The first commit is that of the empty database. Its response never arrives.
    const start = async () => {
      const isPlanning = proxy.silenceAt('commit', 'before')
      const child = spawn(process.execPath, [program, 'migrate', '--plan'], {
        env: { ...programEnv, GUICHE_HOME: home, DATABASE_URL: proxy.url },
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      t.after(() => child.kill('SIGKILL'))
      const ended = once(child, 'exit')
      const failure = Promise.all([text(child.stderr), ended]).then(([complaint]) => complaint)
      return { child, ended, complaint: await Promise.race([isPlanning, failure]) }
    }
    const { child, ended, complaint } = await untilRun(start, (it) => it.complaint ?? '')
    assert.equal(complaint, undefined)
    assert.equal(await scratches(), 1)
    child.kill(signal)
    assert.deepEqual(await ended, [128 + constants.signals[signal], null])
    assert.equal(await scratches(), 0)
  })
