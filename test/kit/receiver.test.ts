import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { test } from 'node:test'
import { textOf } from './receiver.ts'

for (const [what, bytes, text] of [
  [
    'a sender that hangs up in the middle has sent nothing, and breaks nothing',
    undefined,
    undefined,
  ],
  ['what came whole is read', '{"a":12}', '{"a":12}'],
] as const) {
  test(what, async () => {
    const read = Promise.withResolvers<string | undefined>()
    const server = createServer((request) => read.resolve(textOf(request))).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 8\r\nexpect: 100-continue\r\n\r\n')
    await once(socket, 'data') // It is being read by now.
    if (bytes === undefined) socket.destroy()
    else socket.write(bytes)
    assert.equal(await read.promise, text)
    socket.destroy()
    server.close()
  })
}
