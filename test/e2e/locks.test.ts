import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { checkBooks } from '../../src/books-audit/check-books.ts'
import type { Tx } from '../../src/db/pool.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { lockWaits } from '../kit/lock-waits.ts'
import type { Sale, Shop } from '../kit/shop.ts'
import { stormRounds } from '../kit/storm-size.ts'
import { until } from '../kit/time-limit.ts'

/*
 * Another session (a report, or an operator in psql) holds a lock that the journal needs, until a
 * statement of the gateway times out.
 */

let world: World
before(async () => {
  world = await openWorld()
})
after(async () => {
  assert.deepEqual(await checkBooks(world.app), [])
  await world.close()
})

const path = '/api/user/transactions'
const customer = { name: 'Ana Teste', document: { number: '11144477735', type: 'CPF' } }
const card = {
  number: '4024007153760011',
  holderName: 'ANA',
  expirationMonth: 12,
  expirationYear: 2031,
  cvv: '123',
}
const orders = (ref: string) =>
  Array.from({ length: 6 }, (_, index) => ({
    externalRef: `${ref}-${index}`,
    ...(index % 3 === 0
      ? { paymentMethod: 'PIX', amount: 10_00 }
      : { paymentMethod: 'CREDIT_CARD', amount: 10_00, customer, card }),
  }))

const create = (shop: Shop, order: { readonly externalRef: string }) =>
  shop.call<Sale>('POST', path, order, { 'idempotency-key': order.externalRef })

const locks: Record<string, (tx: Tx, shop: Shop) => PromiseLike<unknown>> = {
  'the row of a balance': (tx, { accountId }) =>
    tx`select 1 from balances where account_id = ${accountId} for update`,
  'the table of balances': (tx) => tx`lock table balances in exclusive mode`,
  'the table of transactions': (tx) => tx`lock table transactions in share mode`,
  'the table of public ids': (tx) => tx`lock table secure_ids in share mode`,
  'the table of events': (tx) => tx`lock table events in share mode`,
  'the table of keys': (tx) => tx`lock table idempotency_keys in share mode`,
}

for (const round of stormRounds()) {
  for (const [held, hold] of Object.entries(locks)) {
    test(`D6: payments while ${held} is held: once, or 503 and retried (${round})`, async () => {
      const shop = await world.openShop()
      // So that it has a balance.
      await shop.sell({ paymentMethod: 'CREDIT_CARD', amount: 1_00, customer, card })
      const batch = orders(`${round}-${held.replaceAll(' ', '-')}`)
      const answers = await world.app.sql.begin(
        async (tx) => {
          await tx`set local idle_in_transaction_session_timeout = 0`
          await hold(tx, shop)
          const responses = Promise.all(batch.map((order) => create(shop, order)))
          const seen = new Set<string>()
          await until('a statement gave up its wait, and another one waits', async () => {
            for (const wait of await lockWaits(world.app.sql)) seen.add(wait)
            return (
              seen.size >= 2 &&
              (await lockWaits(world.app.sql)).some((wait) => wait !== [...seen][0])
            )
          })
          return { responses }
        },
        { statementMs: 0 },
      )
      for (const { http, headers, text } of await answers.responses) {
        assert.ok(http === 200 || http === 503, text)
        if (http === 503) assert.ok(Number(headers.get('retry-after')) >= 1)
      }
      for (const order of batch)
        await until(
          'its repeat is answered 200',
          async () => (await create(shop, order)).http === 200,
        )
      const stored = await world.app.sql<{ ref: string; status: string }[]>`
        select external_ref as ref, status from transactions
        where account_id = ${shop.accountId} and external_ref is not null order by 1`
      assert.deepEqual(
        stored.map(({ ref }) => ref),
        batch.map(({ externalRef }) => externalRef).sort(),
      )
    })
  }
}
