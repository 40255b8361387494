import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { codeOfStatus, resultOf } from '../../sdk/device-pay/src/result.ts'
import { deleteExpiredAnswers } from '../../src/idempotency/idempotency-store.ts'
import { through } from '../kit/api-process.ts'
import { askCashout, earn } from '../kit/cashout.ts'
import { openWorld, shortCalls, type World } from '../kit/gateway.ts'
import { openSecondServer } from '../kit/second-server.ts'
import { type Answer, type Sale, type Shop, untilAvailable, untilDone } from '../kit/shop.ts'
import { stormRounds } from '../kit/storm-size.ts'
import { until } from '../kit/time-limit.ts'

let world: World
let shop: Shop
before(async () => {
  world = await openWorld(shortCalls)
  shop = await world.openShop()
})
after(() => world.close())

const path = '/api/user/transactions'
const orders = {
  PIX: { amount: 1_990, paymentMethod: 'PIX' },
  BOLETO: {
    amount: 1_990,
    paymentMethod: 'BOLETO',
    customer: { name: 'Ana', document: { number: '52998224725', type: 'CPF' } },
  },
  CREDIT_CARD: {
    amount: 1_990,
    paymentMethod: 'CREDIT_CARD',
    card: {
      number: '4111111111111111',
      holderName: 'ANA',
      expirationMonth: 12,
      expirationYear: 2031,
      cvv: '123',
    },
  },
}
const keyed = (key: string) => ({ 'idempotency-key': key })

for (const [method, order] of Object.entries(orders)) {
  test(`I4: a repeated ${method} gets the same bytes, and there is one sale`, async () => {
    const other = await world.openShop()
    const first = await other.call('POST', path, order, keyed('order-1'))
    const again = await other.call('POST', path, order, keyed('"order-1"'))
    assert.equal(first.http, 200)
    assert.equal(first.headers.get('idempotent-replayed'), null)
    assert.deepEqual(
      [again.http, again.text, again.headers.get('idempotent-replayed')],
      [200, first.text, 'true'],
    )
    assert.equal((await other.call<unknown[]>('GET', path)).body.data.length, 1)
  })
}

for (const what of ['CREDIT_CARD', 'PIX', 'cashout', 'refund'] as const)
  test(`I6: an equal request after its key was deleted is a repeat: ${what}`, async () => {
    const other = await world.openShop()
    const { sql } = world.app
    if (what === 'cashout') await earn(other, 100_00)
    const paid = what === 'refund' ? await other.sell(orders.CREDIT_CARD) : undefined
    const ask = () => {
      const headers = keyed('long-ago')
      if (what === 'cashout') return askCashout(other, { amount: 40_00 }, headers)
      return paid
        ? other.call<{ id: string }>('POST', `${path}/${paid.id}/refund`, { amount: 500 }, headers)
        : other.call<{ id: string }>('POST', path, orders[what as keyof typeof orders], headers)
    }
    const first = await ask()
    assert.equal(first.http, 200)
    await sql`
      update idempotency_keys set created_at = now() - interval '401 days'
      where account_id = ${other.accountId}`
    await until('the key is deleted', async () => {
      await deleteExpiredAnswers(sql, 100)
      const keys = await sql`select from idempotency_keys where account_id = ${other.accountId}`
      return keys.length === 0
    })
    const again = await ask()
    assert.deepEqual(
      [again.http, again.body.data.id, again.headers.get('idempotent-replayed')],
      [200, first.body.data.id, 'true'],
    )
  })

test('100 equal requests at once with one key are one card sale at the acquirer', async () => {
  for (const round of stormRounds()) {
    const other = await world.openShop()
    const order = { ...orders.CREDIT_CARD, amount: 77_310_000 + round }
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        untilDone(() => other.call('POST', path, order, keyed('rush'))),
      ),
    )
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
    assert.equal(
      answers.filter(({ headers }) => headers.get('idempotent-replayed') === null).length,
      1,
    )
    assert.equal((await other.call<unknown[]>('GET', path)).body.data.length, 1)
    assert.equal(
      (await other.calls({ provider: 'cielo', operation: 'sale', amount: order.amount })).length,
      1,
    )
  }
})

test('I4: another body, or another address, with a used key is 422', async () => {
  const { body } = await shop.call('POST', path, orders.PIX, keyed('taken'))
  const other = await shop.call('POST', path, { ...orders.PIX, amount: 1_991 }, keyed('taken'))
  assert.deepEqual([other.http, other.body.error?.code], [422, 'idempotency-key-reused'])
  const elsewhere = await shop.call(
    'POST',
    `${path}/${body.data.id}/cancel`,
    undefined,
    keyed('taken'),
  )
  assert.equal(elsewhere.http, 422)
})

test('I3: the same sale with another security code is the same sale', async () => {
  const { card } = orders.CREDIT_CARD
  const first = await shop.call('POST', path, orders.CREDIT_CARD, keyed('cvv'))
  const again = await shop.call(
    'POST',
    path,
    { ...orders.CREDIT_CARD, card: { ...card, cvv: '999' } },
    keyed('cvv'),
  )
  assert.equal(again.text, first.text)
})

test('I5: a 400 is not remembered: the key works once the order is right', async () => {
  assert.equal(
    (await shop.call('POST', path, { ...orders.PIX, amount: 0 }, keyed('fixed'))).http,
    400,
  )
  assert.equal((await shop.call('POST', path, orders.PIX, keyed('fixed'))).http, 200)
})

test('I8: without a key two equal purchases are two', async () => {
  const [one, other] = [await shop.sell(orders.PIX), await shop.sell(orders.PIX)]
  assert.notEqual(one.id, other.id)
})

test('a cancellation is repeated like everything else', async () => {
  const sale = await shop.sell(orders.PIX)
  const first = await shop.call('POST', `${path}/${sale.id}/cancel`, {}, keyed('cancel'))
  const again = await shop.call('POST', `${path}/${sale.id}/cancel`, {}, keyed('cancel'))
  assert.deepEqual([again.text, again.headers.get('idempotent-replayed')], [first.text, 'true'])
})

const authorised = { ...orders.CREDIT_CARD, capture: false }
/** The response that is stored for a key. */
const answersOf = (objectId: string) =>
  world.app.sql<{ status: number | null }[]>`
    select answer_status as status from idempotency_keys where object_id = ${objectId}`

for (const [verb, operation, end] of [
  ['cancel', 'void', 'CANCELED'],
  ['capture', 'capture', 'PAID'],
] as const) {
  test(`I2: the key of a ${verb} is reserved before the acquirer is called`, async () => {
    const sale = await shop.sell(authorised)
    await shop.control('POST', '/faults', {
      provider: 'cielo',
      operation,
      fault: 'timeout-before',
      times: 1,
    })
    const first = shop.call('POST', `${path}/${sale.id}/${verb}`, {}, keyed(`${verb}-slow`))
    await until('the key is running', async () =>
      (await answersOf(sale.id)).some(({ status }) => status === null),
    )
    assert.ok(
      (await first).http === 200 || (await first).body.error?.code === 'provider-unavailable',
    )
  })

  test(`I4: a ${verb} whose process died after the acquirer’s yes is not repeated`, async () => {
    const sale = await shop.sell(authorised)
    const key = keyed(`${verb}-death`)
    const ask = () => shop.call('POST', `${path}/${sale.id}/${verb}`, {}, key)
    const callsOf = async () => (await shop.calls({ provider: 'cielo', operation })).length
    await ask()
    const calls = await callsOf()
    await world.app.sql`
      update idempotency_keys
      set answer_status = null, answer_body = null, lease_ends_at = now()
      where object_id = ${sale.id}`
    const again = await ask()
    assert.deepEqual([again.http, again.body.data.status], [200, end])
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    assert.equal(await callsOf(), calls)
  })

  test(`twenty concurrent requests to ${verb}: done once, never a 5xx`, async () => {
    const sale = await shop.sell(authorised)
    // On a busy machine the acquirer may respond late, which must not look like silence.
    const server = await openSecondServer(world, { acquirerCallMs: 20_000 })
    const crowd = through(world, shop, server.baseUrl)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        untilAvailable(() =>
          crowd.call('POST', `${path}/${sale.id}/${verb}`, {}, keyed(`${verb}-crowd-${n}`)),
        ),
      ),
    )
    await server.close()
    assert.ok(
      answers.every(({ http }) => http < 500),
      answers.map(({ http }) => http).join(' '),
    )
    assert.equal((await shop.find(sale.id)).status, end)
  })
}

test('the draft is in the timeline and is not notified', async () => {
  const sale = await shop.sell(authorised)
  await shop.call('POST', `${path}/${sale.id}/capture`)
  const { body } = await shop.call<readonly { type: string }[]>(
    'GET',
    `${path}/${sale.id}/timeline`,
  )
  assert.deepEqual(body.data.map(({ type }) => type).slice(-2), [
    'transaction.capture_requested',
    'transaction.paid',
  ])
  assert.equal((await shop.webhooks(sale.id, 2)).length, 2)
})

test('the security code of a card is nowhere in the database', async () => {
  const card = { ...orders.CREDIT_CARD.card, cvv: '7319' }
  await shop.call('POST', path, { ...orders.CREDIT_CARD, card }, keyed('secret'))
  const tables = await world.app.sql<
    { name: string }[]
  >`select tablename as name from pg_tables where schemaname = 'public'`
  for (const { name } of tables) {
    const [row] = await world.app.sql<{ found: boolean }[]>`
      select exists (
        select true
        from ${world.app.sql(name)} t
        where t::text like '%4111111111111111%' or t::text like '%"cvv"%'
      ) as found`
    assert.equal(row?.found, false, name)
  }
})

const salesOf = async (other: Shop) =>
  (await other.call<Sale[]>('GET', path)).body.data.map(({ status }) => status)
const refuseUs = (fault: string) =>
  shop.control('POST', '/faults', { provider: 'cielo', operation: 'sale', fault, times: 1 })

/** The response says for certain that nothing was charged, and a payer may pay again. */
function assertNotProcessed({ http, body }: Answer<Sale>): void {
  const { status, message, data, error } = body
  assert.deepEqual([http, status, data.status, error], [200, 200, 'CANCELED', null])
  assert.match(message, /nada foi cobrado\. Tente com outra Idempotency-Key/)
  assert.equal(resultOf(codeOfStatus(data.status)).mayPayAgain, true)
}

for (const fault of ['error-401', 'error-403']) {
  test(`a sale under ${fault} is 503, then CANCELED, and the next key sells`, async () => {
    const other = await world.openShop()
    const order = { ...orders.CREDIT_CARD, postbackUrl: `${world.receiver.url}/${fault}` }
    await refuseUs(fault)
    const { http, body, headers } = await other.call('POST', path, order, keyed(fault))
    assert.deepEqual([http, body.error?.code], [503, 'provider-unavailable'])
    assert.ok(headers.get('retry-after'))
    const changed = await other.call('POST', path, { ...order, amount: 2_000 }, keyed(fault))
    assert.deepEqual([changed.http, changed.body.error?.code], [422, 'idempotency-key-reused'])
    const repeats = [
      await other.call('POST', path, order, keyed(fault)),
      await other.call('POST', path, order, keyed(fault)),
    ]
    for (const repeat of repeats) assertNotProcessed(repeat)
    assert.equal(repeats[1]?.text, repeats[0]?.text)
    assert.equal(repeats[0]?.headers.get('idempotent-replayed'), 'true')
    assert.deepEqual(await salesOf(other), ['CANCELED'])
    const next = await other.call('POST', path, order, keyed(`${fault}-next`))
    assert.deepEqual([next.http, next.body.data.status], [200, 'PAID'])
    await world.receiver.of(next.body.data.id, 1)
    const reported = world.receiver.all.filter((each) => each.path === `/${fault}`)
    assert.deepEqual(
      reported.map(({ body }) => body.data.status),
      ['PAID'],
    )
  })
}

test('an operator learns once a day that an acquirer refuses our credentials', async () => {
  await refuseUs('error-401')
  await shop.call('POST', path, orders.CREDIT_CARD)
  await refuseUs('error-401')
  await shop.call('POST', path, orders.CREDIT_CARD)
  const cases = await world.app.sql`
    select found
    from reconciliation_cases
    where kind = 'credentials-refused'
      and provider_id = ${world.providers.ids.card}
      and status = 'OPEN'`
  assert.deepEqual([...cases], [{ found: { code: '401' } }])
})

test('a sale by token under a 401 of the acquirer is 503, never a refused card', async () => {
  const tokenized = await fetch(`${world.baseUrl}/api/public/cards/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-public-key': shop.publicKey },
    body: JSON.stringify(orders.CREDIT_CARD.card),
  })
  const { data } = (await tokenized.json()) as { data: { token: string } }
  const order = { ...orders.CREDIT_CARD, card: { token: data.token } }
  await refuseUs('error-401')
  const { http, body } = await shop.call('POST', path, order, keyed('by-token'))
  assert.deepEqual([http, body.error?.code], [503, 'provider-unavailable'])
  assertNotProcessed(await shop.call('POST', path, order, keyed('by-token')))
})

test('a sale by wallet under a 401 is 503, and CANCELED when its token is repeated', async () => {
  const { token } = await shop.control<{ token: object }>('POST', '/device-pay/tokens', {
    amount: 1_990,
  })
  const { customer } = orders.BOLETO
  const order = {
    paymentMethod: 'CREDIT_CARD',
    amount: 1_990,
    customer,
    wallet: { type: 'DEVICE_PAY', token },
  }
  await refuseUs('error-401')
  const { http, body } = await shop.call('POST', path, order)
  assert.deepEqual([http, body.error?.code], [503, 'provider-unavailable'])
  assertNotProcessed(await shop.call('POST', path, order))
  assertNotProcessed(await shop.call('POST', path, order, keyed('by-wallet')))
})
