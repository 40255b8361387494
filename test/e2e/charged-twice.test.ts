import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { App } from '../../src/app.ts'
import { checkBooks } from '../../src/books-audit/check-books.ts'
import { buildServer } from '../../src/http/server/server.ts'
import { cents } from '../../src/primitives/money.ts'
import type { CardAcquirer } from '../../src/providers/ports/card.ts'
import { attemptOf } from '../../src/transactions/card/attempt-store.ts'
import { resolveAttempt } from '../../src/transactions/card/reconcile-attempt.ts'
import { postCieloNotice } from '../kit/cielo-notice.ts'
import { cardOrder, soldByCard } from '../kit/dispute.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import type { Sale, Shop } from '../kit/shop.ts'
import { timeLimit } from '../kit/time-limit.ts'

/* Two charges under one order id: one is the payment, and the other one is canceled. */

let world: World
let shop: Shop
before(async () => {
  world = await openWorld()
  shop = await world.openShop()
  // The attempts wait for the notice, or for a move of the clock.
  await world.app.worker?.stop()
})
after(async () => {
  assert.deepEqual(await checkBooks(world.app), [])
  await world.close()
})

/** The gateway with an acquirer that differs in some calls. */
function withAcquirer(differing: (acquirer: CardAcquirer) => Partial<CardAcquirer>): App {
  const { app } = world
  const card = (id: string) => {
    const acquirer = app.providers.card(id)
    return { ...acquirer, ...differing(acquirer) }
  }
  return { ...app, providers: { ...app.providers, card } }
}

/** A sale whose request reaches the acquirer twice. The gateway sees one response, or none. */
async function sellTwice(
  seen: 'first' | 'none',
): Promise<{ sale: Sale; references: readonly string[] }> {
  const references: string[] = []
  const server = buildServer(
    withAcquirer((acquirer) => ({
      async sale(order, signal) {
        const sell = async () => {
          const outcome = await acquirer.sale(order, signal)
          assert(outcome.kind === 'approved')
          references.push(outcome.reference)
          return outcome
        }
        const first = await sell()
        await sell()
        return seen === 'first' ? first : { kind: 'unknown', cause: 'a lost response' }
      },
    })),
  )
  const response = await server.inject({
    method: 'POST',
    url: '/api/user/transactions',
    headers: {
      host: 'localhost',
      authorization: `Basic ${Buffer.from(`x:${shop.secretKey}`).toString('base64')}`,
    },
    payload: cardOrder(30_00),
  })
  await server.close()
  return { sale: response.json().data, references }
}

test('a second charge whose first query fails is canceled before the payment counts', async () => {
  // The workers learn nothing until the faults end.
  await shop.control('POST', '/faults', {
    ...{ provider: 'cielo', operation: 'query-order', fault: 'error-500', times: 1_000 },
  })
  const { sale, references } = await sellTwice('none')
  const attempt = await attemptOf(world.app.sql, shop.accountId, sale.id)
  assert(attempt)
  const app = withAcquirer((acquirer) => ({
    findSale: async () => ({ kind: 'several', references }),
    findByReference: async (reference, signal) =>
      reference === references[1]
        ? { kind: 'unknown', cause: 'a failed query' }
        : acquirer.findByReference(reference, signal),
  }))
  await resolveAttempt(app, attempt)
  assert.equal((await shop.find(sale.id)).status, 'WAITING_PAYMENT')

  await shop.control('DELETE', '/faults')
  for (const _ of [1, 2, 3]) await shop.advance('PT31M')
  const { status, acquirer } = await shop.find(sale.id)
  assert.deepEqual([status, acquirer?.reference], ['PAID', references[0]])
  assert.equal(await atAcquirer(references[1]), 'voided')
})

test('a notice of a canceled second charge refuses no payment', async () => {
  const { sale, references } = await sellTwice('none')
  const card = world.app.providers.card(world.providers.ids.card)
  const cancel = await card.cancel(references[1] ?? '', cents(30_00), timeLimit())
  assert.equal(cancel.kind, 'cancelled')
  await postCieloNotice(world, { PaymentId: references[1], ChangeType: 1 })
  const { status, acquirer } = await shop.find(sale.id)
  assert.deepEqual([status, acquirer?.reference], ['PAID', references[0]])
})

test('the charge that is recorded is kept, in whatever order the acquirer lists them', async () => {
  const { sale, references } = await sellTwice('first')
  const attempt = await attemptOf(world.app.sql, shop.accountId, sale.id)
  assert(attempt)
  const app = withAcquirer(() => ({
    findSale: async () => ({ kind: 'several', references: references.toReversed() }),
  }))
  await resolveAttempt(app, attempt)
  const { status, acquirer } = await shop.find(sale.id)
  assert.deepEqual([status, acquirer?.reference], ['PAID', references[0]])
  assert.deepEqual(await Promise.all(references.map(atAcquirer)), ['approved', 'voided'])
})

test('a paid sale that its acquirer does not find stays paid, and is not canceled', async () => {
  const sale = await soldByCard(shop, 30_00)
  const app = withAcquirer(() => ({
    findSale: async () => ({ kind: 'not-found' }),
    voidByAttemptRef: () => assert.fail('a paid sale is canceled'),
  }))
  for (const _ of ['first', 'second', 'third']) {
    await shop.advance('PT31M')
    const attempt = await attemptOf(world.app.sql, shop.accountId, sale.id)
    assert(attempt)
    await resolveAttempt(app, attempt)
  }
  assert.equal((await shop.find(sale.id)).status, 'PAID')
})

/** The state of a charge at the acquirer. */
async function atAcquirer(reference = ''): Promise<string> {
  const card = world.app.providers.card(world.providers.ids.card)
  const finding = await card.findByReference(reference, timeLimit())
  return finding.kind === 'found' ? finding.outcome.kind : finding.kind
}
