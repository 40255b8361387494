import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Sandbox, startSandbox } from '../../sandbox/start.ts'
import { seedMerchant, seedProviders } from '../../scripts/seed.ts'
import { buildApp } from '../../src/build-app.ts'
import { readConfig } from '../../src/config.ts'
import { openTestDatabase } from '../kit/database.ts'
import { openReceiver } from '../kit/receiver.ts'
import { reservePort } from '../kit/reserve-port.ts'
import { startServer } from '../kit/served.ts'
import { type Answer, openShop, type Sale } from '../kit/shop.ts'
import { stormRandom, stormRounds } from '../kit/storm-size.ts'
import { untilFound } from '../kit/time-limit.ts'
import { untilConnected } from '../kit/until-connected.ts'

const rounds = stormRounds()

test(`kill -9 during 200 card payments, ${rounds.length} ×: each is charged once`, async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'guiche-kill-'))
  const database = await openTestDatabase()
  const env = {
    GUICHE_HOME: home,
    HOST: '127.0.0.1',
    PORT: String(await reservePort()),
    DATABASE_URL: database.url,
    LOG_LEVEL: 'silent',
    GUICHE_ACQUIRER_CALL_MS: '1500',
    RATE_SECRET_KEY_FACTOR: '100',
  }
  const config = readConfig(env)
  const baseUrl = `http://127.0.0.1:${config.port}`
  const gateway = { url: () => baseUrl, adminToken: () => config.secrets.adminToken }
  const sandbox: Sandbox = await startSandbox({ home, host: '127.0.0.1', gateway })
  const receiver = await openReceiver()
  let { child } = await startServer({ env })
  const app = await untilConnected(() =>
    buildApp({ config, databaseUrl: database.url, baseUrl, works: false }),
  )
  t.after(async () => {
    child.kill('SIGKILL')
    await sandbox.stop()
    await app.close()
    await receiver.close()
    await database.close()
    await rm(home, { recursive: true, force: true })
  })
  const { ids, noticeUrls } = await seedProviders(app, sandbox.credentials)
  sandbox.setGateway({ url: baseUrl, adminToken: config.secrets.adminToken, noticeUrls })
  const merchant = await seedMerchant(app, { ids })
  const shop = openShop({ baseUrl, sandboxUrl: sandbox.controlUrl, receiver, merchant })

  // 200 payments of every kind by 50 clients. The gateway dies when some have a response, some are
  // sent and some have not begun.
  const random = stormRandom()
  for (const round of rounds) {
    const killAt = 20 + Math.trunc(random() * 80)
    let answered = 0
    const left = orders(round)
    const pay = (order: ReturnType<typeof orders>[number]) =>
      shop
        .call('POST', '/api/user/transactions', order, { 'idempotency-key': order.externalRef })
        .then(() => {
          answered += 1
          if (answered === killAt) child.kill('SIGKILL')
        })
        .catch(() => undefined)
    const client = async () => {
      for (let next = left.shift(); next; next = left.shift()) await pay(next)
    }
    await Promise.all(Array.from({ length: 50 }, client))
    assert.ok(answered < 200, 'the process was killed in the middle')
    child = (await startServer({ env })).child
    // The leases of the dead process are over: half a minute by the database's own clock.
    await app.sql`update attempts set owner_lease_ends_at = now()`
    // Nor does a move of the clock wait for the claims of its worker.
    await app.sql`delete from clock_processes`
    for (const step of ['PT35S', 'PT15S', 'PT15S', 'PT15S', 'PT61S', 'PT60S', 'PT120S'])
      await shop.advance(step)
  }

  const rows = await app.sql<
    { id: string; status: string; version: number; ref: string; amount: number }[]
  >`
    select t.id, t.status, t.version, a.attempt_ref as ref, t.amount
    from transactions t join attempts a on a.account_id = t.account_id and a.transaction_id = t.id`
  const sales = await shop.calls({ provider: 'cielo', operation: 'sale' })
  const known = new Set(rows.map(({ ref }) => ref))
  for (const { reference } of sales)
    assert.ok(known.has(reference ?? ''), 'nothing reached the acquirer that we had not committed')
  for (const { ref, status, amount } of rows) {
    const made = sales.filter(({ reference }) => reference === ref)
    assert.ok(made.length <= 1, 'never a second charge')
    assert.equal(
      status,
      expected(made[0]?.outcome, amount),
      `${ref}: the acquirer has ${made[0]?.outcome ?? 'nothing'}`,
    )
  }

  const [events] = await app.sql<{ count: number; distinct: number }[]>`
    select count(*), count(distinct (object_id, version)) as distinct
    from events
    where object_type = 'transaction'`
  assert.equal(
    events?.count,
    rows.reduce((sum, { version }) => sum + version, 0),
    'one event per change',
  )
  assert.equal(events?.distinct, events?.count)

  const [ledger] = await app.sql<{ owed: number; fees: number; clearing: number }[]>`
    select
      (
        coalesce(sum(amount) filter (where credit_book = 'pending'), 0)
        - coalesce(sum(amount) filter (where debit_book = 'pending'), 0)
      )::bigint as owed,
      coalesce(sum(amount) filter (where credit_book = 'fees'), 0)::bigint as fees,
      coalesce(sum(amount) filter (where debit_book = 'clearing:card'), 0)::bigint as clearing
    from ledger_transfers`
  const paid = rows
    .filter(({ status }) => status === 'PAID')
    .reduce((sum, { amount }) => sum + amount, 0)
  assert.equal(ledger?.clearing, paid, 'what is cleared is what was paid')
  assert.equal(
    (ledger?.owed ?? 0) + (ledger?.fees ?? 0),
    paid,
    'and it sums to zero against fees and balances',
  )
  const [balances] = await app.sql<{ owed: number }[]>`
    select coalesce(sum(pending), 0)::bigint as owed from balances`
  assert.equal(balances?.owed, ledger?.owed)

  // A repeat with the same key, after the dead owner's lease expires, returns the current payment
  // and charges nothing. 200 at once can be too many for a busy machine: a 503 is repeated, as a
  // merchant does.
  await app.sql`update idempotency_keys set lease_ends_at = now()`
  const repeats: Answer<Sale>[] = []
  for (const round of rounds) {
    const repeated = orders(round).map((order) =>
      untilFound(
        'the repeat is no longer refused',
        () =>
          shop.call('POST', '/api/user/transactions', order, {
            'idempotency-key': order.externalRef,
          }),
        ({ http }) => http !== 503,
      ),
    )
    repeats.push(...(await Promise.all(repeated)))
  }
  assert.ok(
    repeats.every(({ http }) => http === 200),
    `${repeats.map(({ http }) => http)}`,
  )
  const begun = new Set(rows.map(({ id }) => id))
  const fresh = await app.sql<{ ref: string; status: string }[]>`
    select a.attempt_ref as ref, t.status
    from transactions t join attempts a on a.account_id = t.account_id and a.transaction_id = t.id
    where t.id <> all (${[...begun]}::uuid[])`
  const isFresh = new Set(fresh.map(({ ref }) => ref))
  // A busy machine may not reach the acquirer in time, so some may wait for it.
  const made = (await shop.calls({ provider: 'cielo', operation: 'sale' })).slice(sales.length)
  assert.ok(made.length > 0)
  assert.equal(new Set(made.map(({ reference }) => reference)).size, made.length)
  for (const { reference } of made)
    assert.ok(isFresh.has(reference ?? ''), 'only payments that never began are made now')
  const isMade = new Set(made.map(({ reference }) => reference))
  for (const { ref, status } of fresh)
    assert.ok(isMade.has(ref) || status !== 'PAID', `${ref} is paid at the acquirer too`)
  const [stored] = await app.sql<{ payments: number; keys: number }[]>`
    select count(*) as payments, count(distinct external_ref) as keys from transactions
    where external_ref like 'pedido-%'`
  const count = rounds.length * 200
  assert.deepEqual(
    stored,
    { payments: count, keys: count },
    'one payment for each key, also where the process was killed in between',
  )
})

const customer = { name: 'Ana Teste', document: { number: '11144477735', type: 'CPF' } }
const cents = [0, 0, 0, 12, 13, 20, 21, 22, 0, 0]
const order = (round: number, index: number) => ({
  paymentMethod: 'CREDIT_CARD',
  externalRef: `pedido-${round}-${index}`,
  amount: 10_000 + index * 100 + (cents[index % cents.length] ?? 0),
  customer,
  card: {
    number: index % 9 === 8 ? '4024007153760052' : '4024007153760011',
    holderName: 'ANA TESTE',
    expirationMonth: 12,
    expirationYear: 2031,
    cvv: '123',
  },
})

const orders = (round: number) => Array.from({ length: 200 }, (_, index) => order(round, index))

/** What a payment must be, by what the acquirer did. */
function expected(outcome: string | undefined, amount: number): string {
  if (outcome === 'approved') return 'PAID'
  if (outcome === 'analysing') return amount % 100 === 12 ? 'PAID' : 'REFUSED'
  return 'REFUSED' // Refused, swallowed, or never received.
}
