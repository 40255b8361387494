import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { removeOwn, writeWhole } from './dev-file.ts'

test('of two starts of one home the one that stops removes only its own dev.json', (t) => {
  const home = mkdtempSync(join(tmpdir(), 'guiche-dev-'))
  t.after(() => rmSync(home, { recursive: true }))
  const file = join(home, 'dev.json')
  const [first, second] = [1_001, 1_002]
  writeWhole(file, { pid: first })
  writeWhole(file, { pid: second })
  removeOwn(file, first)
  assert.ok(existsSync(file), 'the second works on')
  removeOwn(file, second)
  removeOwn(file, second)
  assert.deepEqual(readdirSync(home), [])
})
