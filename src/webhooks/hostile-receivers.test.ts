import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { after, type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { openTestDatabase } from '../../test/kit/database.ts'
import { openNotices } from '../../test/kit/notices.ts'

const database = await openTestDatabase({ max: 8 })
after(() => database.close())
const { sql } = database
const notices = openNotices(sql)

function drip(socket: Socket, start: string, piece: string): void {
  socket.write(start)
  const timer = setInterval(() => socket.write(piece), 20)
  socket.once('close', () => clearInterval(timer))
}

function flood(socket: Socket, start: string, piece: Buffer): void {
  socket.write(start)
  const more = () => {
    while (!socket.destroyed && socket.write(piece));
  }
  socket.on('drain', more)
  more()
}

const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))
const hostile: Readonly<Record<string, (socket: Socket) => void>> = {
  silence: () => {},
  'a status line byte by byte': (socket) => drip(socket, 'HTTP/1.1 200 ', 'O'),
  'headers that never end': (socket) => drip(socket, 'HTTP/1.1 200 OK\r\n', 'X-A: b\r\n'),
  'interim responses without end': (socket) => drip(socket, '', 'HTTP/1.1 102 Processing\r\n\r\n'),
  'a body byte by byte': (socket) =>
    drip(socket, 'HTTP/1.1 500 No\r\nContent-Length: 99999\r\n\r\n', 'x'),
  'a body without end': (socket) =>
    flood(socket, 'HTTP/1.1 500 No\r\n\r\n', Buffer.alloc(65_536, 'x')),
  'huge headers': (socket) =>
    flood(socket, 'HTTP/1.1 500 No\r\n', Buffer.from(`X-Filler: ${'a'.repeat(8_000)}\r\n`)),
  'a gzip bomb': (socket) => {
    socket.write(
      `HTTP/1.1 500 No\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`,
    )
    socket.write(bomb)
  },
  'a redirect inside': (socket) =>
    socket.write(
      'HTTP/1.1 307 Moved\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n',
    ),
}

async function open(t: TestContext, react: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    react(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

test('hostile receivers hold a slot for 15 s at most and delay no neighbor', async (t) => {
  const deliveries = notices.openDeliveries(t) // With the limits of production.
  const places: { name: string; url: string }[] = []
  for (const [name, react] of Object.entries(hostile)) {
    const port = await open(t, (socket) => void socket.once('data', () => react(socket)))
    places.push({ name, url: `http://127.0.0.1:${port}/` })
  }
  places.push({
    name: 'a TLS handshake that stalls',
    url: `https://127.0.0.1:${await open(t, () => {})}/`,
  })

  const sent = await Promise.all(
    places.flatMap(({ name, url }) =>
      Array.from({ length: 4 }, async () => {
        const accountId = await notices.openAccount()
        return { name, accountId, ...(await notices.recordEvent({ accountId, url })) }
      }),
    ),
  )
  const neighbor = await open(
    t,
    (socket) =>
      void socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')),
  )
  const well = await notices.recordEvent({
    accountId: await notices.openAccount(),
    url: `http://127.0.0.1:${neighbor}/`,
  })

  let peak = 0
  const start = process.memoryUsage().rss
  const sampling = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 50)
  await deliveries.runUntilIdle()
  clearInterval(sampling)

  const tries = await sql<
    { id: string; durationMs: number; status: number | null; excerpt: string | null }[]
  >`
    select delivery_id as id, duration_ms as "durationMs", status, excerpt from delivery_attempts`
  for (const { id, name } of sent) {
    const found = tries.find((each) => each.id === id)
    assert(found, name)
    assert.ok(found.durationMs <= 20_000, `${name} held a slot for ${found.durationMs} ms`)
    assert.ok(Buffer.byteLength(found.excerpt ?? '') <= 1_024)
    assert.notEqual(found.status, 200)
  }
  const longest = Math.max(...tries.map(({ durationMs }) => durationMs))
  const quick = tries.find(({ id }) => id === well.id)
  assert.ok(
    quick && quick.durationMs < 10_000,
    `a well-behaved neighbor took ${quick?.durationMs} ms`,
  )
  const grownMiB = (peak - start) / 2 ** 20
  t.diagnostic(`longest ${longest} ms, memory grew by ${grownMiB.toFixed(0)} MiB at most`)
  assert.ok(grownMiB < 128, `memory grew by ${grownMiB} MiB`)
})
