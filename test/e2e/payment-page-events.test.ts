import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { startApi } from '../kit/api-process.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import type { Sale, Shop } from '../kit/shop.ts'
import { timeLimit, until, untilFound } from '../kit/time-limit.ts'

let world: World
let shop: Shop
before(async () => {
  world = await openWorld()
  shop = await world.openShop()
})
after(() => world.close())

async function pathOf({ id }: Sale): Promise<string> {
  const [row] = await world.app.sql<{ secureId: string }[]>`
    select secure_id as "secureId" from transactions where id = ${id}`
  return `/pay/${row?.secureId}/events`
}

/** The stream of a payment page. `mark` resolves to the next mark; undefined: the stream ended. */
async function open(address: string) {
  const controller = new AbortController()
  const signal = AbortSignal.any([controller.signal, timeLimit()])
  const response = await fetch(address, { signal })
  if (response.status !== 200 || !response.body) return { status: response.status }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    async mark(): Promise<string | undefined> {
      for (;;) {
        const { value, done } = await reader.read()
        if (done) return undefined
        const data = /^data: (.*)$/m.exec(value)?.[1]
        if (data !== undefined) return (JSON.parse(data) as { mark: string }).mark
      }
    },
    close: () => controller.abort(),
  }
}

test('a page learns of its payment at once, in another process too', async () => {
  const sale = await shop.sell({ paymentMethod: 'PIX', amount: 10_00 })
  const path = await pathOf(sale)
  const other = await startApi(world)
  const pages = [await open(world.baseUrl + path), await open(other.baseUrl + path)]
  for (const page of pages) {
    assert.match(page.type ?? '', /^text\/event-stream/)
    assert.equal(await page.mark?.(), 'open.0.0.0.1000')
  }
  await shop.pay(sale.pix?.qrcode ?? '')
  for (const page of pages) assert.equal(await page.mark?.(), 'paid.0.0.0.1000')
  other.child.kill('SIGTERM')
  assert.equal(await pages[1]?.mark?.(), undefined, 'a stopping gateway ends its streams')
  await once(other.child, 'exit')
  pages[0]?.close?.()
})

test('an address has 64 streams, and its other requests go on', async () => {
  const path = await pathOf(await shop.sell({ paymentMethod: 'PIX', amount: 10_00 }))
  // A busy gateway may have no connection for one of them.
  const opened = () =>
    untilFound(
      'it opens',
      () => open(world.baseUrl + path),
      ({ status }) => status !== 503,
    )
  const streams = await Promise.all(Array.from({ length: 64 }, opened))
  assert.deepEqual([...new Set(streams.map(({ status }) => status))], [200])
  assert.equal((await open(world.baseUrl + path)).status, 429)
  const page = await fetch(world.baseUrl + path.replace('/events', '/status'))
  assert.deepEqual(await page.json(), { status: 'open', mark: 'open.0.0.0.1000' })
  for (const stream of streams) stream.close?.()
  await until('closed streams give their places back', async () => {
    const again = await open(world.baseUrl + path)
    again.close?.()
    return again.status === 200
  })
})

test('an unknown payment has no stream', async () => {
  const unknown = `${world.baseUrl}/pay/${'a'.repeat(24)}/events`
  await until('the other streams are closed', async () => (await open(unknown)).status === 404)
})
