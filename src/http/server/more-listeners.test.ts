import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { test } from 'node:test'
import { openMoreListeners } from './more-listeners.ts'

const answer = (baseUrl: string) => fetch(baseUrl).then((response) => response.text())

test('one server serves the connections of every socket, and they end with it', async () => {
  const server = createServer((_request, response) => response.end('here'))
  const more = openMoreListeners(server, 64)
  let handedOver = 0
  server.on('connection', () => {
    handedOver += 1
  })
  server.listen({ host: '127.0.0.1', port: 0, reusePort: process.platform === 'linux' })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => answer(`http://127.0.0.1:${port}`)),
  )
  assert.ok(answers.every((text) => text === 'here'))
  const ofMain = await new Promise((count) => server.getConnections((_, open) => count(open)))
  if (process.platform === 'linux')
    assert.ok(Number(ofMain) < handedOver, 'others came by the other sockets')
  const ended = Promise.all([more.close(), new Promise((end) => server.close(end))])
  server.closeAllConnections()
  await ended
  const [refused] = await once(connect(port, '127.0.0.1'), 'error')
  assert.equal((refused as NodeJS.ErrnoException).code, 'ECONNREFUSED')
})

test('a server that does not share its port is unchanged', async () => {
  const server = createServer((_request, response) => response.end('here'))
  const more = openMoreListeners(server, 64)
  server.listen({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  assert.equal(await answer(`http://127.0.0.1:${port}`), 'here')
  server.closeAllConnections()
  await Promise.all([more.close(), new Promise((end) => server.close(end))])
})
