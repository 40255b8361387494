import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { buildServer } from '../../src/http/server/server.ts'
import { startApi, through } from '../kit/api-process.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import type { Sale } from '../kit/shop.ts'
import { untilFound } from '../kit/time-limit.ts'

/*
 * The worker, the database and the sandbox have the right time. A second API process of the same
 * gateway has a wrong clock.
 */

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

const wrongClock = pathToFileURL(join(import.meta.dirname, '../kit/wrong-clock.mjs')).href
const twoHours = 7_200_000
const minute = 60_000

const customer = { name: 'Ana Teste', document: { number: '11144477735', type: 'CPF' } }
const card = {
  number: '4024007153760011',
  holderName: 'ANA TESTE',
  expirationMonth: 12,
  expirationYear: 2031,
  cvv: '123',
}

for (const [name, env] of [
  ['2 h fast', { WRONG_CLOCK_MS: String(twoHours) }],
  ['2 h slow', { WRONG_CLOCK_MS: String(-twoHours) }],
  ['jumps by 4 h', { WRONG_CLOCK_MS: String(twoHours), WRONG_CLOCK_JUMPS: '1' }],
] as const) {
  test(`a process whose clock is ${name} works as one with the right time`, async (t) => {
    const wrong = await startApi(world, {
      env: { ...env, NODE_OPTIONS: `--import=${wrongClock}`, GUICHE_ACQUIRER_CALL_MS: '5000' },
    })
    t.after(() => wrong.child.kill('SIGKILL'))
    const shop = await world.openShop()
    const client = through(world, shop, wrong.baseUrl)
    const { sql, clock } = world.app
    const isNow = (at: unknown) => Math.abs(Date.parse(String(at)) - clock.now().getTime()) < minute

    assert.equal((await fetch(`${wrong.baseUrl}/health/ready`)).status, 200)
    const sellByCard = (amount: number) =>
      client.sell({ paymentMethod: 'CREDIT_CARD', amount, customer, card })
    // The first call of a new process takes longest.
    const isPaid = ({ status }: Sale) => status === 'PAID'
    await untilFound('the acquirer responds in time', () => sellByCard(10_00), isPaid)
    const paid = await sellByCard(10_00)
    assert.equal(paid.status, 'PAID')
    assert.ok(isNow(paid.createdAt) && isNow(paid.paidAt))

    const pix = await client.sell({
      paymentMethod: 'PIX',
      amount: 10_00,
      customer,
      pix: { expiresInSeconds: 600 },
    })
    const lifeMs = Date.parse(pix.pix?.expirationDate ?? '') - clock.now().getTime()
    assert.ok(lifeMs > 8 * minute && lifeMs <= 10 * minute, `the charge lives ${lifeMs} ms`)

    // The acquirer charges, does not respond, and finds the sale after 10 s: only the settle window
    // keeps it open.
    await shop.control('POST', '/faults', {
      provider: 'cielo',
      operation: 'sale',
      fault: 'visible-late',
      times: 1,
    })
    const hidden = await sellByCard(20_00)
    assert.equal(hidden.status, 'WAITING_PAYMENT')
    const [attempt] = await sql<{ sentAt: Date; dueAt: Date }[]>`
      select sent_at as "sentAt", due_at as "dueAt" from attempts
      where account_id = ${shop.accountId} and transaction_id = ${hidden.id}`
    assert.ok(isNow(attempt?.sentAt.toISOString()) && isNow(attempt?.dueAt.toISOString()))
    for (const step of ['PT2S', 'PT6S', 'PT30S']) await shop.advance(step)
    assert.equal((await shop.find(hidden.id)).status, 'PAID')

    await shop.advance('PT15M')
    assert.equal((await client.find(pix.id)).status, 'CANCELED')
  })
}

test('in production business time is not shown and not moved', async (t) => {
  const { app, adminToken } = world
  const server = buildServer({ ...app, config: { ...app.config, adjustableClock: false } })
  t.after(() => server.close())
  const clock = () => app.sql`select * from business_clock`
  const before = await clock()
  for (const request of [
    { method: 'GET' },
    { method: 'POST', payload: { advance: 'P1D' } },
    { method: 'POST', payload: { advance: 'P0D' } },
  ] as const) {
    const response = await server.inject({
      ...{ ...request, url: '/api/admin/clock' },
      headers: { host: 'localhost', authorization: `Bearer ${adminToken}` },
    })
    assert.deepEqual(
      [response.statusCode, response.json().error.code],
      [403, 'clock-not-adjustable'],
    )
  }
  assert.deepEqual(await clock(), before)
})
