import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { eventTypes, internalEventTypes } from '../../contract/events.ts'
import { readConfig } from '../../src/config.ts'
import { openMetricsPage } from '../../src/http/metrics/metrics-page.ts'
import { openStoredReader } from '../../src/http/metrics/stored-numbers.ts'
import { newId } from '../../src/primitives/id.ts'
import { jobs } from '../../src/worker/jobs.ts'
import { storedNumbers } from '../../src/worker/stored-numbers-store.ts'
import { askCashout, earn } from '../kit/cashout.ts'
import { openTestDatabase } from '../kit/database.ts'
import { openDatabaseProxy } from '../kit/database-proxy.ts'
import { paidPix, soldByCard } from '../kit/dispute.ts'
import { openWorld, shortCalls, type World } from '../kit/gateway.ts'
import { type Scraped, scrape } from '../kit/metrics.ts'
import { openSecondServer } from '../kit/second-server.ts'
import { served } from '../kit/served.ts'
import { until, untilFound } from '../kit/time-limit.ts'

/* What an operator's Prometheus reads. */

let world: World
before(async () => {
  world = await openWorld(shortCalls)
})
after(() => world.close())

/** How much a counter grew while `work` ran. */
async function growth(work: () => Promise<unknown>) {
  const before = await scrape(world.baseUrl)
  await work()
  const now = await scrape(world.baseUrl)
  return (...of: Parameters<Scraped['sum']>) => (now.sum(...of) ?? 0) - (before.sum(...of) ?? 0)
}

test('docs/operating/metrics.md names every metric, and the labels of each', async () => {
  const page = openMetricsPage(world.app, { hasApi: true })
  const own = [...page.families()].filter(([name]) => name.startsWith('guiche_'))
  const text = await readFile(join(import.meta.dirname, '../../docs/operating/metrics.md'), 'utf8')
  const rows = new Map(
    [...text.matchAll(/^\| `(guiche_\w+)` \| [^|]+ \| ([^|]+) \|/gm)].map(
      ([, name = '', labels = '']) => [name, labels] as const,
    ),
  )
  assert.deepEqual([...rows.keys()].sort(), own.map(([name]) => name).sort())
  for (const [name, labels] of own) {
    const row = rows.get(name) ?? ''
    // `guiche_payments_cents_total` refers to the row before it.
    if (!row.startsWith('the same'))
      assert.deepEqual(
        [...row.matchAll(/`(\w+)`/g)].map(([, label]) => label),
        labels,
        name,
      )
  }
  const types = Object.keys({ ...eventTypes, ...internalEventTypes })
  assert.match(rows.get('guiche_events_total') ?? '', new RegExp(`\\(${types.length}\\)`))
  for (const name of ['duration_seconds', 'items_total', 'failures_total'])
    assert.match(rows.get(`guiche_job_${name}`) ?? '', new RegExp(`\\(${jobs.length}\\)`))
})

test('the payments of a provider begin at 0 before its first one', async () => {
  const { sum } = await scrape(world.baseUrl)
  for (const outcome of ['approved', 'refused', 'not-processed'])
    assert.equal(sum('guiche_payments_total', { kind: 'inter', method: 'BOLETO', outcome }), 0)
  assert.equal(sum('guiche_payments_total', { kind: 'inter', method: 'PIX' }), undefined)
})

test('payments are counted by acquirer, outcome and class of refusal', async () => {
  const shop = await world.openShop()
  const { card, pix } = world.providers.ids
  const grown = await growth(async () => {
    await soldByCard(shop, 100_00)
    await soldByCard(shop, 50_00)
    await shop.sell({
      paymentMethod: 'CREDIT_CARD',
      amount: 30_00,
      customer: { name: 'Ana', document: { number: '52998224725', type: 'CPF' } },
      card: {
        number: '4024007153760011',
        holderName: 'ABECS CINCO UM',
        expirationMonth: 12,
        expirationYear: 2031,
        cvv: '123',
      },
    })
    await paidPix(shop, 20_00)
  })
  const cards = { provider: card, kind: 'cielo', method: 'CREDIT_CARD' }
  assert.equal(grown('guiche_payments_total', { ...cards, outcome: 'created' }), 3)
  assert.equal(grown('guiche_payments_total', { ...cards, outcome: 'approved' }), 2)
  assert.equal(
    grown('guiche_payments_total', { ...cards, outcome: 'refused', refusal: 'funds' }),
    1,
  )
  assert.equal(grown('guiche_payments_cents_total', { ...cards, outcome: 'approved' }), 150_00)
  const charges = { provider: pix, kind: 'api-pix', method: 'PIX', outcome: 'approved' }
  assert.equal(grown('guiche_payments_total', charges), 1)
  assert.equal(grown('guiche_payments_cents_total', charges), 20_00)
  const sales = { kind: 'cielo', operation: 'sale', outcome: 'answered' }
  assert.equal(grown('guiche_provider_call_duration_seconds_count', sales), 3)
  assert.ok(grown('guiche_journal_batch_changes_count') > 0)
  assert.ok(grown('guiche_journal_commit_duration_seconds_count', { outcome: 'committed' }) >= 6)
  assert.ok(grown('guiche_webhook_attempt_duration_seconds_count', { outcome: 'delivered' }) >= 2)
  assert.equal(
    grown('guiche_webhook_delay_seconds_count'),
    grown('guiche_webhook_attempt_duration_seconds_count'),
  )
})

test('a sale without an answer is unknown, and in doubt until its provider answers', async () => {
  const shop = await world.openShop()
  const grown = await growth(() => soldByCard(shop, 10_21)) // Not done, without a response.
  assert.equal(grown('guiche_payments_total', { kind: 'cielo', outcome: 'unknown' }), 1)
  const failed = { kind: 'cielo', operation: 'sale', outcome: 'failed' }
  assert.equal(grown('guiche_provider_call_duration_seconds_count', failed), 1)
  const { doubt } = await storedNumbers(world.app)
  assert.ok(doubt.sale.count >= 1)
  assert.ok((doubt.sale.seconds ?? 0) > 0)
})

test('the money of merchants and open cashouts are in cents', async () => {
  const before = await storedNumbers(world.app)
  const shop = await world.openShop()
  await earn(shop, 100_00)
  await world.app.worker?.stop() // The cashout stays where it is.
  await askCashout(shop, { amount: 30_00 })
  const { money, cashouts } = await storedNumbers(world.app)
  assert.equal(cashouts.pending.count - before.cashouts.pending.count, 1)
  assert.equal(cashouts.pending.amount - before.cashouts.pending.amount, 30_00)
  const added = (['pending', 'available', 'blocked'] as const).reduce(
    (sum, book) => sum + money[book] - before.money[book],
    0,
  )
  assert.equal(added, 100_00)
  assert.ok(money.blocked - before.money.blocked >= 30_00)
})

test('due work that a rule holds back is not counted as waiting', async () => {
  const { sql } = world.app
  const shop = await world.openShop()
  await earn(shop, 50_00)
  const { body } = await askCashout(shop, { amount: 20_00 })
  await sql`
    update cashouts set check_at = now() - interval '7 minutes' where id = ${body.data.id}`
  const late = (await storedNumbers(world.app)).work.cashouts
  assert.ok(late.due >= 1)
  assert.ok(Math.abs((late.seconds ?? 0) - 420) < 30)
  await sql`insert into cashout_stops (reason, breaches) values ('a drill', '[]')`
  const held = await storedNumbers(world.app)
  assert.equal(held.isCashoutStopped, true)
  assert.deepEqual(held.work.cashouts, { due: 0, seconds: null })
  await sql`
    update cashout_stops set resumed_at = now(), resumed_by = 'Ana', note = 'the drill is over'`
})

test('webhooks wait for a worker, except at an address where every attempt fails', async () => {
  const { sql, deliveries } = world.app
  // Its poll would take what is planted here.
  await deliveries.runUntilIdle()
  await deliveries.stop()
  const { accountId } = await world.openShop()
  const wait = (endpoint: string, minutes: number) => sql`
    insert into deliveries (account_id, id, event_id, object_id, sequence, url, endpoint, state,
      due_at, created_at, lease_ends_at)
    select ${accountId}, ${newId(Date.now())}, id, object_id, version, ${`${endpoint}/hook`},
      ${endpoint}, 'waiting', now() - ${minutes} * interval '1 minute', now(),
      now() - interval '1 second'
    from events limit 1`
  const { work } = await storedNumbers(world.app)
  assert.equal(work.deliveries.seconds, null, 'nothing waits yet')
  await wait('https://quebrada.exemplo.com.br:443', 600)
  await wait('https://loja.exemplo.com.br:443', 9)
  await sql`
    insert into failing_webhook_addresses (account_id, endpoint, id, since)
    values (${accountId}, 'https://quebrada.exemplo.com.br:443', ${newId(Date.now())},
      now() - interval '10 hours')`
  const now = await storedNumbers(world.app)
  assert.equal(now.work.deliveries.due, 1)
  assert.ok(Math.abs((now.work.deliveries.seconds ?? 0) - 540) < 30)
  assert.equal(now.failingAddresses, 1)
})

test('for how long instructions wait for a folder is known of each provider', async () => {
  const { sql } = world.app
  const { boleto: provider } = world.providers.ids
  const waits = async () =>
    (await scrape(world.baseUrl)).sum('guiche_remittance_oldest_seconds', { provider })
  assert.equal(await waits(), undefined, 'nothing waits')
  await sql`
    insert into remittance_files (provider_id, agreement, sequence, made_at, due_at)
    values (${provider}, 'a drill', 1, now() - interval '2 hours', now() + interval '1 hour')`
  // A busy machine shows the reading before, once the database needs more than two seconds.
  await until('it waits for two hours', async () => Math.abs(((await waits()) ?? 0) - 7_200) < 30)
  await sql`update remittance_files set published_at = now() where provider_id = ${provider}`
  await until('nothing waits', async () => (await waits()) === undefined)
})

test('the database is read once for all metrics and scrapes of some seconds', async () => {
  const { sql } = world.app
  const reader = openStoredReader(world.app, { everyMs: 60_000, limitMs: 60_000 })
  await Promise.all([reader.refresh(), reader.refresh()])
  const { openCases } = reader.last()?.numbers ?? assert.fail('the database was read')
  const [provider] = world.app.providers.ids()
  await sql`
    insert into reconciliation_cases (id, provider_id, kind, subject, opened_at)
    values (${newId(Date.now())}, ${provider}, 'file-late', 'a drill', now())`
  await reader.refresh()
  assert.equal(reader.last()?.numbers.openCases, openCases)
  const fresh = openStoredReader(world.app, { everyMs: 0, limitMs: 60_000 })
  await fresh.refresh()
  assert.equal(fresh.last()?.numbers.openCases, openCases + 1)
})

test('a full gateway refuses requests and still shows its metrics', async (t) => {
  const server = await openSecondServer(world, { requestsInFlight: 1 })
  t.after(() => server.close())
  const { secretKey } = await world.openShop()
  const headers = { authorization: `Basic ${Buffer.from(`x:${secretKey}`).toString('base64')}` }
  const events = `${server.baseUrl}/api/user/events?after=now`
  const waiting: Promise<Response>[] = []
  await until('the one place is taken', async () => {
    waiting.push(fetch(`${events}&wait=2`, { headers }))
    return (await fetch(events, { headers })).status === 503
  })
  assert.ok((await scrape(server.baseUrl)).sum('guiche_http_requests_refused_total'))
  const answers = await Promise.all(waiting)
  assert.ok(answers.some(({ status }) => status === 200))
})

test('a worker alone has metrics and health on a port of its own', async (t) => {
  const database = await openTestDatabase()
  const proxy = await openDatabaseProxy(database.url)
  const config = readConfig({
    GUICHE_HOME: world.home,
    DATABASE_URL: proxy.url,
    GUICHE_STATUS_PORT: '0',
    LOG_LEVEL: 'silent',
  })
  const gateway = await served(config, ['worker'])
  t.after(async () => {
    await gateway.stop()
    await proxy.close()
    await database.close()
  })
  const url = `http://127.0.0.1:${gateway.statusPort}`
  const status = async (path: string) => (await fetch(`${url}${path}`)).status
  assert.deepEqual(
    [await status('/health/live'), await status('/health/ready'), await status('/api/user/keys')],
    [200, 200, 404],
  )
  const healthy = await untilFound(
    'the worker has finished a turn and checked the books',
    () => scrape(url),
    ({ sum }) =>
      Boolean(
        sum('guiche_worker_turn_timestamp_seconds') && sum('guiche_ledger_sample_age_seconds'),
      ) && sum('guiche_not_ready') === 0,
  )
  assert.equal(healthy.sum('guiche_role', { role: 'worker' }), 1)
  assert.equal(healthy.sum('guiche_role', { role: 'api' }), undefined)
  assert.equal(healthy.sum('guiche_not_ready'), 0)

  proxy.refuse(true)
  proxy.cut()
  const page = openMetricsPage(gateway.app, { hasApi: false })
  const text = await page.render()
  assert.match(text, /guiche_not_ready\{code="database-silent"\} 1/)
  assert.doesNotMatch(text, /guiche_money_cents\{/)
  const kept = await scrape(url)
  assert.equal(kept.sum('guiche_money_cents', { book: 'available' }), 0)
  assert.ok(
    (kept.sum('guiche_ledger_sample_age_seconds') ?? 0) >
      (healthy.sum('guiche_ledger_sample_age_seconds') ?? 0),
  )
  proxy.refuse(false)
})
