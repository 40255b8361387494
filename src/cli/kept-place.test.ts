import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { keptPlace } from './kept-place.ts'

test('two runs with one key store their places at the same time', async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'guiche-place-'))
  t.after(() => rm(home, { recursive: true }))
  const place = keptPlace(home, 'logs', 'one key')
  assert.equal(await place.read(), undefined)
  const runs = Array.from({ length: 50 }, (_, run) => String(run))
  await Promise.all(runs.map((run) => keptPlace(home, 'logs', 'one key').keep(run)))
  assert.ok(runs.includes((await place.read()) ?? ''))
  assert.equal((await readdir(join(home, 'logs'))).length, 1, 'no draft is left')
  assert.equal(await keptPlace(home, 'logs', 'another key').read(), undefined)
})
