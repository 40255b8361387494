import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { App } from '../../src/app.ts'
import { checkBooks } from '../../src/books-audit/check-books.ts'
import { buildServer } from '../../src/http/server/server.ts'
import type { CardAcquirer } from '../../src/providers/ports/card.ts'
import { attemptOf } from '../../src/transactions/card/attempt-store.ts'
import { resolveAttempt } from '../../src/transactions/card/reconcile-attempt.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import type { Sale, Shop } from '../kit/shop.ts'
import { timeLimit } from '../kit/time-limit.ts'

/* Two charges under one order id: one is the payment, and the other one is canceled. */

let world: World
let shop: Shop
before(async () => {
  world = await openWorld()
  shop = await world.openShop()
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

/** A sale whose request reaches the acquirer twice, and whose responses are lost. */
async function sellTwice(): Promise<{ sale: Sale; references: readonly string[] }> {
  const references: string[] = []
  const server = buildServer(
    withAcquirer((acquirer) => ({
      async sale(order, signal) {
        for (const _ of ['first', 'second']) {
          const outcome = await acquirer.sale(order, signal)
          assert(outcome.kind === 'approved')
          references.push(outcome.reference)
        }
        return { kind: 'unknown', cause: 'a lost response' }
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
    payload: {
      paymentMethod: 'CREDIT_CARD',
      amount: 30_00,
      customer: { name: 'Ana Teste', document: { number: '11144477735', type: 'CPF' } },
      card: {
        number: '4024007153760011',
        holderName: 'ANA TESTE',
        expirationMonth: 12,
        expirationYear: 2031,
        cvv: '123',
      },
    },
  })
  await server.close()
  return { sale: response.json().data, references }
}

test('a second charge whose first query fails is canceled before the payment counts', async () => {
  // The workers learn nothing until the faults end.
  await shop.control('POST', '/faults', {
    ...{ provider: 'cielo', operation: 'query-order', fault: 'error-500', times: 1_000 },
  })
  const { sale, references } = await sellTwice()
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
  const second = await world.app.providers
    .card(world.providers.ids.card)
    .findByReference(references[1] ?? '', timeLimit())
  assert(second.kind === 'found')
  assert.equal(second.outcome.kind, 'voided')
})
