import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import type { App } from '../../src/app.ts'
import { checkBooks } from '../../src/books-audit/check-books.ts'
import { localDate } from '../../src/brazil/local-time.ts'
import { buildServer } from '../../src/http/server/server.ts'
import { cents } from '../../src/primitives/money.ts'
import type { CardSale } from '../../src/providers/ports/card.ts'
import { moveTo } from '../kit/calendar.ts'
import { postCieloNotice } from '../kit/cielo-notice.ts'
import { openWorld, shortCalls, type World } from '../kit/gateway.ts'
import type { Sale, Shop } from '../kit/shop.ts'

/*
 * Requests that reach the acquirer late: while the gateway queries them, and after it has decided
 * their result.
 */

let world: World
before(async () => {
  world = await openWorld(shortCalls, { readsFiles: true })
})
after(() => world.close())

const customer = { name: 'Ana Teste', document: { number: '11144477735', type: 'CPF' } }
const card = {
  number: '4024007153760011',
  holderName: 'ANA TESTE',
  expirationMonth: 12,
  expirationYear: 2031,
  cvv: '123',
}
const order = { paymentMethod: 'CREDIT_CARD', amount: 30_00, customer, card }

/** A second door of the gateway, whose sales reach the acquirer when `letGo` is called. */
async function openSlowDoor(shop: Shop) {
  const { promise: gone, resolve: letGo } = Promise.withResolvers<void>()
  const sent = Promise.withResolvers<void>()
  const { app } = world
  const slow: App = {
    ...app,
    // Time passes here however long a busy machine needs for it.
    config: { ...app.config, limits: { ...app.config.limits, answerMs: 300_000 } },
    providers: {
      ...app.providers,
      card(id) {
        const acquirer = app.providers.card(id)
        return {
          ...acquirer,
          async sale(sale: CardSale) {
            sent.resolve()
            await gone
            return acquirer.sale(sale, AbortSignal.timeout(10_000))
          },
        }
      },
    },
  }
  const server = buildServer(slow)
  const answer = server
    .inject({
      method: 'POST',
      url: '/api/user/transactions',
      headers: {
        host: 'localhost',
        authorization: `Basic ${Buffer.from(`x:${shop.secretKey}`).toString('base64')}`,
      },
      payload: order,
    })
    .then((response) => ({ http: response.statusCode, data: response.json().data as Sale }))
  await sent.promise
  return { answer, letGo, close: () => server.close() }
}

interface AttemptRow {
  readonly id: string
  readonly transactionId: string
  readonly attemptRef: string
  readonly state: string
  readonly status: string
}

async function attemptOf({ accountId }: Shop): Promise<AttemptRow> {
  const [row] = await world.app.sql<AttemptRow[]>`
    select a.id, a.transaction_id as "transactionId", a.attempt_ref as "attemptRef", a.state,
      t.status
    from attempts a
    join transactions t on t.account_id = a.account_id and t.id = a.transaction_id
    where a.account_id = ${accountId}`
  return row ?? assert.fail('no attempt was recorded')
}

/** Long enough, in business time, for two responses "not found" after the settle window. */
async function askUntilNotFound(shop: Shop): Promise<void> {
  for (const step of ['PT31S', 'PT16S', 'PT16S', 'PT31S']) await shop.advance(step)
}

const endOwnerLease = ({ accountId }: Shop) =>
  world.app.sql`update attempts set owner_lease_ends_at = now() where account_id = ${accountId}`

/** On a busy machine the sender may need longer than its lease. */
const extendOwnerLease = ({ accountId }: Shop) => world.app.sql`
  update attempts
  set owner_lease_ends_at = now() + interval '1 hour'
  where account_id = ${accountId}`

const voids = async (shop: Shop, reference: string) =>
  (await shop.calls({ provider: 'cielo', operation: 'void', reference })).map(
    ({ outcome }) => outcome,
  )

/** The balance of the book for money without an owner. */
async function orphanFunds({ accountId }: Shop): Promise<number> {
  const [row] = await world.app.sql<{ amount: number }[]>`
    select coalesce(
      sum(case when credit_book = 'orphan-funds' then amount else -amount end),
      0
    )::bigint as amount
    from ledger_transfers
    where account_id = ${accountId} and 'orphan-funds' in (debit_book, credit_book)`
  return row?.amount ?? 0
}

test('"not found" is no refusal while the sender may still wait', async (t) => {
  const shop = await world.openShop()
  const door = await openSlowDoor(shop)
  t.after(door.close)
  await extendOwnerLease(shop)
  await askUntilNotFound(shop)
  const queries = await shop.calls({ provider: 'cielo', operation: 'query-order' })
  assert.ok(queries.length >= 2, 'the acquirer was queried, and did not find it')
  assert.deepEqual(
    [(await attemptOf(shop)).state, (await attemptOf(shop)).status],
    ['sending', 'WAITING_PAYMENT'],
  )
  door.letGo()
  const { http, data } = await door.answer
  assert.deepEqual([http, data.status], [200, 'PAID'])
  assert.equal((await shop.find(data.id)).status, 'PAID')
})

test('a sale that reaches the acquirer after REFUSED is voided', async (t) => {
  const shop = await world.openShop()
  const door = await openSlowDoor(shop)
  t.after(door.close)
  await endOwnerLease(shop)
  await askUntilNotFound(shop)
  assert.equal((await attemptOf(shop)).status, 'REFUSED')
  door.letGo()
  const { http, data } = await door.answer
  assert.deepEqual([http, data.status], [200, 'REFUSED'])
  const { state, attemptRef } = await attemptOf(shop)
  assert.equal(state, 'voided')
  assert.deepEqual(await voids(shop, attemptRef), ['not-found', 'voided'])
  assert.equal(await orphanFunds(shop), 0)
  assert.deepEqual(await checkBooks(world.app), [])
})

interface Failure {
  readonly operation: 'void' | 'query-order' | 'callback'
  readonly fault: string
  readonly times: number
}

/** A shop whose sale is approved after its final refusal, while calls about it fail. */
async function approvedLate(t: TestContext, ...failures: readonly Failure[]): Promise<Shop> {
  const shop = await world.openShop()
  const door = await openSlowDoor(shop)
  t.after(door.close)
  await endOwnerLease(shop)
  await askUntilNotFound(shop)
  for (const failure of failures)
    await shop.control('POST', '/faults', { provider: 'cielo', ...failure })
  door.letGo()
  assert.equal((await door.answer).data.status, 'REFUSED')
  return shop
}

test('a late approval without a confirmed void is a case on orphan-funds', async (t) => {
  const shop = await approvedLate(t, { operation: 'void', fault: 'error-500', times: 5 })
  const { transactionId } = await attemptOf(shop)
  const cases = await world.app.sql`
    select id
    from reconciliation_cases
    where kind = 'sale-approved-late' and object_id = ${transactionId} and status = 'OPEN'`
  assert.equal(cases.length, 1)
  assert.equal(await orphanFunds(shop), 30_00)
  assert.deepEqual(await checkBooks(world.app), [])
  await fetch(`${world.sandbox.controlUrl}/faults`, { method: 'DELETE' })
})

test('a late approval whose void is seen by a later query leaves orphan-funds', async (t) => {
  const shop = await approvedLate(
    t,
    { operation: 'void', fault: 'done-then-500', times: 1 },
    // Neither the notice of the void nor a query has a result until the faults end.
    { operation: 'callback', fault: 'callback-lost', times: 1 },
    { operation: 'query-order', fault: 'error-500', times: 1_000 },
  )
  assert.deepEqual([(await attemptOf(shop)).state, await orphanFunds(shop)], ['unknown', 30_00])
  await shop.control('DELETE', '/faults')
  await shop.advance('PT2H')
  assert.deepEqual([(await attemptOf(shop)).state, await orphanFunds(shop)], ['voided', 0])
  const { transactionId } = await attemptOf(shop)
  const events = await world.app.sql<{ type: string }[]>`
    select type from events where object_id = ${transactionId} order by version desc limit 1`
  assert.deepEqual(events, [{ type: 'transaction.late_approval_voided' }])
  assert.deepEqual(await checkBooks(world.app), [])
})

/**
 * A payment refused because the acquirer did not find it, and the sale there all the same, made
 * afterwards.
 */
async function refusedAndCharged(shop: Shop): Promise<string> {
  await shop.control('POST', '/faults', {
    provider: 'cielo',
    operation: 'sale',
    fault: 'timeout-before',
    times: 1,
  })
  const sale = await shop.sell(order)
  await askUntilNotFound(shop)
  assert.equal((await shop.find(sale.id)).status, 'REFUSED')
  const { attemptRef } = await attemptOf(shop)
  const charged = await world.app.providers.card(world.providers.ids.card).sale(
    {
      attemptRef,
      amount: cents(30_00),
      installments: 1,
      capture: true,
      customer: { name: 'Ana Teste', document: '11144477735' },
      source: { kind: 'card', card },
    },
    AbortSignal.timeout(10_000),
  )
  return charged.kind === 'approved' ? charged.reference : assert.fail(charged.kind)
}

test('a notice of a sale that was refused has it voided', async () => {
  const shop = await world.openShop()
  const reference = await refusedAndCharged(shop)
  await postCieloNotice(world, { PaymentId: reference, ChangeType: 1 })
  assert.deepEqual(
    [(await attemptOf(shop)).state, (await attemptOf(shop)).status],
    ['voided', 'REFUSED'],
  )
  assert.deepEqual(await voids(shop, (await attemptOf(shop)).attemptRef), ['not-found', 'voided'])
})

test('a daily file with a sale that was refused opens a case, and the sale is voided', async () => {
  const shop = await world.openShop()
  await moveTo(world, `${localDate(world.app.clock.now()).add({ days: 1 })}T12:00`)
  await refusedAndCharged(shop)
  await moveTo(world, `${localDate(world.app.clock.now()).add({ days: 1 })}T12:00`)
  await shop.advance('PT1H')
  const { state, status, attemptRef, transactionId } = await attemptOf(shop)
  assert.deepEqual([state, status], ['voided', 'REFUSED'])
  assert.deepEqual(await voids(shop, attemptRef), ['not-found', 'voided'])
  const cases = await world.app.sql<{ kind: string }[]>`
    select kind
    from reconciliation_cases
    where subject = ${attemptRef} or object_id = ${transactionId}`
  assert.deepEqual(
    cases.map(({ kind }) => kind),
    ['sale-status-differs'],
  )
})
