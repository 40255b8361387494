import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import type { App } from '../../src/app.ts'
import { checkBooks } from '../../src/books-audit/check-books.ts'
import { buildServer } from '../../src/http/server/server.ts'
import type { CardAcquirer, CardOutcome } from '../../src/providers/ports/card.ts'
import { attemptOf } from '../../src/transactions/card/attempt-store.ts'
import { recordOutcome } from '../../src/transactions/card/record-card-outcome.ts'
import { recordPayment } from '../../src/transactions/charge/record-charge.ts'
import { transactionById } from '../../src/transactions/transaction-store.ts'
import { through } from '../kit/api-process.ts'
import { postCieloNotice } from '../kit/cielo-notice.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { openSecondServer } from '../kit/second-server.ts'
import { type Sale, type Shop, untilAvailable } from '../kit/shop.ts'
import { until } from '../kit/time-limit.ts'

/*
 * Approvals of wallet sales that are found before and after the payer sees that the sale is not
 * completed.
 */

let world: World
let shop: Shop
before(async () => {
  // No acquirer is silent here.
  world = await openWorld({ GUICHE_ACQUIRER_CALL_MS: '20000' })
  shop = await world.openShop()
  // The attempts wait for a notice, or for a move of the clock.
  await world.app.worker?.stop()
})
afterEach(() => shop.control('DELETE', '/faults'))
after(async () => {
  assert.deepEqual(await checkBooks(world.app), [])
  await world.close()
})

const path = '/api/user/transactions'

/** An order with a token of its own for this amount. */
async function walletOrder(amount: number) {
  const { token } = await shop.control<{ token: object }>('POST', '/device-pay/tokens', { amount })
  return {
    paymentMethod: 'CREDIT_CARD',
    amount,
    customer: { name: 'Ana Teste', document: { number: '111.444.777-35', type: 'CPF' } },
    wallet: { type: 'DEVICE_PAY', token },
  }
}

/** The gateway with an acquirer that differs in some calls. */
function withAcquirer(differing: (acquirer: CardAcquirer) => Partial<CardAcquirer>): App {
  const { app } = world
  const card = (id: string) => {
    const acquirer = app.providers.card(id)
    return { ...acquirer, ...differing(acquirer) }
  }
  return { ...app, providers: { ...app.providers, card } }
}

/** Sends an order to a gateway whose acquirer responds to the sale with what `respond` returns. */
async function sellThrough(
  order: object,
  respond: (sold: CardOutcome, attemptRef: string) => Promise<CardOutcome>,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly http: number; readonly data: Sale }> {
  const server = buildServer(
    withAcquirer((acquirer) => ({
      sale: async (sale, signal) => respond(await acquirer.sale(sale, signal), sale.attemptRef),
    })),
  )
  const response = await server.inject({
    method: 'POST',
    url: path,
    headers: {
      host: 'localhost',
      authorization: `Basic ${Buffer.from(`x:${shop.secretKey}`).toString('base64')}`,
      ...headers,
    },
    payload: order,
  })
  await server.close()
  return { http: response.statusCode, data: response.json().data }
}

const lost: CardOutcome = { kind: 'unknown', cause: 'a lost response' }

/** What is recorded of the sale of an order id. */
async function recordedOf(attemptRef: string) {
  const [row] = await world.app.sql<{ id: string }[]>`
    select transaction_id as id from attempts
    where account_id = ${shop.accountId} and attempt_ref = ${attemptRef}`
  const { sql } = world.app
  const [transaction, attempt] = await Promise.all([
    transactionById(sql, shop.accountId, row?.id ?? ''),
    attemptOf(sql, shop.accountId, row?.id ?? ''),
  ])
  assert(transaction && attempt)
  return { transaction, attempt }
}

/** The acquirer reports that it still analyses the sale, before its own response arrives. */
async function noticeInAnalysis(sold: CardOutcome, attemptRef: string): Promise<void> {
  assert(sold.kind === 'analysing')
  await postCieloNotice(world, { PaymentId: sold.reference, ChangeType: 1 })
  await until('the notice is recorded', async () => {
    const { transaction } = await recordedOf(attemptRef)
    return transaction.version === 2
  })
}

/** What the acquirer was asked to do about a sale after it was sold, each once. */
async function changesOf({ id }: Sale): Promise<readonly string[]> {
  const attempt = await attemptOf(world.app.sql, shop.accountId, id)
  const calls = await shop.calls({ provider: 'cielo', reference: attempt?.attemptRef ?? '' })
  const operations = new Set(calls.map(({ operation }) => operation))
  return ['capture', 'void'].filter((operation) => operations.has(operation))
}

const statusOf = async ({ id }: Sale) => (await shop.find(id)).status

/** Notices and queries have no result until the faults end. */
async function silenceQueries(): Promise<void> {
  for (const operation of ['query', 'query-order'])
    await shop.control('POST', '/faults', {
      ...{ provider: 'cielo', operation, fault: 'error-500', times: 1_000 },
    })
}

test('an approval that is found while the sender waits is the payment', async () => {
  let before = ''
  const { data } = await sellThrough(await walletOrder(40_12), async (sold, attemptRef) => {
    await noticeInAnalysis(sold, attemptRef)
    await shop.advance('PT61S')
    before = (await recordedOf(attemptRef)).transaction.status
    return sold
  })
  assert.deepEqual([before, data.status], ['PAID', 'PAID'])
  assert.deepEqual(await changesOf(data), [])
})

test('a response after a notice is recorded before it is returned', async () => {
  const { data } = await sellThrough(await walletOrder(41_12), async (sold, attemptRef) => {
    await noticeInAnalysis(sold, attemptRef)
    return lost
  })
  assert.equal(data.status, 'WAITING_PAYMENT')
  await shop.advance('PT61S')
  assert.equal(await statusOf(data), 'REFUSED')
  assert.deepEqual(await changesOf(data), ['void'])
})

test('a refusal after a notice is the response', async () => {
  const { data } = await sellThrough(await walletOrder(42_12), async (sold, attemptRef) => {
    await noticeInAnalysis(sold, attemptRef)
    const refusal = { code: '51', reason: 'Saldo insuficiente.', retryable: true }
    return { kind: 'refused', reference: attemptRef, ...refusal }
  })
  assert.equal(data.status, 'REFUSED')
})

test('an approval that loses to the response of its sender is canceled', async () => {
  await silenceQueries()
  let found: Parameters<typeof recordOutcome>[1] | undefined
  const { data } = await sellThrough(await walletOrder(43_00), async (outcome, attemptRef) => {
    found = { ...(await recordedOf(attemptRef)), outcome }
    return lost
  })
  assert.equal(data.status, 'WAITING_PAYMENT')
  assert(found)
  assert.equal((await recordOutcome(world.app, found)).status, 'REFUSED')
  assert.deepEqual(await changesOf(data), ['void'])
})

test('a late approval that is only authorized is canceled without a capture', async () => {
  const sale = await shop.sell(await walletOrder(45_30))
  assert.equal(sale.status, 'WAITING_PAYMENT')
  await shop.advance('PT31S')
  assert.equal(await statusOf(sale), 'REFUSED')
  assert.deepEqual(await changesOf(sale), ['void'])
})

for (const [what, headers] of [
  ['the same token', {}],
  ['the same key', { 'idempotency-key': 'of-a-dead-process' }],
] as const)
  test(`a repeat with ${what} is answered after the lease of its sender, and counts`, async (t) => {
    await silenceQueries()
    const order = await walletOrder(46_00)
    const setLease = (seconds: number) =>
      world.app.sql`
        update attempts set owner_lease_ends_at = now() + ${seconds} * interval '1 second'
        where account_id = ${shop.accountId} and state = 'sending'`
    const { http } = await sellThrough(
      order,
      async () => {
        await setLease(3_600)
        throw new Error('the process dies')
      },
      headers,
    )
    assert.equal(http, 500)
    const server = await openSecondServer(world, { acquirerCallMs: 100 })
    t.after(server.close)
    const again = () => through(world, shop, server.baseUrl).call('POST', path, order, headers)
    const early = await again()
    assert.deepEqual([early.http, early.body.error?.code], [409, 'idempotency-in-progress'])
    assert.ok(early.headers.get('retry-after'))
    await setLease(0)
    const answers = await Promise.all(Array.from({ length: 8 }, () => untilAvailable(again)))
    for (const { body } of answers) assert.equal(body.data?.status, 'WAITING_PAYMENT')
    const [sale] = answers.map(({ body }) => body.data)
    assert(sale)
    await shop.control('DELETE', '/faults')
    for (const step of ['PT31S', 'PT31S']) await shop.advance(step)
    assert.equal(await statusOf(sale), 'REFUSED')
    assert.deepEqual(await changesOf(sale), ['void'])
  })

test('a repeat whose key is in use records no response; an approval counts', async (t) => {
  await silenceQueries()
  const order = await walletOrder(46_50)
  const headers = { 'idempotency-key': 'of-a-killed-process' }
  await sellThrough(
    order,
    async () => {
      throw new Error('the process dies')
    },
    headers,
  )
  // A killed process does not release its key, whose lease ends after that of the attempt.
  await world.app.sql`
    update idempotency_keys set lease_ends_at = now() + interval '1 hour'
    where account_id = ${shop.accountId} and answer_status is null`
  await world.app.sql`
    update attempts set owner_lease_ends_at = now()
    where account_id = ${shop.accountId} and state = 'sending'`
  const server = await openSecondServer(world, {})
  t.after(server.close)
  const here = through(world, shop, server.baseUrl)
  const { http, body } = await here.call('POST', path, order, headers)
  assert.deepEqual([http, body.error?.code], [409, 'idempotency-in-progress'])
  await shop.control('DELETE', '/faults')
  for (const step of ['PT31S', 'PT31S']) await shop.advance(step)
  const [sale] = (await shop.call<Sale[]>('GET', `${path}?limit=1`)).body.data
  assert(sale)
  assert.equal(sale.status, 'PAID')
  assert.deepEqual(await changesOf(sale), [])
})

test('a repeat after the lease of a dead sender is PAID if the acquirer approved', async () => {
  const order = await walletOrder(47_00)
  await sellThrough(order, async () => {
    throw new Error('the process dies')
  })
  await world.app.sql`
    update attempts set owner_lease_ends_at = now()
    where account_id = ${shop.accountId} and state = 'sending'`
  const { body } = await shop.call('POST', path, order)
  assert.equal(body.data.status, 'PAID')
  assert.deepEqual(await changesOf(body.data), [])
})

test('a repeat with the key of a failed request is PAID at once if it was approved', async () => {
  const order = await walletOrder(48_00)
  const headers = { 'idempotency-key': 'of-a-request-that-failed' }
  const fail = async () => {
    throw new Error('the outcome cannot be recorded')
  }
  assert.equal((await sellThrough(order, fail, headers)).http, 500)
  const { body } = await shop.call('POST', path, order, headers)
  assert.equal(body.data.status, 'PAID')
  assert.deepEqual(await changesOf(body.data), [])
})

test('a void of a sale that was paid meanwhile is a case', async () => {
  await silenceQueries()
  let attemptRef = ''
  const { data } = await sellThrough(await walletOrder(44_00), async (_, soldRef) => {
    attemptRef = soldRef
    return lost
  })
  const { transaction, attempt } = await recordedOf(attemptRef)
  const { amount } = transaction
  const racing = withAcquirer(() => ({
    async cancel(reference) {
      await recordPayment(world.app, transaction, { amount, paidAt: world.app.clock.now() })
      return { kind: 'cancelled', reference }
    },
  }))
  const outcome = { kind: 'approved', captured: true, reference: 'a sale', amount } as const
  await recordOutcome(racing, { transaction, attempt, outcome })
  assert.equal(await statusOf(data), 'PAID')
  const cases = await world.app.sql<{ kind: string }[]>`
    select kind from reconciliation_cases where object_id = ${data.id}`
  assert.deepEqual(cases, [{ kind: 'sale-void-unexplained' }])
})
