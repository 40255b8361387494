import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { openTestDatabase } from './database.ts'
import { openReceiver } from './receiver.ts'

test('a sender that hangs up in the middle of a notice leaves the receiver as it was', async () => {
  const receiver = await openReceiver()
  const { port } = new URL(receiver.url)
  const socket = connect(Number(port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write('POST /webhook HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\nexpect: 100-continue\r\n\r\n')
  await once(socket, 'data') // The receiver is reading by now.
  socket.write('{"objectId"')
  socket.destroy()
  await fetch(receiver.url, { method: 'POST', body: '{"objectId":"a","data":{}}' })
  assert.equal((await receiver.of('a', 1)).length, 1)
  assert.equal(receiver.all.length, 1)
  await receiver.close()
})

test('a database is dropped however many sessions are in it', async () => {
  const database = await openTestDatabase()
  const sleeping = database.sql`select pg_sleep(600)`.catch((cause: unknown) => cause)
  await database.sql`select 1`
  await database.close()
  assert.ok((await sleeping) instanceof Error)
})
