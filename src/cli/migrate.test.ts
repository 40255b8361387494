import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openTestDatabase } from '../../test/kit/database.ts'
import { openDatabaseProxy } from '../../test/kit/database-proxy.ts'
import { programEnv } from '../../test/kit/guiche-process.ts'
import { program } from '../../test/kit/program.ts'

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
    const isPlanning = proxy.silenceAt('commit', 'before')
    const child = spawn(process.execPath, [program, 'migrate', '--plan'], {
      env: { ...programEnv, GUICHE_HOME: home, DATABASE_URL: proxy.url },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    t.after(() => child.kill('SIGKILL'))
    const ended = once(child, 'exit')
    await Promise.race([isPlanning, ended.then(([code]) => assert.fail(`it ended with ${code}`))])
    assert.equal(await scratches(), 1)
    child.kill(signal)
    assert.deepEqual(await ended, [128 + constants.signals[signal], null])
    assert.equal(await scratches(), 0)
  })
