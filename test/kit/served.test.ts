import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { readConfig } from '../../src/config.ts'
import { Rejection } from '../../src/primitives/rejection.ts'
import { byTcp, openTestDatabase, type TestDatabase } from './database.ts'
import { runGuiche } from './guiche-process.ts'
import { served, startServer } from './served.ts'
import { mostTries, untilConnected, untilServed } from './until-connected.ts'

let database: TestDatabase
let env: Readonly<Record<string, string>>
before(async () => {
  database = await openTestDatabase()
  const home = await mkdtemp(join(tmpdir(), 'guiche-served-'))
  env = { GUICHE_HOME: home, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'silent' }
})
after(async () => {
  await database.close()
  await rm(env.GUICHE_HOME ?? '', { recursive: true })
})

const lost = () => Object.assign(new Error('no connection'), { code: 'CONNECTION_LOST' })

test('work without a connection begins again a few times, and other failures count', async () => {
  let tries = 0
  const failing = (error: Error, failures: number) => async () => {
    tries += 1
    if (tries <= failures) throw error
    return 'done'
  }
  assert.equal(await untilConnected(failing(lost(), 2)), 'done')
  assert.equal(tries, 3)
  tries = 0
  await assert.rejects(untilConnected(failing(lost(), 100)), { code: 'CONNECTION_LOST' })
  assert.equal(tries, mostTries)
  tries = 0
  await assert.rejects(untilConnected(failing(new Error('a bug'), 100)), /a bug/)
  assert.equal(tries, 1)
})

test('work that is rejected begins again only when the database was too busy for it', async () => {
  let tries = 0
  const rejected = (code: string) => () => {
    tries += 1
    const cause = Object.assign(new Error('the statement'), { code })
    return Promise.reject(new Rejection('database-unavailable', {}, { cause }))
  }
  for (const [code, expected] of [
    ['55P03', mostTries],
    ['CONNECTION_LOST', mostTries],
    ['40P01', 1],
  ] as const) {
    tries = 0
    await assert.rejects(untilServed(rejected(code)), { code: 'database-unavailable' })
    assert.equal(tries, expected, code)
  }
})

/** The address of the database behind a network that resets the first connection. */
async function lateNetwork(t: { after(work: () => void): void }): Promise<string> {
  const url = byTcp(database.url)
  const [host, port] = [url.hostname, Number(url.port)]
  let isFirst = true
  const network = createServer((client) => {
    if (isFirst) {
      isFirst = false
      client.resetAndDestroy()
      return
    }
    const server = connect({ host, port })
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const)
      from.on('error', () => to.destroy()).pipe(to)
  })
  network.listen(0, '127.0.0.1')
  await once(network, 'listening')
  t.after(() => network.close())
  url.hostname = '127.0.0.1'
  url.port = String((network.address() as AddressInfo).port)
  return url.href
}

test('a gateway whose first connection fails is started again', async (t) => {
  const config = readConfig({ ...env, DATABASE_URL: await lateNetwork(t) })
  const gateway = await served(config, ['api'])
  assert.equal((await fetch(`${gateway.baseUrl}/health/live`)).status, 200)
  await gateway.stop()
})

test('a process whose first connection fails is started again', async (t) => {
  const late = { ...env, DATABASE_URL: await lateNetwork(t) }
  const started = await startServer({ args: ['--role', 'api'], env: late })
  assert.equal((await fetch(`${started.url}/health/live`)).status, 200)
  started.child.kill('SIGKILL')
})

test('a command whose first connection fails is run again', async (t) => {
  const late = { GUICHE_HOME: env.GUICHE_HOME, DATABASE_URL: await lateNetwork(t) }
  const { status, stderr } = await runGuiche(['migrate', '--status'], late)
  assert.equal(status, 0, stderr)
})

test('a process that ends for another reason fails with what it wrote', async () => {
  const wrong = { ...env, DATABASE_URL: database.url, GUICHE_MODE: 'demo' }
  await assert.rejects(startServer({ env: wrong }), /GUICHE_MODE/)
})
