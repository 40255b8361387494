import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { OverviewWire } from '../../contract/overview.ts'
import { countTotals } from '../../src/overview/count-totals.ts'
import { disputesDue } from '../../src/overview/operator-store.ts'
import { advanceToHour } from '../kit/calendar.ts'
import { compareTotals } from '../kit/compare-totals.ts'
import { answer, findDispute, openDispute, paidPix, soldByCard } from '../kit/dispute.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { type Shop, untilDone } from '../kit/shop.ts'
import { until } from '../kit/time-limit.ts'

let world: World
before(async () => {
  world = await openWorld()
  // No midnight of São Paulo, and no end of a month, passes between a sale and what counts it.
  await advanceToHour(await world.openShop(), 12)
})
after(() => world.close())

const card = {
  holderName: 'ANA',
  expirationMonth: 12,
  expirationYear: 2031,
  cvv: '123',
}
const approved = { ...card, number: '4024007153760011' }

/** The overview once everything is counted. */
async function overviewOf(
  shop: Shop,
  headers?: Readonly<Record<string, string>>,
): Promise<OverviewWire> {
  let found: OverviewWire | undefined
  await until('everything is counted', async () => {
    const { http, text, body } = await shop.call<OverviewWire>(
      'GET',
      '/api/user/overview',
      undefined,
      headers,
    )
    // Four counters may keep a busy machine's connections.
    if (body.error?.code === 'database-unavailable') return false
    assert.equal(http, 200, text)
    found = body.data
    return found.counted.behind === 0 && found.counted.at !== null
  })
  assert.ok(found)
  return found
}

test('an overview shows sales by day, approval rates, balances and days of arrival', async () => {
  const shop = await world.openShop()
  const paid = await shop.sell({ paymentMethod: 'PIX', amount: 10_00 })
  await shop.pay(paid.pix?.qrcode ?? '')
  await shop.webhooks(paid.id, 2)
  await shop.sell({ paymentMethod: 'PIX', amount: 7_00 })
  const sale = await shop.sell({
    paymentMethod: 'CREDIT_CARD',
    amount: 90_00,
    installments: 3,
    card: approved,
  })
  assert.equal(sale.status, 'PAID', JSON.stringify(sale))
  const { today, sales, approval, money, attention } = await overviewOf(shop)
  assert.equal(sales.days.length, 30)
  assert.deepEqual(sales.days.at(-1), sales.today)
  assert.deepEqual([sales.today.date, sales.today.count, sales.today.amount], [today, 2, 100_00])
  assert.deepEqual(
    approval.map(({ paymentMethod, tried, approved: count }) => [paymentMethod, tried, count]),
    [
      ['PIX', 2, 1],
      ['BOLETO', 0, 0],
      ['CREDIT_CARD', 1, 1],
    ],
  )
  assert.equal(money?.arrivals.length, 3)
  assert.equal(
    money?.arrivals.reduce((sum, { amount }) => sum + amount, 0),
    money?.pending,
  )
  assert.deepEqual(attention.disputes, [])

  const refund = await shop.call('POST', `/api/user/transactions/${sale.id}/refund`, {
    amount: 45_00,
  })
  assert.equal(refund.http, 200, refund.text)
  await shop.advance('P40D')
  await overviewOf(shop)
  await compareTotals(world.app, shop.accountId)
})

test('each part of an overview needs the permission to read it', async () => {
  const shop = await world.openShop()
  await shop.sell({ paymentMethod: 'PIX', amount: 10_00 })
  const response = await fetch(`${world.baseUrl}/api/admin/accounts/${shop.accountId}/keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      kind: 'secret',
      name: 'vitrine',
      permissions: ['transactions:read', 'disputes:read'],
    }),
  })
  const { data } = (await response.json()) as { data: { key: string } }
  const authorization = `Basic ${Buffer.from(`x:${data.key}`).toString('base64')}`
  const { money, attention } = await overviewOf(shop, { authorization })
  assert.equal(money, null)
  const { disputes, ...others } = attention
  assert.deepEqual(disputes, [])
  for (const [name, value] of Object.entries(others)) assert.equal(value, null, name)
})

test('several workers count each event once', async () => {
  const shop = await world.openShop()
  const orders = Array.from({ length: 40 }, (_, n) => ({ paymentMethod: 'PIX', amount: 100 + n }))
  let isSelling = true
  const counting = Array.from({ length: 4 }, async () => {
    while (isSelling) await countTotals(world.app)
  })
  const sell = async (order: { readonly amount: number }) => {
    const keyed = { 'idempotency-key': `total-${order.amount}` }
    const path = '/api/user/transactions'
    const { http, text } = await untilDone(() => shop.call('POST', path, order, keyed))
    assert.equal(http, 200, text)
  }
  for (let n = 0; n < orders.length; n += 5) await Promise.all(orders.slice(n, n + 5).map(sell))
  isSelling = false
  await Promise.all(counting)
  const { approval } = await overviewOf(shop)
  assert.equal(approval[0]?.tried, 40)
  await compareTotals(world.app, shop.accountId)
})

test('an overview lists keys that end soon and failing endpoints', async () => {
  const shop = await world.openShop()
  const { sql } = world.app
  await sql`
    update api_keys set expires_at = now() + interval '3 days'
    where account_id = ${shop.accountId} and kind = 'public'`
  await sql`
    insert into failing_webhook_addresses (account_id, endpoint, id, since)
    values (${shop.accountId}, 'https://loja.exemplo', gen_random_uuid(), now())`
  await sql`
    insert into webhook_endpoints (account_id, id, url, origin, event_types, status, paused_reason,
      created_at, updated_at)
    select ${shop.accountId}, gen_random_uuid(), origin || '/avisos', origin, array['*'], 'paused',
      reason, now(), now()
    from (values ('https://outra.exemplo', 'gone'), ('https://parada.exemplo', 'requested'))
      as added (origin, reason)`
  await shop.sell({ paymentMethod: 'PIX', amount: 10_00 })
  const { attention } = await overviewOf(shop)
  assert.equal(attention.endingKeys?.length, 1)
  assert.deepEqual(
    attention.webhookEndpoints?.map(({ endpoint }) => endpoint),
    ['https://loja.exemplo', 'https://outra.exemplo'],
  )
})

test('the statement of a month adds up to its balance, and the calendar to pending', async () => {
  const shop = await world.openShop()
  const paid = await shop.sell({ paymentMethod: 'PIX', amount: 10_00 })
  await shop.pay(paid.pix?.qrcode ?? '')
  await shop.webhooks(paid.id, 2)
  await shop.sell({ paymentMethod: 'CREDIT_CARD', amount: 90_00, installments: 3, card: approved })
  await shop.call('POST', `/api/user/transactions/${paid.id}/refund`, { amount: 4_00 })
  const { today, money } = await overviewOf(shop)
  const months: string[] = []
  for (let n = 0; n < 5; n += 1)
    months.push(Temporal.PlainYearMonth.from(today.slice(0, 7)).add({ months: n }).toString())

  for (const book of ['available', 'pending', 'blocked'] as const) {
    const { text } = await shop.call(
      'GET',
      `/api/user/wallet/statement?month=${months[0]}&book=${book}`,
    )
    const { month, data } = JSON.parse(text)
    const { opening, closing, kinds, counted } = month
    const sum = kinds.reduce((total: number, { amount }: { amount: number }) => total + amount, 0)
    assert.equal(counted.behind, 0)
    assert.deepEqual([opening, opening + sum, closing], [0, closing, money?.[book]], book)
    assert.equal(
      kinds.reduce((total: number, { count }: { count: number }) => total + count, 0),
      data.length,
    )
  }
  let scheduled = 0
  for (const month of months) {
    const { body } = await shop.call<{ scheduled: number; days: { scheduled: number }[] }>(
      'GET',
      `/api/user/receivables/calendar?month=${month}`,
    )
    scheduled += body.data.scheduled
  }
  assert.equal(scheduled, money?.pending)
  for (const path of ['/wallet/statement?month=2026-13', '/receivables/calendar?month=x']) {
    const { http } = await shop.call('GET', `/api/user${path}`)
    assert.equal(http, 400, path)
  }
})

test('an export has its number of rows in a header', async () => {
  const shop = await world.openShop()
  for (const amount of [1_00, 2_00, 3_00]) await shop.sell({ paymentMethod: 'PIX', amount })
  const authorization = `Basic ${Buffer.from(`x:${shop.secretKey}`).toString('base64')}`
  for (const [query, rows] of [
    ['', '3'],
    ['&status=PAID', '0'],
  ]) {
    const response = await fetch(`${shop.baseUrl}/api/user/transactions?format=csv${query}`, {
      headers: { authorization },
    })
    await response.text()
    assert.equal(response.headers.get('x-guiche-estimated-rows'), rows)
  }
})

const idsDue = async () =>
  (await disputesDue(world.app.sql, world.app.clock.now(), 1_000)).map(({ id }) => id)

test('a dispute with an answer on its way is not listed as one to answer', async () => {
  const shop = await world.openShop()
  const [answered, open] = [await soldByCard(shop, 25_00), await soldByCard(shop, 26_00)]
  const { id } = await openDispute(shop, answered)
  const waiting = await openDispute(shop, open)
  const fault = { provider: 'cielo', operation: 'chargeback-refuse', fault: 'error-503' }
  await shop.control('POST', '/faults', { ...fault, times: 1_000 })
  const defence = { decision: 'contest', text: 'O pedido foi entregue.' }
  assert.equal((await answer(shop, id, defence)).http, 200)
  const { attention } = await overviewOf(shop)
  assert.deepEqual(
    attention.disputes?.map((each) => each.id),
    [waiting.id],
  )
  const due = await idsDue()
  assert.deepEqual(
    [id, waiting.id].map((each) => due.includes(each)),
    [false, true],
  )
})

test('a dispute whose time to answer is over is not listed as one to answer', async () => {
  const shop = await world.openShop()
  const late = await openDispute(shop, await paidPix(shop, 27_00))
  // The bank's decision does not reach the gateway: it is only the time that is over.
  const fault = { provider: 'pix', operation: 'infraction.list', fault: 'error-503' }
  await shop.control('POST', '/faults', { ...fault, times: 1_000 })
  await shop.advance('P8D')
  const live = await openDispute(shop, await soldByCard(shop, 28_00))
  assert.equal((await findDispute(shop, late.id)).status, 'NEEDS_RESPONSE')
  const { attention } = await overviewOf(shop)
  assert.deepEqual(
    attention.disputes?.map(({ id }) => id),
    [live.id],
  )
  const due = await idsDue()
  assert.deepEqual(
    [late.id, live.id].map((id) => due.includes(id)),
    [false, true],
  )
})
