import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openWorld } from '../../sandbox/open-world.ts'

for (const [what, before] of [
  ['made', undefined],
  ['from an earlier version', 0o644],
] as const) {
  test(`the sandbox's files are its owner's alone, ${what}`, (t) => {
    const home = mkdtempSync(join(tmpdir(), 'guiche-files-'))
    t.after(() => rmSync(home, { recursive: true }))
    if (before !== undefined) {
      writeFileSync(join(home, 'sandbox.db'), '')
      chmodSync(join(home, 'sandbox.db'), before)
    }
    const world = openWorld({ home, now: () => new Date() })
    world.db.exec('create table kept (id integer) strict; insert into kept values (1)')
    const files = readdirSync(home)
    assert.ok(files.includes('sandbox.db-wal'))
    for (const file of files) assert.equal(statSync(join(home, file)).mode & 0o077, 0, file)
    world.db.close()
  })
}
