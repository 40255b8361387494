import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import type { EventType } from '../../contract/events.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { program } from '../kit/program.ts'
import { openReceiver } from '../kit/receiver.ts'
import type { Shop } from '../kit/shop.ts'

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

const aPix = {
  paymentMethod: 'PIX',
  amount: 1990,
  customer: { name: 'Ana Teste', email: 'ana@example.com' },
}

/** The connection between a laptop and its gateway, which a test can cut. */
async function openRoad(t: { after(work: () => unknown): void }, to: string) {
  const sockets = new Set<Socket>()
  const { hostname, port } = new URL(to)
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy()).on('close', () => other.destroy())
      socket.pipe(other)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of sockets) socket.resetAndDestroy()
    sockets.clear()
  }
  t.after(() => {
    cut()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, cut }
}

/** `guiche` on a laptop where `npm start` runs. */
async function openLaptop(
  t: { after(work: () => unknown): void },
  shop: Shop,
  baseUrl = world.baseUrl,
) {
  const home = await mkdtemp(join(tmpdir(), 'guiche-laptop-'))
  const dev = { baseUrl, secretKey: shop.secretKey, sandboxUrl: world.sandbox.controlUrl }
  await writeFile(join(home, 'dev.json'), JSON.stringify(dev))
  const children: ChildProcess[] = []
  t.after(async () => {
    for (const child of children) child.kill('SIGKILL')
    await rm(home, { recursive: true, force: true })
  })
  const guiche = (...args: string[]) => {
    const child = spawn(process.execPath, [program, ...args], {
      cwd: join(import.meta.dirname, '../..'),
      env: { ...process.env, GUICHE_HOME: home },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stderr.pipe(process.stderr, { end: false })
    children.push(child)
    return child
  }
  return { guiche, home }
}

async function output(
  child: ChildProcess,
): Promise<{ text: string; errorText: string; code: number }> {
  let text = ''
  let errorText = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    errorText += chunk.toString()
  })
  const [code] = await once(child, 'close')
  return { text, errorText, code }
}

test('guiche listen forwards the bytes and id of a webhook, signed', async (t) => {
  const shop = await world.openShop()
  const mine = await openReceiver()
  t.after(() => mine.close())
  const { guiche } = await openLaptop(t, shop)
  guiche('listen', '--forward-to', `${mine.url}/local`, '--after', 'oldest')
  const sale = await shop.sell(aPix)
  await shop.pay(sale.pix?.qrcode ?? '')
  const [sent, forwarded] = [await shop.webhooks(sale.id, 2), await mine.of(sale.id, 2)]
  const { secret } = (await shop.call<{ secret: string }>('GET', '/api/user/webhooks/secret')).body
    .data
  for (const [n, notice] of forwarded.entries()) {
    assert.equal(notice.path, '/local')
    assert.equal(notice.raw, sent[n]?.raw)
    assert.equal(notice.headers['webhook-id'], sent[n]?.headers['webhook-id'])
    new Webhook(secret).verify(notice.raw, notice.headers as Record<string, string>)
  }
})

test('guiche listen prints the response to a failed event, and how to repeat it', async (t) => {
  const shop = await world.openShop()
  const failing = createHttpServer((request, response) => {
    request.resume()
    response.writeHead(500).end('falta a coluna\n\u001b[2Jpedido')
  }).listen(0, '127.0.0.1')
  await once(failing, 'listening')
  t.after(() => failing.close())
  const { guiche } = await openLaptop(t, shop)
  const to = `http://127.0.0.1:${(failing.address() as AddressInfo).port}/`
  await shop.sell(aPix)
  const listener = guiche('listen', '--forward-to', to, '--after', 'oldest')
  listener.stdout?.on('data', (chunk: Buffer) => {
    if (/para repeti-lo/.test(chunk.toString())) listener.kill('SIGINT')
  })
  const printed = output(listener)
  const { text, code } = await printed
  assert.equal(code, 0)
  assert.match(
    text,
    /transaction\.waiting_payment +\S+ {2}→ {2}500 em \d+ ms\n {2}resposta: falta a coluna \[2Jpedido\n/,
  )
  assert.match(text, /para repeti-lo: --forward-to http:\S+ --after 0\n/)
  assert.match(text, /Parado\. Na volta continua do próximo evento\.\n$/)
  assert.doesNotMatch(text, /não responde|sem resposta/)
})

test('guiche listen continues after a lost connection: all events, in order', async (t) => {
  const shop = await world.openShop()
  const road = await openRoad(t, world.baseUrl)
  const { guiche } = await openLaptop(t, shop, road.url)
  let mine = await openReceiver()
  const port = new URL(mine.url).port
  t.after(() => mine.close())
  const received: { id: string; objectId: string }[] = []
  const keepOf = (of: typeof mine) =>
    received.push(
      ...of.all.map(({ headers, body }) => ({
        id: headers['webhook-id'] ?? '',
        objectId: body.objectId,
      })),
    )

  let listener = guiche('listen', '--forward-to', mine.url, '--after', 'oldest')
  const sold: string[] = []
  for (let n = 0; n < 60; n += 1) {
    sold.push((await shop.sell(aPix)).id)
    // The listener has started, and has stored its position.
    if (n === 0) await mine.of(sold[0] ?? '', 1)
    if (n % 7 === 3) road.cut()
    if (n === 20 || n === 40) {
      listener.kill('SIGKILL')
      await once(listener, 'exit')
      listener = guiche('listen', '--forward-to', mine.url)
    }
    if (n === 30) {
      await mine.close()
      keepOf(mine)
      mine = await openReceiver({ port: Number(port) })
    }
  }
  await mine.of(sold.at(-1) ?? '', 1)
  keepOf(mine)

  const firsts = received.filter(
    ({ id }, at) => received.findIndex((each) => each.id === id) === at,
  )
  assert.deepEqual(
    firsts.map(({ objectId }) => objectId),
    sold,
  )
  const repeats = received.length - firsts.length
  assert.ok(
    repeats <= 3,
    `${repeats} repeats: one at most for each kill, and for the receiver that went away`,
  )
})

/** A key of the shop that may read events, and not the secret of its webhooks. */
async function restrictedKey(shop: Shop): Promise<string> {
  const { id } = (await shop.call<{ id: string }>('GET', '/api/user/account')).body.data
  const response = await fetch(`${world.baseUrl}/api/admin/accounts/${id}/keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'secret', name: 'Leitura', permissions: ['events:read'] }),
  })
  return ((await response.json()) as { data: { key: string } }).data.key
}

for (const { title, flags = [], keyOf, expected } of [
  {
    title: 'a wrong secret key',
    keyOf: async () => `sk_test_${'0'.repeat(43)}`,
    expected: ['unauthenticated', /^a chave secreta não vale neste gateway$/],
  },
  {
    title: 'a restricted secret key',
    keyOf: restrictedKey,
    expected: ['permission-denied', /^o gateway respondeu 403: .*webhook-secret:read/],
  },
  {
    title: 'an address that is not allowed',
    flags: ['--forward-to', 'http://169.254.169.254/', '--after', 'oldest'],
    expected: ['address-not-allowed', /^o endereço http:\S+ não é permitido$/],
  },
  {
    title: 'a filter that the gateway does not know',
    flags: ['--types', 'nada.*'],
    expected: ['validation-failed', /^o gateway respondeu 400: ./],
  },
] as const satisfies readonly {
  readonly title: string
  readonly flags?: readonly string[]
  readonly keyOf?: (shop: Shop) => Promise<string>
  readonly expected: readonly [string, RegExp]
}[]) {
  test(`guiche listen ends with a code and a sentence after ${title}`, async (t) => {
    const shop = await world.openShop()
    await shop.sell(aPix)
    const secretKey = keyOf ? await keyOf(shop) : shop.secretKey
    const { guiche } = await openLaptop(t, { ...shop, secretKey })
    const to = ['--forward-to', world.receiver.url]
    const { errorText, code } = await output(guiche('--json', 'listen', ...to, ...flags))
    assert.equal(code, 1)
    const { error } = JSON.parse(errorText) as { error: { code: string; message: string } }
    assert.equal(error.code, expected[0])
    assert.match(error.message, expected[1])
  })
}

for (const [type, what] of [
  ['transaction.waiting_payment', 'WAITING_PAYMENT'],
  ['transaction.authorized', 'AUTHORIZED'],
  ['transaction.paid', 'PAID'],
  ['transaction.refused', 'REFUSED'],
  ['transaction.canceled', 'CANCELED'],
] as const satisfies readonly (readonly [EventType, string])[]) {
  test(`triggering ${type} leads to a transaction in ${what}`, async (t) => {
    const shop = await world.openShop()
    const { guiche } = await openLaptop(t, shop)
    const { text, code } = await output(
      guiche('trigger', type, '--postback-url', `${world.receiver.url}/gatilho`),
    )
    assert.equal(code, 0)
    const id = /transação (\S+)/.exec(text)?.[1] ?? ''
    assert.equal((await shop.find(id)).status, what)
    const received = await shop.webhooks(id, ['PAID', 'CANCELED'].includes(what) ? 2 : 1)
    assert.equal((received.at(-1)?.body as { event?: string } | undefined)?.event, type)
  })
}

for (const [type, what] of [
  ['transaction.refunded', 'REFUNDED'],
  ['transaction.partially_refunded', 'PAID'],
  ['transaction.refund_failed', 'PAID'],
] as const satisfies readonly (readonly [EventType, string])[]) {
  test(`triggering ${type} requests a refund at the bank`, async (t) => {
    const shop = await world.openShop()
    const { guiche } = await openLaptop(t, shop)
    const { text } = await output(
      guiche('trigger', type, '--postback-url', `${world.receiver.url}/gatilho`),
    )
    const id = /transação (\S+)/.exec(text)?.[1] ?? ''
    await shop.advance('PT1M')
    const received = await shop.webhooks(id, 3)
    const last = received.at(-1)?.body as { event?: string; data: { status: string } } | undefined
    assert.deepEqual([last?.event, last?.data.status], [type, what])
  })
}

for (const [name, last, status] of [
  ['chargeback', 'transaction.in_protest', 'IN_PROTEST'],
  ['med', 'transaction.in_protest', 'IN_PROTEST'],
  ['transaction.chargedback', 'transaction.chargedback', 'CHARGEDBACK'],
  ['transaction.dispute_lost', 'transaction.dispute_lost', 'PAID'],
  ['transaction.dispute_won', 'transaction.dispute_won', 'PAID'],
  ['transaction.dispute_answered', 'transaction.dispute_answered', 'IN_PROTEST'],
  ['transaction.dispute_opened', 'transaction.dispute_opened', 'IN_PROTEST'],
] as const satisfies readonly (readonly [string, EventType, string])[]) {
  test(`triggering ${name} opens a dispute, whose last webhook is ${last}`, async (t) => {
    const shop = await world.openShop()
    const { guiche } = await openLaptop(t, shop)
    const { text, code } = await output(
      guiche('trigger', name, '--postback-url', `${world.receiver.url}/gatilho`),
    )
    assert.equal(code, 0)
    const id = /transação (\S+)/.exec(text)?.[1] ?? ''
    const before = name === 'med' || name.endsWith('_won') || name.endsWith('_answered') ? 2 : 1
    const received = await shop.webhooks(
      id,
      last === 'transaction.in_protest' ? before + 1 : before + 2,
    )
    assert.equal((received.at(-1)?.body as { event?: string } | undefined)?.event, last)
    assert.equal((await shop.find(id)).status, status)
  })
}

for (const [type, status] of [
  ['cashout.completed', 'COMPLETED'],
  ['cashout.failed', 'FAILED'],
  ['cashout.partially_refunded', 'COMPLETED'],
] as const satisfies readonly (readonly [EventType, string])[]) {
  test(`triggering ${type} requests a withdrawal at the bank`, async (t) => {
    const shop = await world.openShop()
    const { guiche } = await openLaptop(t, shop)
    const { text, code } = await output(
      guiche('trigger', type, '--postback-url', `${world.receiver.url}/gatilho`),
    )
    assert.equal(code, 0)
    const id = /saque (\S+)/.exec(text)?.[1] ?? ''
    const { data } = (await shop.call<{ status: string }>('GET', `/api/user/cashout/${id}`)).body
    assert.equal(data.status, status)
    const received = await shop.webhooks(id, type === 'cashout.partially_refunded' ? 4 : 3)
    assert.equal((received.at(-1)?.body as { event?: string } | undefined)?.event, type)
  })
}

test('guiche clock advance moves banks and gateway together, and due work is done', async (t) => {
  const shop = await world.openShop()
  const { guiche, home } = await openLaptop(t, shop)
  await writeFile(join(home, 'sandbox.json'), JSON.stringify({ url: world.sandbox.controlUrl }))
  const sale = await shop.sell(aPix)
  await shop.pay(sale.pix?.qrcode ?? '')
  await shop.webhooks(sale.id, 2)
  // The bank takes an hour for a refund of 51 cents; the gateway queries it again by then.
  await shop.call('POST', `/api/user/transactions/${sale.id}/refund`, { amount: 10_51 })
  assert.equal((await output(guiche('clock', 'advance', '2h'))).code, 0)
  assert.equal((await shop.find(sale.id)).refundedAmount, 10_51)
})

test('guiche trigger fails for an event that it cannot cause or does not know', async (t) => {
  const { guiche } = await openLaptop(t, await world.openShop())
  for (const type of ['transaction.dispute_due', 'webhook_endpoint.failing'])
    assert.equal((await output(guiche('trigger', type))).code, 1)
  assert.equal((await output(guiche('trigger', 'transaction.eaten'))).code, 2)
})

test('guiche events resend delivers an event again', async (t) => {
  const shop = await world.openShop()
  const { guiche } = await openLaptop(t, shop)
  const sale = await shop.sell(aPix)
  await shop.webhooks(sale.id, 1)
  const listed = JSON.parse((await output(guiche('events', 'list'))).text) as {
    data: { id: string }[]
  }
  const { text } = await output(guiche('events', 'resend', listed.data[0]?.id ?? ''))
  assert.deepEqual(JSON.parse(text), { redelivered: 1 })
  const copies = await shop.webhooks(sale.id, 2)
  assert.equal(new Set(copies.map(({ headers }) => headers['webhook-id'])).size, 1)
})
