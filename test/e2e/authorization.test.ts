import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import type { App } from '../../src/app.ts'
import { checkBooks } from '../../src/books-audit/check-books.ts'
import { cents } from '../../src/primitives/money.ts'
import { Rejection } from '../../src/primitives/rejection.ts'
import type { CardAcquirer } from '../../src/providers/ports/card.ts'
import { cancelTransaction } from '../../src/transactions/cancel-transaction.ts'
import { attemptOf, queryAttemptsNow } from '../../src/transactions/card/attempt-store.ts'
import { captureTransaction } from '../../src/transactions/card/capture-transaction.ts'
import { resolveAttempt } from '../../src/transactions/card/reconcile-attempt.ts'
import { recordPayment } from '../../src/transactions/charge/record-charge.ts'
import { nextVersion, type Transaction } from '../../src/transactions/transaction.ts'
import { updateChange } from '../../src/transactions/transaction-change.ts'
import { transactionById } from '../../src/transactions/transaction-store.ts'
import { cardOrder } from '../kit/dispute.ts'
import { openWorld, shortCalls, type World } from '../kit/gateway.ts'
import type { Sale, Shop } from '../kit/shop.ts'
import { timeLimit, until } from '../kit/time-limit.ts'

/* Captures and cancels of authorized sales whose responses are lost, or that race. */

let world: World
let shop: Shop
before(async () => {
  world = await openWorld(shortCalls)
  shop = await world.openShop()
})
afterEach(() => shop.control('DELETE', '/faults'))
after(async () => {
  assert.deepEqual(await checkBooks(world.app), [])
  await world.close()
})

const path = '/api/user/transactions'
const sell = (given: object = {}) => shop.sell({ ...cardOrder(30_00), ...given })
const authorize = () => sell({ capture: false })
const ask = ({ id }: Sale, operation: 'capture' | 'cancel') =>
  shop.call('POST', `${path}/${id}/${operation}`)
const statusOf = async ({ id }: Sale) => (await shop.find(id)).status
const plant = (operation: string, fault: string, times = 1) =>
  shop.control('POST', '/faults', { provider: 'cielo', operation, fault, times })

/** How long until the next query, at most, in seconds of business time. */
async function secondsToCheck({ id }: Sale): Promise<number> {
  const [row] = await world.app.sql<{ checkAt: Date }[]>`
    select check_at as "checkAt" from transactions where id = ${id}`
  assert(row)
  return (row.checkAt.getTime() - world.app.clock.now().getTime()) / 1_000
}

/** When the acquirer is asked next about the sale, in seconds of business time. Null: never. */
async function secondsToQuery({ id }: Sale): Promise<number | null> {
  const [row] = await world.app.sql<{ dueAt: Date | null }[]>`
    select due_at as "dueAt" from attempts where transaction_id = ${id}`
  assert(row)
  return row.dueAt && (row.dueAt.getTime() - world.app.clock.now().getTime()) / 1_000
}

const casesOf = ({ id }: Sale) =>
  world.app.sql<{ kind: string; status: string }[]>`
    select kind, status from reconciliation_cases where object_id = ${id}`

test('a lost response of a capture is queried until the acquirer responds', async () => {
  const sale = await authorize()
  await plant('capture', 'done-then-500')
  await plant('query', 'error-500', 1_000)
  const { body } = await ask(sale, 'capture')
  assert.equal(body.data.status, 'AUTHORIZED')
  assert.match(body.message, /^Captura pedida/)
  await shop.advance('PT3S')
  assert.equal(await statusOf(sale), 'AUTHORIZED')
  await shop.control('DELETE', '/faults')
  await shop.advance('PT31S')
  assert.equal(await statusOf(sale), 'PAID')
})

test('a capture that was not carried out is queried for a week, without a case', async () => {
  const sale = await authorize()
  await plant('capture', 'error-500')
  await ask(sale, 'capture')
  await shop.advance('PT3S')
  assert.ok((await secondsToCheck(sale)) <= 3_600)
  await shop.advance('P2D')
  assert.ok((await secondsToCheck(sale)) <= 6 * 3_600)
  await shop.advance('P5D')
  assert.ok((await secondsToCheck(sale)) > 6 * 24 * 3_600, 'nothing is under way')
  assert.deepEqual(await casesOf(sale), [])
  assert.equal((await ask(sale, 'capture')).body.data.status, 'PAID')
})

test('a lost response of a cancel is a case after seven days of silence', async () => {
  const sale = await authorize()
  await plant('void', 'done-then-500')
  await plant('query', 'error-500', 1_000)
  assert.equal((await ask(sale, 'cancel')).http, 503)
  await shop.advance('P6DT23H')
  assert.deepEqual(await casesOf(sale), [])
  await shop.advance('PT7H')
  assert.deepEqual(await casesOf(sale), [{ kind: 'authorization-unresolved', status: 'OPEN' }])
  await shop.control('DELETE', '/faults')
  await shop.advance('P8D')
  assert.equal(await statusOf(sale), 'CANCELED')
  await shop.advance('PT2H')
  assert.deepEqual(await casesOf(sale), [{ kind: 'authorization-unresolved', status: 'RESOLVED' }])
})

const eventsOf = async ({ id }: Sale) =>
  (
    await world.app.sql<{ type: string }[]>`
      select type from events where object_id = ${id} order by version`
  ).map(({ type }) => type)

for (const [first, other, end] of [
  ['cancel', 'capture', 'CANCELED'],
  ['capture', 'cancel', 'PAID'],
] as const)
  test(`no ${other} is sent while a ${first} may be on its way`, async () => {
    const sale = await authorize()
    // The acquirer is silent until its sender gives up, and no query about its notice succeeds.
    await plant('query', 'error-500', 1_000)
    await plant(first === 'cancel' ? 'void' : 'capture', 'timeout-after')
    const slow = ask(sale, first)
    await until('the request is recorded', async () =>
      (await eventsOf(sale)).includes(`transaction.${first}_requested`),
    )
    const { http, headers, body } = await ask(sale, other)
    assert.deepEqual([http, body.error?.code], [409, 'operation-in-progress'])
    assert.ok(Number(headers.get('retry-after')) >= 1)
    await slow
    await shop.control('DELETE', '/faults')
    await shop.advance('PT31S')
    assert.equal(await statusOf(sale), end)
    assert.ok(!(await eventsOf(sale)).includes(`transaction.${other}_requested`))
  })

test('a cancel at the end of an authorization is requested before it is sent', async () => {
  const sale = await authorize()
  await plant('void', 'error-500', 1_000)
  await shop.advance('P14DT1M')
  assert.equal(await statusOf(sale), 'AUTHORIZED')
  assert.equal((await eventsOf(sale)).at(-1), 'transaction.cancel_requested')
  await shop.control('DELETE', '/faults')
  await shop.advance('PT1H')
  assert.equal(await statusOf(sale), 'CANCELED')
})

/** Cancels a sale. Before the response of the acquirer is recorded, `overtake` records a change. */
async function cancelOvertaken(
  { id }: Sale,
  overtake: (found: Transaction) => Promise<unknown>,
): Promise<Transaction> {
  const { app } = world
  const account = await app.accounts.byId(shop.accountId)
  assert(account)
  const card = (providerId: string): CardAcquirer => {
    const acquirer = app.providers.card(providerId)
    return {
      ...acquirer,
      async cancel(reference, amount, signal) {
        const canceled = await acquirer.cancel(reference, amount, signal)
        const found = await transactionById(app.sql, account.id, id)
        assert(found)
        await overtake(found)
        return canceled
      },
    }
  }
  const racing: App = { ...app, providers: { ...app.providers, card } }
  // The acquirer sends a notice of its own, whose query would record the void first.
  await plant('query', 'error-500', 1_000)
  try {
    return await cancelTransaction(racing, account, id)
  } finally {
    await shop.control('DELETE', '/faults')
  }
}

test('a cancel that another change overtakes is recorded', async () => {
  const sale = await authorize()
  const { journal, links, clock } = world.app
  const { status } = await cancelOvertaken(sale, (found) =>
    journal.record(
      updateChange(found, nextVersion(found, clock.now(), {}), {
        ...{ links, notify: false, eventType: 'transaction.attempt_approved' },
      }),
    ),
  )
  assert.equal(status, 'CANCELED')
})

test('a canceled sale that was paid here is a case until it is refunded', async () => {
  const sale = await authorize()
  const { app } = world
  await assert.rejects(
    cancelOvertaken(sale, (found) =>
      recordPayment(app, found, { amount: found.amount, paidAt: app.clock.now() }),
    ),
    { code: 'status-does-not-allow' },
  )
  assert.equal(await statusOf(sale), 'PAID')
  await shop.advance('PT1S')
  assert.deepEqual(await casesOf(sale), [{ kind: 'sale-void-unexplained', status: 'OPEN' }])
  await shop.call('POST', `${path}/${sale.id}/refund`, {})
  assert.equal(await statusOf(sale), 'REFUNDED')
  await shop.advance('PT2H')
  assert.deepEqual(await casesOf(sale), [{ kind: 'sale-void-unexplained', status: 'RESOLVED' }])
})

test('a capture that the acquirer refuses is an error, and the sale stays authorized', async () => {
  const sale = await authorize()
  const { app } = world
  const card = (id: string): CardAcquirer => ({
    ...app.providers.card(id),
    capture: async () => ({ kind: 'not-possible', code: '308' }),
  })
  const account = await app.accounts.byId(shop.accountId)
  assert(account)
  const refusing = { ...app, providers: { ...app.providers, card } }
  await assert.rejects(captureTransaction(refusing, account, sale.id), (cause) => {
    assert(cause instanceof Rejection)
    assert.deepEqual([cause.code, cause.details.providerCode], ['card-refused-request', '308'])
    return true
  })
  assert.equal(await statusOf(sale), 'AUTHORIZED')
  await shop.advance('PT3S')
  const { body } = await ask(sale, 'capture')
  assert.deepEqual([body.data.status, body.message], ['PAID', 'Transação capturada.'])
})

/** The gateway with an acquirer that finds a sale approved and captured with this amount. */
function findingCaptured(reference: string, amount: number): App {
  const { app } = world
  const card = (id: string): CardAcquirer => ({
    ...app.providers.card(id),
    findSale: async (attemptRef) => ({
      ...{ kind: 'found', attemptRef },
      outcome: { kind: 'approved', captured: true, reference, amount: cents(amount) },
    }),
  })
  return { ...app, providers: { ...app.providers, card } }
}

test('an authorization of which the acquirer captures a part is a case, and not PAID', async () => {
  const sale = await authorize()
  const { app } = world
  // The acquirer sends a notice of its own, whose query would find the capture first.
  await plant('query', 'error-500', 1_000)
  const attempt = await attemptOf(app.sql, shop.accountId, sale.id)
  assert(attempt?.reference)
  const { providerId, reference } = attempt
  await app.providers.card(providerId).capture(reference, cents(10_00), timeLimit())
  await shop.control('DELETE', '/faults')
  await resolveAttempt(findingCaptured(reference, 10_00), attempt)
  assert.equal(await statusOf(sale), 'AUTHORIZED')
  assert.deepEqual(await casesOf(sale), [{ kind: 'arrival-amount-differs', status: 'OPEN' }])
  await ask(sale, 'capture')
  await shop.advance('PT3S')
  assert.equal(await statusOf(sale), 'AUTHORIZED')
  assert.deepEqual(await casesOf(sale), [{ kind: 'arrival-amount-differs', status: 'OPEN' }])
})

test('a sale that a query finds captured in part is a case, and not PAID', async () => {
  const sale = await sell({ amount: 30_12 })
  assert.equal(sale.status, 'WAITING_PAYMENT')
  const attempt = await attemptOf(world.app.sql, shop.accountId, sale.id)
  assert(attempt?.reference)
  await resolveAttempt(findingCaptured(attempt.reference, 10_00), attempt)
  assert.equal(await statusOf(sale), 'WAITING_PAYMENT')
  assert.deepEqual(await casesOf(sale), [{ kind: 'arrival-amount-differs', status: 'OPEN' }])
})

/** A sale that the acquirer authorizes without its capture, and whose capture it does not make. */
async function sellUncaptured(): Promise<Sale> {
  await plant('capture', 'error-500', 1_000)
  const sale = await sell({ amount: 30_30 })
  for (let queries = 0; queries < 10; queries += 1) await shop.advance('PT31M')
  assert.equal(await statusOf(sale), 'WAITING_PAYMENT')
  return sale
}

test('an ordered capture that fails is repeated by the plan, and the sale is voided', async () => {
  const sale = await sellUncaptured()
  assert.ok(((await secondsToQuery(sale)) ?? 0) > 10 * 60)
  await shop.advance('P7D')
  assert.equal(await statusOf(sale), 'REFUSED')
  assert.equal(await secondsToQuery(sale), null)
  assert.deepEqual(await casesOf(sale), [])
})

test('an authorization that is neither captured nor voided is a case', async () => {
  const sale = await sellUncaptured()
  await plant('void', 'error-500', 1_000)
  await shop.advance('P7D')
  assert.equal(await statusOf(sale), 'WAITING_PAYMENT')
  assert.equal(await secondsToQuery(sale), null)
  assert.deepEqual(await casesOf(sale), [{ kind: 'sale-unresolved', status: 'OPEN' }])
})

test('a sale that is queried after its end is queried once', async () => {
  const sale = await sell()
  const { accountId } = shop
  await queryAttemptsNow(world.app.sql, [{ accountId, id: sale.id }], world.app.clock.now())
  await shop.advance('PT1S')
  assert.equal(await secondsToQuery(sale), null)
})

test('an authorization is canceled after 14 days also if its attempt changed', async () => {
  const sale = await authorize()
  const { app } = world
  const attempt = await attemptOf(app.sql, shop.accountId, sale.id)
  assert(attempt)
  const { reference = '' } = attempt
  const card = (id: string): CardAcquirer => ({
    ...app.providers.card(id),
    findSale: async (attemptRef) => ({
      ...{ kind: 'found', attemptRef },
      outcome: { kind: 'analysing', reference },
    }),
  })
  await resolveAttempt({ ...app, providers: { ...app.providers, card } }, attempt)
  assert.equal(await statusOf(sale), 'AUTHORIZED')
  await shop.advance('P14DT1H')
  assert.equal(await statusOf(sale), 'CANCELED')
})
