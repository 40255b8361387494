import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openTestDatabase } from '../kit/database.ts'
import { program } from '../kit/program.ts'
import { childrenOf, commandOf } from '../kit/running-processes.ts'
import { callerOf, openGatewayClock, someHome } from '../kit/sandbox.ts'
import { until } from '../kit/time-limit.ts'

function forkSandbox(
  home: string,
  settings: Readonly<Record<string, string>>,
  errors: 'inherit' | 'pipe',
) {
  const main = new URL('../../sandbox/main.ts', import.meta.url)
  const env = {
    ...process.env,
    GUICHE_HOME: home,
    GATEWAY_URL: '',
    GUICHE_ADMIN_TOKEN: '',
    ...settings,
  }
  return fork(main, { env, stdio: ['ignore', 'inherit', errors, 'ipc'] })
}

async function startProcess(t: TestContext) {
  const home = someHome(t)
  const child = forkSandbox(home, { SANDBOX_PORT: '0' }, 'inherit')
  t.after(() => child.kill('SIGKILL'))
  const [{ ready }] = await once(child, 'message')
  return { child, home, url: String(ready.url), call: callerOf(ready.url) }
}

test('the process reports that it is ready and writes sandbox.json', async (t) => {
  const { child, home, url, call } = await startProcess(t)
  const file = join(home, 'sandbox.json')
  const written = JSON.parse(readFileSync(file, 'utf8'))
  assert.equal(written.url, url)
  assert.equal(statSync(file).mode & 0o077, 0)
  for (const name of (await call('GET', '/health')).body.providers)
    assert(written.credentials[name])

  child.kill('SIGTERM')
  assert.deepEqual(await once(child, 'exit'), [0, null])
})

test('the process ends with its parent', async (t) => {
  const { child } = await startProcess(t)
  child.disconnect()
  assert.deepEqual(await once(child, 'exit'), [0, null])
})

test('a parent sends the process the address of the gateway', async (t) => {
  const { child, call } = await startProcess(t)
  const gateway = await openGatewayClock(t, 'segredo')
  gateway.clock.setOffsetMs(86_400_000)
  child.send({ gateway: { url: gateway.url, adminToken: 'segredo' } })
  while ((await call('GET', '/clock')).body.offsetMs !== 86_400_000);
})

const adminToken = 'adm_of_this_test_0123456789'

/** `guiche serve` with a role, until it is ready. Its database is one of the test. */
async function serveAs(t: TestContext, role: string) {
  const home = someHome(t)
  const database = await openTestDatabase()
  t.after(() => database.close())
  const child = fork(program, ['serve', '--role', role], {
    env: {
      ...{ ...process.env, GUICHE_HOME: home, DATABASE_URL: database.url, LOG_LEVEL: 'fatal' },
      ...{ PORT: '0', SANDBOX_PORT: '0', GATEWAY_URL: '', GUICHE_ADMIN_TOKEN: adminToken },
    },
  })
  t.after(() => child.kill('SIGKILL'))
  const [{ ready }] = await once(child, 'message')
  const { url } = JSON.parse(readFileSync(join(home, 'sandbox.json'), 'utf8'))
  return { child, readyUrl: String(ready.url), sandboxUrl: String(url), call: callerOf(url) }
}

test('guiche serve --role sandbox runs the sandbox alone, until SIGTERM', async (t) => {
  const { child, readyUrl, sandboxUrl, call } = await serveAs(t, 'sandbox')
  assert.equal(readyUrl, sandboxUrl)
  assert.ok((await call('GET', '/health')).body.providers.includes('cielo'))
  child.kill('SIGTERM')
  assert.deepEqual(await once(child, 'exit'), [0, null])
  await assert.rejects(fetch(sandboxUrl))
})

test('guiche serve --role api,worker,sandbox runs a sandbox that moves the gateway', async (t) => {
  const { child, readyUrl, sandboxUrl, call } = await serveAs(t, 'api,worker,sandbox')
  const headers = { authorization: `Bearer ${adminToken}` }
  await until('a move of the sandbox moves the gateway', async () => {
    assert.equal((await call('POST', '/clock', { advance: 'PT1H' })).body.done, true)
    const response = await fetch(`${readyUrl}/api/admin/clock`, { headers })
    assert.equal(response.status, 200)
    return ((await response.json()) as { data: { offsetMs: number } }).data.offsetMs > 0
  })
  child.kill('SIGTERM')
  assert.deepEqual(await once(child, 'exit'), [0, null])
  for (const url of [readyUrl, sandboxUrl]) await assert.rejects(fetch(url))
})

test('guiche serve ends when its sandbox ends by itself', async (t) => {
  const { child, sandboxUrl } = await serveAs(t, 'api,sandbox')
  const pid = childrenOf(child.pid).find((each) => commandOf(each).includes('sandbox/main.ts'))
  assert.ok(pid)
  process.kill(pid, 'SIGKILL')
  assert.deepEqual(await once(child, 'exit'), [1, null])
  await assert.rejects(fetch(sandboxUrl))
})

for (const [setting, language, sentence] of [
  ['SANDBOX_PORT', 'C.UTF-8', (port: number) => `a porta ${port} está ocupada: pare quem a usa`],
  ['SANDBOX_PORT', 'en_US.UTF-8', (port: number) => `port ${port} is taken: stop the program`],
  ['SANDBOX_SMTP_PORT', 'en_US.UTF-8', (port: number) => `port ${port} is taken: stop the program`],
] as const) {
  test(`a taken ${setting} is one sentence (${language})`, async (t) => {
    const taken = createServer().listen(0, '127.0.0.1')
    t.after(() => taken.close())
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const env = { SANDBOX_PORT: '0', LC_ALL: language, [setting]: String(port) }
    const child = forkSandbox(someHome(t), env, 'pipe')
    t.after(() => child.kill('SIGKILL'))
    let printed = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
    })
    assert.deepEqual(await once(child, 'close'), [1, null])
    const [line = '', ...others] = printed.trimEnd().split('\n')
    assert.ok(line.startsWith(sentence(port)), printed)
    assert.ok(line.endsWith(setting), printed)
    assert.deepEqual(others, [])
  })
}
