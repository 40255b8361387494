import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { verifyAudit } from '../../src/audit-log/verify-audit.ts'
import { checkBooks } from '../../src/books-audit/check-books.ts'
import { exportCustomer, pseudonymiseCustomer } from '../../src/customers/pseudonymise-customer.ts'
import { progressOf } from '../../src/overview/totals-store.ts'
import { newId, randomId } from '../../src/primitives/id.ts'
import { byPix, openCounter, sessionsPath } from '../kit/checkout.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import type { Sale, Shop } from '../kit/shop.ts'
import { until } from '../kit/time-limit.ts'

/* The data of one payer: exported, and replaced by a pseudonym everywhere but in the books. */

let world: World
let shop: Shop
before(async () => {
  world = await openWorld()
  shop = await world.openShop()
})
after(() => world.close())

const customer = {
  name: 'Zuleica Quintanilha Prado',
  email: 'zuleica.prado@exemplo.com.br',
  phone: '21998761234',
  document: { number: '529.982.247-25', type: 'CPF' as const },
  address: { street: 'Rua das Acácias Raras', streetNumber: '12', zipCode: '22041001' },
}
const neighbour = {
  name: 'Outra Pessoa',
  email: 'outra@exemplo.com.br',
  document: { number: '111.444.777-35', type: 'CPF' },
}
const personal = [
  'zuleica',
  'quintanilha',
  '529.?982.?247.?25',
  '21.{0,3}99876.?1234',
  'acácias raras',
  // No part of an id or of sealed bytes, which may have these digits by chance.
  '[^0-9a-f]22041001',
  '123e4567-e12b-12d1-a456-426655440000',
]

/** How often the person is found, by table, in every table of the database. */
async function traces(): Promise<Readonly<Record<string, number>>> {
  const { sql } = world.app
  const tables = await sql<{ name: string }[]>`
    select c.oid::regclass::text as name
    from pg_class c join pg_namespace s on s.oid = relnamespace
    where nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
      and relkind in ('r', 'p') and not relispartition`
  const found: Record<string, number> = {}
  for (const { name } of tables) {
    const [row] = await sql.unsafe(
      `select count(*)::int as count from ${name} t where t::text ~* '${personal.join('|')}'`,
    )
    if (Number(row?.count) > 0) found[name] = Number(row?.count)
  }
  return found
}

const payer = { accountId: '', document: '52998224725' }
const sales: Sale[] = []

test('a payment that is not over keeps its payer', async () => {
  payer.accountId = shop.accountId
  const order = {
    customer,
    amount: 19_90,
    metadata: { note: `Ligar para ${customer.name}, 21 99876-1234`, exact: 1.5 },
    shipping: { fee: 100, address: customer.address },
    ip: '203.0.113.9',
    postbackUrl: `${world.receiver.url}/hook`,
  }
  const headers = (key: string) => ({ 'idempotency-key': key })
  sales.push(
    await shop.sell({ ...order, paymentMethod: 'PIX' }, headers('pix')),
    await shop.sell(
      {
        ...order,
        paymentMethod: 'CREDIT_CARD',
        externalRef: 'pedido-52998224725',
        card: {
          number: '4024007153760011',
          holderName: 'ZULEICA Q PRADO',
          expirationMonth: 12,
          expirationYear: 2031,
          cvv: '123',
        },
      },
      headers('card'),
    ),
    // The same address, and no document.
    await shop.sell(
      {
        ...order,
        customer: { name: 'Zuleica Prado', email: 'ZULEICA.PRADO@exemplo.com.br' },
        paymentMethod: 'PIX',
        pix: { expiresInSeconds: 600 },
      },
      headers('expired'),
    ),
    await shop.sell({
      ...order,
      customer: neighbour,
      metadata: null,
      shipping: null,
      paymentMethod: 'PIX',
    }),
  )
  const opened = await openSession()
  assert.equal(opened.http, 201, opened.text)
  session.url = opened.body.data.url
  sales.push(await shop.find((await payAtPage()).id))
  detached.id = await addDetachedMonth(sales[0]?.id ?? '')
  const open = await pseudonymiseCustomer(world.app, payer)
  assert.equal(open.kind, 'in-use')
  assert.equal(open.kind === 'in-use' && open.payments.length, 3)
})

/** A session of the payer, and the form that they send at its page. */
const session = { url: '', attemptId: randomId() }
const openSession = () =>
  shop.call<{ readonly url: string }>(
    'POST',
    sessionsPath,
    { amount: 5_00, customer, items: [{ title: 'Curso', quantity: 1, unitPrice: 5_00 }] },
    { 'idempotency-key': 'session' },
  )
const payAtPage = async () => {
  const { url, attemptId } = session
  return (await openCounter(world.app, shop)).pay(url, byPix, attemptId, customer)
}

/** The id of an event, and of its webhook, in a month that was detached. */
const detached = { id: '' }

/** Adds an event of a payment, its webhook and the try of it to a detached month. */
async function addDetachedMonth(objectId: string): Promise<string> {
  const { sql } = world.app
  const { accountId } = shop
  const at = new Date('2020-02-02T00:00:00Z')
  const id = newId(at.getTime())
  for (const table of ['events', 'deliveries', 'delivery_attempts'])
    await sql.unsafe(`create table detached.${table}_2020_02 (like ${table} including all)`)
  await sql`
    insert into detached.events_2020_02 (account_id, id, object_type, object_id, version, type,
      payload, occurred_at)
    values (${accountId}, ${id}, 'transaction', ${objectId}, 1, 'transaction.created',
      ${JSON.stringify({ data: { customer } })}, ${at})`
  await sql`
    insert into detached.deliveries_2020_02 (account_id, id, event_id, object_id, sequence, url,
      endpoint, state, due_at, created_at)
    values (${accountId}, ${id}, ${id}, ${objectId}, 1, 'https://loja.exemplo/hook',
      'https://loja.exemplo', 'delivered', ${at}, ${at})`
  await sql`
    insert into detached.delivery_attempts_2020_02 (account_id, delivery_id, number, at, status,
      duration_ms, excerpt)
    values (${accountId}, ${id}, 1, ${at}, 200, 5, ${`Obrigado, ${customer.name}!`})`
  return id
}

interface SeenRefund {
  readonly status: string
  readonly pixKey: string | null
  readonly endToEndId: string | null
}
const refundsOf = async (id: string | undefined) =>
  (await shop.find(id ?? '')).refunds as readonly SeenRefund[]

test('a boleto is refunded to two keys of the payer that the order does not have', async () => {
  const boleto = { expiresInDays: 3 }
  const sale = await shop.sell({ customer, amount: 50_00, paymentMethod: 'BOLETO', boleto })
  assert.equal((await shop.pay(sale.boleto?.digitableLine ?? '')).http, 200)
  await shop.webhooks(sale.id, 2)
  for (const [amount, pixKey] of [
    [10_00, '+5521998761234'],
    [15_00, '123e4567-e12b-12d1-a456-426655440000'],
  ]) {
    const path = `/api/user/transactions/${sale.id}/refund`
    const { http, text } = await shop.call('POST', path, { amount, pixKey })
    assert.equal(http, 200, text)
  }
  await until('both refunds have arrived', async () =>
    (await refundsOf(sale.id)).every(({ status }) => status === 'COMPLETED'),
  )
  sales.push(sale)
})

/** The payments of the payer. Another one has the fourth sale. */
const own = () => sales.filter((_, index) => index !== 3)

const untouched = async () => ({
  events: await world.app.sql`
    select id, object_id, version, type, occurred_at, position from events order by id`,
  payments: await world.app.sql`
    select id, version, status, amount, fee, refunded_amount, updated_at
    from transactions order by id`,
  refunds: await world.app.sql`
    select id, version, status, amount, holds, returned_amount, return_id, updated_at,
      payout ->> 'providerId' as bank, payout #>> '{key,type}' as type
    from refunds order by id`,
  transfers: await world.app.sql`select * from ledger_transfers order by account_id, number`,
})

test('an export has every row of the payer, and none of another', async () => {
  for (const sale of [sales[0], sales[3], sales[4]]) await shop.pay(sale?.pix?.qrcode ?? '')
  await shop.advance('PT11M')
  for (const { id } of sales) assert.notEqual((await shop.find(id)).status, 'WAITING_PAYMENT')
  const data = (await exportCustomer(world.app, payer)) ?? {}
  const ids = (table: string) =>
    (data[table] as readonly { readonly id: string }[]).map(({ id }) => id).toSorted()
  assert.deepEqual(
    ids('transactions'),
    own()
      .map(({ id }) => id)
      .toSorted(),
  )
  assert.equal(data.checkout_sessions?.length, 1)
  assert.equal(data.idempotency_keys?.length, 5)
  assert.ok((data.events?.length ?? 0) >= 6 && (data.deliveries?.length ?? 0) >= 5)
  for (const table of ['events', 'deliveries', 'delivery_attempts'])
    assert.ok(JSON.stringify(data[table]).includes(detached.id), `${table} of a detached month`)
  assert.ok(!JSON.stringify(data).includes('Outra Pessoa'))
  assert.equal(await exportCustomer(world.app, { ...payer, document: '86288366757' }), undefined)
})

test('afterwards no table has the payer, and the books, ids and events are as before', async () => {
  // The terms are stored behind the payment. A count that is under way would write them again.
  await until('every payment has its terms', async () => {
    const { behind } = await progressOf(world.app.sql, shop.accountId)
    return behind === 0
  })
  const before = await untouched()
  const had = Object.keys(await traces())
  for (const table of [
    ...['transactions', 'refunds', 'events', 'search_terms', 'idempotency_keys'],
    ...['detached.events_2020_02', 'detached.delivery_attempts_2020_02'],
  ])
    assert.ok(had.includes(table), `${table} had the payer`)
  const refunds = await refundsOf(sales[5]?.id)
  const done = await pseudonymiseCustomer(world.app, payer)
  assert.ok(done.kind === 'done')
  assert.equal(done.payments, 5)
  assert.deepEqual(done.left, {})
  assert.deepEqual(await traces(), {})
  assert.deepEqual(await untouched(), before)
  assert.deepEqual(await checkBooks(world.app), [])
  assert.equal((await verifyAudit(world.app)).problem, null)
  assert.deepEqual(
    await refundsOf(sales[5]?.id),
    refunds.map((refund) => ({ ...refund, pixKey: '***' })),
  )

  const found = await shop.find(sales[0]?.id ?? '')
  assert.deepEqual(found.metadata, { note: 'Ligar para ***, ***', exact: 1.5 })
  assert.deepEqual((found.customer as { readonly name: string }).name, done.pseudonym)
  assert.equal((await shop.find(sales[3]?.id ?? '')).status, 'PAID')
  const search = await shop.call<readonly Sale[]>('GET', '/api/user/transactions?search=zuleica')
  assert.deepEqual(search.body.data, [])
})

test('a page that is sent again shows its payment, and a sealed response is gone', async () => {
  assert.equal((await payAtPage()).id, sales[4]?.id)
  assert.equal((await openSession()).body.error?.code, 'idempotency-key-reused')
})

test('history stays append-only for everyone else', async () => {
  const { sql } = world.app
  await assert.rejects(sql`update events set payload = '{}'`, /append-only/)
  await assert.rejects(
    sql.begin(async (tx) => {
      await tx`select set_config('guiche.pseudonymises', 'on', true)`
      await tx`update events set version = version + 1`
    }),
    /append-only/,
  )
})

test('a payer who is not known is not found', async () => {
  const result = await pseudonymiseCustomer(world.app, { ...payer, document: '52998224725' })
  assert.equal(result.kind, 'not-found')
})
