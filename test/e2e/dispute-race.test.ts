import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkBooks } from '../../src/books-audit/check-books.ts'
import { applyClaims } from '../../src/disputes/apply-claims.ts'
import { balanceOf } from '../../src/ledger/ledger-store.ts'
import { randomId } from '../../src/primitives/id.ts'
import { cents } from '../../src/primitives/money.ts'
import type { Claim } from '../../src/providers/ports/dispute.ts'
import { remainingAmount } from '../../src/transactions/remaining-amount.ts'
import type { Transaction } from '../../src/transactions/transaction.ts'
import { transactionById } from '../../src/transactions/transaction-store.ts'
import { startApi, through } from '../kit/api-process.ts'
import { earn } from '../kit/cashout.ts'
import { cardOrder } from '../kit/dispute.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { type Sale, type Shop, untilDone } from '../kit/shop.ts'
import { stormRandom, stormSize } from '../kit/storm-size.ts'
import { until } from '../kit/time-limit.ts'
import { untilServed } from '../kit/until-connected.ts'

const rounds = stormSize(100)
const random = stormRandom()
const amount = 100_00

test(`two refunds and a claim at once, ${rounds} times: never more than the payment`, async (t) => {
  // A long acquirer timeout: a sale whose response came late is not PAID yet and has no claim.
  const world = await openWorld({ GUICHE_ACQUIRER_CALL_MS: '15000' })
  t.after(() => world.close())
  const door = await startApi(world)
  t.after(() => door.child.kill('SIGKILL'))
  const shop = await world.openShop()
  const elsewhere = through(world, shop, door.baseUrl)
  // Refunds are not refused for want of money: only the payment bounds them.
  await earn(shop, rounds * amount)

  const statuses: number[] = []
  const sales: Sale[] = []
  for (let round = 0; round < rounds; round += atOnce) {
    const created = await Promise.all(
      Array.from({ length: atOnce }, (_, index) =>
        index % 2 === 0 ? sold(shop, cardOrder(amount)) : paidPix(shop),
      ),
    )
    sales.push(...created)
    for (const sale of created) assert.equal((await found(shop, sale)).status, 'PAID')
    await Promise.all(
      created.flatMap((sale) => {
        const refunds = [refund(shop, sale, 60_00), refund(elsewhere, sale, 60_00)]
        const claim = () => claimed(world, shop, sale, 'needs-response')
        // The request that is sent first is usually, but not always, served first.
        const racers = random() < 0.34 ? [claim, ...refunds] : [...refunds, claim]
        return racers.map(async (race) => {
          const status = await race()
          if (typeof status === 'number') statuses.push(status)
        })
      }),
    )
    for (const sale of created) await withinItsAmount(world, shop, sale)
  }
  assert.ok(
    statuses.every((status) => status < 500),
    `${statuses.filter((status) => status >= 500)}`,
  )
  assert.ok(statuses.includes(200), 'some refunds were faster')
  assert.ok(
    statuses.some((status) => status === 400 || status === 409),
    'some claims were faster',
  )

  for (const step of ['PT5S', 'PT30S', 'PT60S']) await shop.advance(step)
  for (const sale of sales) await claimed(world, shop, sale, 'lost')
  for (const sale of sales) {
    const ended = await withinItsAmount(world, shop, sale)
    assert.equal(remainingAmount(ended), 0, 'the claim took all that refunds had left')
    assert.ok(ended.status === 'REFUNDED' || ended.status === 'CHARGEDBACK', ended.status)
  }
  const { blocked, debt } = await balanceOf(world.app, shop.accountId)
  assert.deepEqual([blocked, debt], [0, 0])
  assert.deepEqual(await checkBooks(world.app), [])
})

const atOnce = 10

/** A busy machine may answer 503, and a repeat with the same key is the same sale. */
async function sold(shop: Shop, order: object): Promise<Sale> {
  const keyed = { 'idempotency-key': randomId() }
  const path = '/api/user/transactions'
  const { http, body, text } = await untilDone(() => shop.call('POST', path, order, keyed))
  assert.equal(http, 200, text)
  return body.data
}

async function paidPix(shop: Shop): Promise<Sale> {
  const sale = await sold(shop, { paymentMethod: 'PIX', amount })
  await shop.pay(sale.pix?.qrcode ?? '')
  await until('it is paid', async () => (await found(shop, sale)).status === 'PAID')
  return sale
}

const found = async (shop: Shop, { id }: Sale): Promise<Sale> =>
  (await untilDone(() => shop.call('GET', `/api/user/transactions/${id}`))).body.data

const refund = (shop: Shop, sale: Sale, part: number) => async (): Promise<number> => {
  const order = { amount: part, confirmDuplicate: true }
  const path = `/api/user/transactions/${sale.id}/refund`
  const { http } = await shop.call('POST', path, order)
  // A busy machine. If the first one was made, the next one is refused.
  return http === 503 ? refund(shop, sale, part)() : http
}

async function claimed(world: World, shop: Shop, sale: Sale, state: Claim['state']): Promise<void> {
  const stored = await storedOf(world, shop, sale)
  const claim: Claim = {
    kind: stored.pix ? 'med' : 'chargeback',
    caseId: `case-${sale.id}`,
    payment: stored.pix ? { reference: stored.pix.txid } : { tid: stored.card?.tid ?? '' },
    amount: cents(amount),
    state,
    reason: { code: 'race', text: 'Corrida' },
    openedAt: stored.createdAt,
  }
  await untilServed(() => applyClaims(world.app, stored.providerId, [claim]))
}

async function storedOf({ app }: World, { accountId }: Shop, { id }: Sale): Promise<Transaction> {
  const stored = await untilServed(() => transactionById(app.sql, accountId, id))
  assert.ok(stored)
  return stored
}

/** Refunds that did not fail, and what the claim blocks and lost: all of it from one payment. */
async function withinItsAmount(world: World, shop: Shop, sale: Sale) {
  const stored = await storedOf(world, shop, sale)
  assert.ok(remainingAmount(stored) >= 0) // Throws below zero.
  const given = (stored.refunds ?? []).filter(({ status }) => status !== 'FAILED')
  assert.ok(given.length <= 1, 'two of 60 are more than 100')
  assert.equal(stored.disputes?.length, 1)
  return stored
}
