import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { startServer } from '../kit/served.ts'
import { until } from '../kit/time-limit.ts'

test('a sandbox gateway whose own PostgreSQL is killed starts it again and goes on', async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'guiche-embedded-'))
  const { child: gateway, url } = await startServer({
    env: {
      DATABASE_URL: undefined,
      GUICHE_HOME: home,
      PORT: '0',
      HOST: '127.0.0.1',
      GUICHE_MODE: 'sandbox',
      LOG_LEVEL: 'warn',
    },
    log: 'pipe',
  })
  t.after(async () => {
    gateway.kill('SIGKILL')
    await rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  })
  let log = ''
  gateway.stdout?.on('data', (bytes) => {
    log += String(bytes)
  })
  const isReady = async () => (await fetch(`${url}/health/ready`)).status === 200
  await until('the gateway is ready', isReady)

  const postmaster = async () =>
    Number((await readFile(join(home, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0])
  const before = await postmaster()
  process.kill(before, 'SIGKILL')
  await until('the log reports that it runs again', () =>
    log.includes('the embedded PostgreSQL runs again'),
  )
  await until('the gateway is ready', isReady)
  assert.notEqual(await postmaster(), before)
  assert.match(log, /the embedded PostgreSQL ended/)

  gateway.kill('SIGTERM')
  const [code] = await once(gateway, 'exit')
  assert.equal(code, 0)
  await until('its server has stopped', () =>
    postmaster().then(
      () => false,
      () => true,
    ),
  )
})
