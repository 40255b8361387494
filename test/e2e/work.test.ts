import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { mostCounted, mostSearched } from '../../src/db/queue-load.ts'
import { mailQueue } from '../../src/mail/mail-store.ts'
import { newId } from '../../src/primitives/id.ts'
import { deliveryLoad } from '../../src/webhooks/delivery-store.ts'
import { askCashout, earn } from '../kit/cashout.ts'
import { soldByCard } from '../kit/dispute.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { readingOf } from '../kit/rows-read.ts'
import { until } from '../kit/time-limit.ts'

/* What an operator sees of queues, and of work that does not succeed. */

let world: World
before(async () => {
  world = await openWorld()
  // Due work stays due.
  await world.app.worker?.stop()
})
after(() => world.close())

interface Reply {
  readonly http: number
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect.
  readonly data: any
  readonly pagination: { readonly nextCursor: string | null }
  readonly error: { readonly code: string } | null
}

async function admin(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Reply> {
  const response = await fetch(`${world.baseUrl}/api/admin${path}`, {
    headers: { authorization: `Bearer ${world.adminToken}`, ...headers },
  })
  return { http: response.status, ...((await response.json()) as Omit<Reply, 'http'>) }
}

const queue = async (kind: string) =>
  (await admin('/work')).data.find((each: { kind: string }) => each.kind === kind)

test('a queue shows what is due, since when, and what is next', async () => {
  const { sql } = world.app
  const shop = await world.openShop()
  const sale = await shop.sell({ paymentMethod: 'PIX', amount: 10_00 })
  const charges = await queue('charges')
  assert.deepEqual(charges.due, { count: 0, isMore: false })
  assert.deepEqual([charges.oldestDueAt, charges.oldest], [null, null])
  assert.ok(Date.parse(charges.nextDueAt) > Date.now())
  await sql`update transactions set check_at = now() - interval '7 minutes'
    where check_at is not null`
  const late = await queue('charges')
  assert.equal(late.due.count, 1)
  assert.ok(Math.abs(Date.now() - Date.parse(late.oldestDueAt) - 7 * 60_000) < 20_000)
  assert.equal(late.nextDueAt, null)
  assert.equal(late.inHand, null)
  const { accountId } = shop
  assert.deepEqual(late.oldest, {
    ...{ accountId, id: sale.id, transactionId: sale.id, providerId: null },
  })
})

test('deliveries are in hand while their lease lasts', async () => {
  const { sql } = world.app
  await until('no delivery of another test is due or in hand', async () => {
    const rows = await sql`
      select 1 from deliveries
      where state = 'waiting' and (due_at <= now() or lease_ends_at > now())`
    return rows.length === 0
  })
  const before = await deliveryLoad(world.app)
  const shop = await world.openShop()
  const sale = await shop.sell({ paymentMethod: 'PIX', amount: 10_00 })
  await until('the delivery is recorded', async () => {
    const rows = await sql`
      select 1 from deliveries where object_id = ${sale.id} and state = 'delivered'`
    return rows.length === 1
  })
  await sql`update deliveries set state = 'waiting', due_at = now() - interval '1 minute',
    lease_ends_at = now() + interval '1 minute' where object_id = ${sale.id}`
  const leased = await deliveryLoad(world.app)
  assert.deepEqual([leased.due, leased.inHand], [before.due, (before.inHand ?? 0) + 1])
})

test('stuck work is listed with what to do, oldest turn first, page by page', async () => {
  const { sql } = world.app
  const shop = await world.openShop()
  await earn(shop, 50_00)
  const cashout = (await askCashout(shop, { amount: 3_00 })).body.data
  await soldByCard(shop, 20_00)
  assert.deepEqual((await admin('/work/stuck')).data, [])
  await sql`
    update cashouts
    set status = 'PROCESSING', version = version + 1, sent_at = now() - interval '31 minutes',
      check_at = '2026-11-01T00:00:00.123456Z', queries = 9
    where id = ${cashout.id}`
  await sql`update attempts set state = 'unknown', sent_at = now() - interval '16 minutes',
    due_at = '2026-11-01T00:00:00.123455Z' where account_id = ${shop.accountId}`
  const mailId = newId(Date.now())
  await sql`
    insert into mails (account_id, id, template, language, sealed, attempts, due_at, useful_to,
      created_at, last_error)
    values (${shop.accountId}, ${mailId}, 'invitation', 'pt', 'x', 6,
      '2026-11-02', '2030-01-01', now(), 'mailbox full')`
  await sql`
    insert into failing_webhook_addresses (account_id, id, endpoint, since)
    values (${shop.accountId}, ${newId(Date.now())}, 'https://loja.exemplo', '2026-11-03')`
  const all = (await admin('/work/stuck')).data
  assert.deepEqual(
    all.map(({ kind }: { kind: string }) => kind),
    ['attempts', 'cashouts', 'mails', 'webhook-addresses'],
  )
  const [attempt, sent, mail, address] = all
  assert.equal(attempt.amount, 20_00)
  assert.ok(attempt.transactionId && attempt.providerId && attempt.reference)
  assert.match(attempt.advice, /adquirente/)
  assert.deepEqual(
    [sent.id, sent.attempts, sent.amount, sent.reference],
    [cashout.id, 9, 3_00, cashout.id.replaceAll('-', '')],
  )
  assert.deepEqual(
    [mail.id, mail.lastError, mail.accountId],
    [mailId, 'mailbox full', shop.accountId],
  )
  assert.equal(address.reference, 'https://loja.exemplo')
  const english = await admin('/work/stuck?kind=attempts', { 'accept-language': 'en' })
  assert.match(english.data[0].advice, /acquirer/)
  assert.equal(english.data.length, 1)

  // Two of them are less than a millisecond apart.
  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Reply = await admin(`/work/stuck?limit=1&cursor=${cursor}`)
    seen.push(...page.data.map(({ id }: { id: string }) => id))
    cursor = page.pagination.nextCursor
  }
  assert.deepEqual(
    seen,
    all.map(({ id }: { id: string }) => id),
  )
  assert.equal((await admin('/work/stuck?kind=sales')).error?.code, 'validation-failed')
  assert.equal((await admin('/work/stuck?cursor=MQ')).error?.code, 'validation-failed')
})

test('two removals of one domain are on two pages', async () => {
  const { sql } = world.app
  const shop = await world.openShop()
  const { card, pix } = world.providers.ids
  await sql`
    insert into domain_removals (account_id, domain_id, provider_id, hostname, removed_at, due_at)
    select ${shop.accountId}, ${newId(Date.now())}, provider_id, 'loja.exemplo', '2026-10-01',
      '2026-10-02'
    from unnest(${[card, pix]}::uuid[]) as p (provider_id)`
  const first = await admin('/work/stuck?kind=domain-removals&limit=1')
  const second = await admin(
    `/work/stuck?kind=domain-removals&limit=1&cursor=${first.pagination.nextCursor}`,
  )
  assert.deepEqual(
    new Set([...first.data, ...second.data].map((each) => each.providerId)),
    new Set([card, pix]),
  )
  assert.equal(second.pagination.nextCursor, null)
})

test('many rows cost no more than the counts show, and the search is limited', async () => {
  const { sql, clock } = world.app
  await sql.begin(
    async (tx) => {
      await tx`
        insert into mails (account_id, id, template, language, sealed, due_at, useful_to,
          created_at)
        select gen_random_uuid(), gen_random_uuid(), 'invitation', 'pt', 'x',
          timestamptz '2026-01-01' + n * interval '1 second', '2030-01-01', now()
        from generate_series(1, 30000) as n`
      await tx`analyze mails`
    },
    { statementMs: 0 },
  )
  const load = await readingOf(sql, (explained) => mailQueue.load({ sql: explained, clock }))
  assert.equal(load.result.due, mostCounted)
  assert.ok(load.reading.rows <= 2 * mostCounted + 10, `${load.reading.rows} rows`)
  assert.equal((await queue('mails')).due.isMore, true)
  const stuck = await readingOf(sql, (explained) =>
    mailQueue.stuck(explained, { now: clock.now(), limit: 21 }),
  )
  assert.ok(stuck.reading.rows <= mostSearched + 100, `${stuck.reading.rows} rows`)
  assert.deepEqual(stuck.result.items, [])

  // The only stuck mail is behind those that a page searches.
  const [{ id } = { id: '' }] = await sql<{ id: string }[]>`
    update mails set attempts = 6 where due_at = timestamptz '2026-01-01' + interval '25000 seconds'
    returning id`
  const seen: string[] = []
  let pages = 0
  for (let cursor: string | null = ''; cursor !== null; pages += 1) {
    const page: Reply = await admin(`/work/stuck?kind=mails&cursor=${cursor}`)
    seen.push(...page.data.map((each: { id: string }) => each.id))
    cursor = page.pagination.nextCursor
  }
  assert.ok(seen.includes(id))
  assert.equal(pages, 4)
})
