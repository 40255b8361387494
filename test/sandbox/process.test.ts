import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { callerOf, openGatewayClock, someHome } from '../kit/sandbox.ts'

async function startProcess(t: TestContext) {
  const home = someHome(t)
  const main = new URL('../../sandbox/main.ts', import.meta.url)
  const env = {
    ...process.env,
    GUICHE_HOME: home,
    SANDBOX_PORT: '0',
    GATEWAY_URL: '',
    GUICHE_ADMIN_TOKEN: '',
  }
  const child = fork(main, { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
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
