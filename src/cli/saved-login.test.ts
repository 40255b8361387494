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

test('a home that does not exist is made, for its user only', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'guiche-login-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const home = join(folder, '.guiche')
  const login = { url: 'https://gateway.example', token: 'login_a.b' }
  saveLogin({ home }, login)
  assert.deepEqual(savedLogin({ home }), login)
  assert.equal(statSync(home).mode & 0o777, 0o700)
})

const url = 'https://gateway.example'
const damaged: readonly (readonly [what: string, content: string])[] = [
  ['nothing', ''],
  ['half of a login', '{"url":"https://gateway.example","token":"login_a'],
  ['a list', '[]'],
  ['no token', JSON.stringify({ url })],
  ['no address', JSON.stringify({ token: 'login_a.b' })],
  ['an address that is none', JSON.stringify({ url: 'gateway', token: 'login_a.b' })],
  ['the token of a program', JSON.stringify({ url, token: 'sk_abc' })],
  ['a token with a line break', JSON.stringify({ url, token: 'login_a.b\r\nx: y' })],
]
for (const [what, content] of damaged)
  test(`a file with ${what} is an error, and never the user of the machine`, (t) => {
    const home = mkdtempSync(join(tmpdir(), 'guiche-login-'))
    t.after(() => rmSync(home, { recursive: true }))
    writeFileSync(join(home, 'login'), content)
    assert.throws(() => savedLogin({ home }), { code: 'login-damaged' })
  })

test('a home without the file has no login', (t) => {
  const home = mkdtempSync(join(tmpdir(), 'guiche-login-'))
  t.after(() => rmSync(home, { recursive: true }))
  assert.equal(savedLogin({ home }), undefined)
})
