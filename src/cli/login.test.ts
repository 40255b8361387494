import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openJsonServer } from '../../test/kit/json-server.ts'
import { runCli } from './cli.ts'

const token = 'login_a.b'
const begun = {
  ...{ deviceCode: 'secret', userCode: 'ABCDEFGH', url: 'http://localhost/device' },
  ...{ expiresInSeconds: 1, intervalSeconds: 0.01 },
}

/** A gateway that answers the polls of one login with these, in order. */
const openGateway = (t: TestContext, polls: readonly (string | number | null)[]) => {
  const left = [...polls]
  return openJsonServer(t, ({ path }) => {
    switch (path) {
      case '/api/auth/device':
        return { body: { data: begun } }
      case '/api/auth/device/poll': {
        const state = left.shift() ?? null
        if (state === null) return null
        if (typeof state === 'number') return { status: state, body: {} }
        return { body: { data: { state, token: state === 'approved' ? token : null } } }
      }
      case '/api/auth/second-factor':
        return { body: { data: { hasTotp: false, hasPasskey: true } } }
      default:
        return { body: { data: { person: { name: 'Ana', email: 'ana@exemplo.com.br' } } } }
    }
  })
}

/** Runs a command in a home of its own, with `--json`. */
async function run(t: TestContext, argv: readonly string[], login?: object) {
  const home = mkdtempSync(join(tmpdir(), 'guiche-login-'))
  const before = process.env.GUICHE_HOME
  t.after(() => {
    if (before === undefined) delete process.env.GUICHE_HOME
    else process.env.GUICHE_HOME = before
    rmSync(home, { recursive: true })
  })
  process.env.GUICHE_HOME = home
  if (login) writeFileSync(join(home, 'login'), JSON.stringify(login))
  t.mock.method(console, 'log', () => {})
  const complained = t.mock.method(console, 'error', () => {})
  const exit = await runCli(['--json', ...argv])
  const error = complained.mock.calls.map(({ arguments: [line] }) => JSON.parse(line).error.code)
  return { exit, error, isSaved: existsSync(join(home, 'login')) }
}

for (const [what, polls, code] of [
  ['the person denied', ['pending', 'denied'], 'login-denied'],
  ['has expired', ['pending', 'over'], 'login-expired'],
] as const)
  test(`a login that ${what} is ${code}`, async (t) => {
    const { url } = await openGateway(t, polls)
    const done = await run(t, ['login', '--base-url', url])
    assert.deepEqual(done, { exit: 1, error: [code], isSaved: false })
  })

test('a lost poll, and one that the gateway cannot answer, end no login', async (t) => {
  const { url } = await openGateway(t, ['pending', null, 503, 429, 'approved'])
  const done = await run(t, ['login', '--base-url', url])
  assert.deepEqual(done, { exit: 0, error: [], isSaved: true })
})

test('a rejected poll ends the login with the code of the API', async (t) => {
  const { url } = await openGateway(t, [400, 'approved'])
  const done = await run(t, ['login', '--base-url', url])
  assert.deepEqual(done, { exit: 1, error: ['400'], isSaved: false })
})

test('a proof of a person with a passkey alone is proof-needs-code', async (t) => {
  const { url } = await openGateway(t, [])
  const done = await run(t, ['prove'], { url, token })
  assert.deepEqual(done, { exit: 1, error: ['proof-needs-code'], isSaved: true })
})

test('guiche logout removes a damaged login', async (t) => {
  assert.deepEqual(await run(t, ['logout'], {}), { exit: 0, error: [], isSaved: false })
})
