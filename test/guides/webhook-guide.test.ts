import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import Fastify, { type FastifyPluginAsync } from 'fastify'
import { withEnvironment } from '../kit/environment.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { phpPath } from '../kit/php.ts'
import { reservePort } from '../kit/reserve-port.ts'
import type { Shop } from '../kit/shop.ts'
import { timeLimit, until } from '../kit/time-limit.ts'

/* The examples of docs/guides/webhooks.md, run as they are printed, against the gateway itself. */

const root = join(import.meta.dirname, '../..')
let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

const folder = mkdtempSync(join(tmpdir(), 'guiche-guide-'))
after(() => rmSync(folder, { recursive: true }))
mkdirSync(join(folder, 'node_modules/@guiche'), { recursive: true })
symlinkSync(join(root, 'sdk/webhooks'), join(folder, 'node_modules/@guiche/webhooks'))
writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
writeFileSync(
  join(folder, 'orders.ts'),
  `export const handled = []
export const troubles = []
export function handle(event) {
  const trouble = troubles.pop()
  if (trouble) throw trouble
  handled.push(event)
}
`,
)
const guide = readFileSync(join(root, 'docs/guides/webhooks.md'), 'utf8')
for (const [, name = '', code = ''] of guide.matchAll(/^```ts (\S+)\n([\s\S]*?)^```$/gm))
  writeFileSync(join(folder, name), code)

const load = (name: string): Promise<Record<string, unknown>> =>
  import(pathToFileURL(join(folder, name)).href)
const { handled, troubles } = (await load('orders.ts')) as {
  handled: { id: string; event: string; objectId: string }[]
  troubles: Error[]
}

interface Example {
  readonly name: string
  /** Starts its server. Returns the address of its webhook. */
  open(t: TestContext): Promise<string>
  /** What it stored. */
  handled?(): readonly { readonly objectId: string }[]
  /** What it returns for a forged webhook, beside 400. */
  readonly reason?: string
}

const examples: Example[] = [
  {
    name: 'Express, or plain Node',
    async open(t) {
      const { receive } = await load('express.ts')
      return listenOn(t, receive as RequestListener)
    },
  },
  {
    name: 'Fastify',
    async open(t) {
      const { webhooks } = await load('fastify.ts')
      const app = Fastify().register(webhooks as FastifyPluginAsync)
      t.after(() => app.close())
      return `${await app.listen({ host: '127.0.0.1', port: 0 })}/webhooks/guiche`
    },
  },
  {
    name: 'Next',
    async open(t) {
      const { POST } = await load('next.ts')
      return listenOn(t, async (request, response) => {
        const chunks: Buffer[] = []
        for await (const chunk of request) chunks.push(chunk)
        const forwarded = new Request('http://loja.example/', {
          method: 'POST',
          headers: request.headers as Record<string, string>,
          body: Buffer.concat(chunks),
        })
        const answer = await (POST as (request: Request) => Promise<Response>)(forwarded)
        response.writeHead(answer.status).end(await answer.text())
      })
    },
  },
]

// A machine may have no PHP and no mirror of Debian to take it from.
const php = await phpPath().catch((cause: Error) => console.error(cause.message))
if (php) examples.push(phpExample(php))

/** PHP's own web server. The program stores each event in the place of its last comment. */
function phpExample(command: string): Example {
  const log = join(folder, 'handled.log')
  const [, code = ''] = /^```php webhook\.php\n([\s\S]*?)^```$/m.exec(guide) ?? []
  const storing = `file_put_contents('${log}', "$body\\n", FILE_APPEND);`
  writeFileSync(join(folder, 'webhook.php'), code.replace(/^\/\/ Store .+$/m, storing))
  writeFileSync(log, '')
  return {
    name: 'PHP',
    async open(t) {
      const address = `127.0.0.1:${await reservePort()}`
      const server = spawn(command, ['-S', address, join(folder, 'webhook.php')], {
        env: process.env,
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      t.after(() => server.kill())
      for (const limit = timeLimit(); ; limit.throwIfAborted()) {
        const response = await fetch(`http://${address}/`).catch(() => undefined)
        if (response) return `http://${address}/webhook.php`
        await new Promise((wake) => setTimeout(wake, 10))
      }
    },
    handled: () =>
      readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as { objectId: string }),
    reason: '',
  }
}

async function listenOn(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

for (const example of examples) {
  const { name, open, reason = 'signature-mismatch' } = example
  const stored = () => example.handled?.() ?? handled
  test(`the guide’s example for ${name} accepts our webhooks and no forged ones`, async (t) => {
    const shop = await world.openShop()
    const { body } = await shop.call<{ secret: string }>('GET', '/api/user/webhooks/secret')
    withEnvironment(t, { GUICHE_WEBHOOK_SECRET: body.data.secret })
    const url = await open(t)
    const sale = await shop.sell({
      paymentMethod: 'PIX',
      amount: 1990,
      customer: { name: 'Ana', email: 'a@example.com' },
      postbackUrl: url,
    })
    assert.equal(await settled(shop, sale.id), 'delivered')
    assert.equal(stored().filter(({ objectId }) => objectId === sale.id).length, 1)

    const before = stored().length
    const forged = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': 'x',
        'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
        'webhook-signature': 'v1,AAAA',
      },
      body: JSON.stringify({ event: 'transaction.paid' }),
    })
    assert.deepEqual([forged.status, await forged.text()], [400, reason])
    assert.equal(stored().length, before)
  })
}

test('the example for plain Node survives an order that fails and a body that ends', async (t) => {
  const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
  withEnvironment(t, { GUICHE_WEBHOOK_SECRET: secret })
  t.mock.method(console, 'error', () => undefined)
  const { receive } = await load('express.ts')
  const ended: unknown[] = []
  const url = await listenOn(t, async (request, response) =>
    ended.push(await (receive as RequestListener)(request, response)),
  )
  const body = Buffer.from(JSON.stringify({ event: 'transaction.paid', data: {} }))
  const deliver = async () =>
    (await fetch(url, { method: 'POST', headers: signed(body, secret), body })).status
  troubles.push(new Error('the database is away'))
  assert.deepEqual([await deliver(), await deliver()], [500, 204])

  // The end follows the beginning of the body, so the request always reaches the receiver.
  const cut = connect(Number(new URL(url).port), '127.0.0.1')
  cut.end('POST / HTTP/1.1\r\nHost: shop\r\nContent-Length: 100\r\n\r\n{')
  await until('the request ends', async () => ended.length === 3)
})

if (php)
  test('the example for PHP without its secret accepts nothing', async (t) => {
    withEnvironment(t, { GUICHE_WEBHOOK_SECRET: '' })
    const url = await phpExample(php).open(t)
    const body = Buffer.from('{}')
    const notice = { method: 'POST', headers: signed(body, 'whsec_'), body }
    assert.equal((await fetch(url, notice)).status, 500)
  })

test('the example of the README of @guiche/webhooks releases a paid order', async (t) => {
  const shop = await world.openShop()
  const { secret } = (await shop.call<{ secret: string }>('GET', '/api/user/webhooks/secret')).body
    .data
  const readme = readFileSync(join(root, 'sdk/webhooks/README.md'), 'utf8')
  const [, example = ''] = /^```ts\n([\s\S]*?)^```$/m.exec(readme) ?? []
  const [imports = '', ...lines] = example.split('\n')
  writeFileSync(
    join(folder, 'readme.ts'),
    `${imports}
export async function receive(body, headers, release) {
${lines.join('\n')}
}
`,
  )
  withEnvironment(t, { GUICHE_WEBHOOK_SECRET: secret })
  const { receive } = await load('readme.ts')
  const data = { externalRef: 'order-9' }
  const body = Buffer.from(JSON.stringify({ event: 'transaction.paid', data }))
  const released: unknown[] = []
  const run = receive as (
    body: Buffer,
    headers: object,
    release: (ref: string) => void,
  ) => Promise<void>
  await run(body, signed(body, secret), (ref) => void released.push(ref))
  assert.deepEqual(released, ['order-9'])
})

/** The headers of a notice with this body. */
function signed(body: Buffer, secret: string) {
  const [id, timestamp] = ['msg-1', String(Math.floor(Date.now() / 1_000))]
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${digest}`,
  }
}

/** How the first try ended. */
async function settled(shop: Shop, objectId: string): Promise<string> {
  const deadline = timeLimit()
  for (;;) {
    deadline.throwIfAborted()
    const path = `/api/user/webhooks/deliveries?objectId=${objectId}`
    const [delivery] = (await shop.call<{ state: string; attempts: number }[]>('GET', path)).body
      .data
    if (delivery && delivery.attempts > 0) return delivery.state
  }
}
