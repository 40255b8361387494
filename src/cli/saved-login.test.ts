import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { link } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { savedLogin, saveLogin } from './saved-login.ts'

test('a login replaces the whole file, and only its user may read it', async (t) => {
  const home = mkdtempSync(join(tmpdir(), 'guiche-login-'))
  t.after(() => rmSync(home, { recursive: true }))
  const file = join(home, 'login')
  writeFileSync(file, 'earlier', { mode: 0o644 })
  await link(file, join(home, 'reader')) // A process that has the earlier file open.
  const login = { url: 'https://gateway.example', token: 'login_a.b' }
  saveLogin({ home }, login)
  assert.deepEqual(savedLogin({ home }), login)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.equal(readFileSync(join(home, 'reader'), 'utf8'), 'earlier')
  assert.deepEqual(readdirSync(home).sort(), ['login', 'reader'])
})
