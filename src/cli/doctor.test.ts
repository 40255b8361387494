import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

test('the doctor says that there is no home, and makes none', (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'guiche-doctor-'))
  t.after(() => rmSync(directory, { recursive: true }))
  const home = join(directory, 'nowhere')
  const main = join(import.meta.dirname, '../main.ts')
  const { status, stderr } = spawnSync(process.execPath, [main, 'doctor'], {
    env: { PATH: process.env.PATH, GUICHE_HOME: home },
    encoding: 'utf8',
  })
  assert.equal(status, 1)
  assert.match(stderr, /não há .*nowhere: defina GUICHE_HOME/)
  assert.equal(existsSync(home), false)
})
