import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { byTcp, openTestDatabase } from '../test/kit/database.ts'
import { until } from '../test/kit/time-limit.ts'
import { readConfig } from './config.ts'
import { serve } from './serve.ts'

const database = await openTestDatabase()
const home = await mkdtemp(join(tmpdir(), 'guiche-serve-'))
after(async () => {
  await database.close()
  await rm(home, { recursive: true })
})

/** A network that once resets all its connections: when the gateway has sent so many messages. */
async function openNetwork(messages: number) {
  const url = byTcp(database.url)
  const target = { host: url.hostname, port: Number(url.port) }
  const open = new Set<Socket>()
  let sent = 0
  const network = createServer((client) => {
    open.add(client)
    const server = connect(target)
    client
      .on('error', () => {})
      .on('close', () => {
        open.delete(client)
        server.destroy()
      })
    client.on('data', (bytes) => {
      sent += 1
      if (sent === messages) for (const each of open) each.resetAndDestroy()
      else server.write(bytes)
    })
    server.on('error', () => {}).on('close', () => client.destroy())
    server.pipe(client)
  })
  network.listen(0, '127.0.0.1')
  await once(network, 'listening')
  url.hostname = '127.0.0.1'
  url.port = String((network.address() as AddressInfo).port)
  return { url: url.href, open, sent: () => sent, close: () => network.close() }
}

/** What keeps this process running: timers, and connections by TCP. */
const openHandles = () =>
  process.getActiveResourcesInfo().filter((name) => /^(?:Timeout|TCP|GetAddr)/.test(name)).length

test('a start that loses the database at any point leaves nothing open', async () => {
  const before = openHandles()
  let failed = 0
  for (let messages = 1; ; messages += 2) {
    const network = await openNetwork(messages)
    const config = readConfig({
      ...{ GUICHE_HOME: home, DATABASE_URL: network.url, PORT: '0', LOG_LEVEL: 'silent' },
    })
    const gateway = await serve(config, ['api', 'worker']).catch(() => undefined)
    if (!gateway) failed += 1
    const isWhole = gateway !== undefined && network.sent() < messages
    await gateway?.stop()
    await until(`nothing is open after message ${messages}`, () => network.open.size === 0)
    network.close()
    if (isWhole) break
  }
  assert.ok(failed >= 10, `${failed} starts failed`)
  await until('nothing keeps the process running', () => openHandles() <= before)
})
