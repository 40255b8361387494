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

/** A network that resets one connection: the first has number 1. */
async function openNetwork(lost: number) {
  const url = byTcp(database.url)
  const target = { host: url.hostname, port: Number(url.port) }
  const open = new Set<Socket>()
  let count = 0
  const network = createServer((client) => {
    count += 1
    if (count === lost) {
      client.resetAndDestroy()
      return
    }
    open.add(client)
    const server = connect(target)
    client
      .on('error', () => {})
      .on('close', () => {
        open.delete(client)
        server.destroy()
      })
    server.on('error', () => {}).on('close', () => client.destroy())
    client.pipe(server)
    server.pipe(client)
  })
  network.listen(0, '127.0.0.1')
  await once(network, 'listening')
  url.hostname = '127.0.0.1'
  url.port = String((network.address() as AddressInfo).port)
  return { url: url.href, open, count: () => count, close: () => network.close() }
}

test('a start that fails at any of its connections leaves none of them open', async () => {
  let failed = 0
  for (let lost = 1; ; lost += 1) {
    const network = await openNetwork(lost)
    const config = readConfig({
      ...{ GUICHE_HOME: home, DATABASE_URL: network.url, PORT: '0', LOG_LEVEL: 'silent' },
    })
    const gateway = await serve(config, ['api', 'worker']).catch(() => undefined)
    if (!gateway) failed += 1
    const isWhole = gateway !== undefined && network.count() < lost
    await gateway?.stop()
    await until(`nothing is open without connection ${lost}`, () => network.open.size === 0)
    network.close()
    if (isWhole) break
  }
  assert.ok(failed >= 6, `${failed} starts failed`)
})
