import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkBooks } from '../../src/books-audit/check-books.ts'
import { applyClaims } from '../../src/disputes/apply-claims.ts'
import { balanceOf } from '../../src/ledger/ledger-store.ts'
import { cents } from '../../src/primitives/money.ts'
import type { Claim } from '../../src/providers/ports/dispute.ts'
import { remainingAmount } from '../../src/transactions/remaining-amount.ts'
import { transactionById } from '../../src/transactions/transaction-store.ts'
import { startApi, through } from '../kit/api-process.ts'
import { earn } from '../kit/cashout.ts'
import { paidPix, soldByCard } from '../kit/dispute.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import type { Sale, Shop } from '../kit/shop.ts'
import { stormRandom, stormSize } from '../kit/storm-size.ts'

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
        index % 2 === 0 ? soldByCard(shop, amount) : paidPix(shop, amount),
      ),
    )
    sales.push(...created)
    for (const sale of created) assert.equal((await shop.find(sale.id)).status, 'PAID')
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

const refund = (shop: Shop, sale: Sale, part: number) => async (): Promise<number> => {
  const order = { amount: part, confirmDuplicate: true }
  const path = `/api/user/transactions/${sale.id}/refund`
  const { http } = await shop.call('POST', path, order)
  // A busy machine. If the first one was made, the next one is refused.
  return http === 503 ? refund(shop, sale, part)() : http
}

async function claimed(world: World, shop: Shop, sale: Sale, state: Claim['state']): Promise<void> {
  const found = await transactionById(world.app.sql, shop.accountId, sale.id)
  assert.ok(found)
  await applyClaims(world.app, found.providerId, [
    {
      kind: found.pix ? 'med' : 'chargeback',
      caseId: `case-${sale.id}`,
      payment: found.pix ? { reference: found.pix.txid } : { tid: found.card?.tid ?? '' },
      amount: cents(amount),
      state,
      reason: { code: 'race', text: 'Corrida' },
      openedAt: found.createdAt,
    },
  ])
}

/** Refunds that did not fail, and what the claim blocks and lost: all of it from one payment. */
async function withinItsAmount(world: World, shop: Shop, sale: Sale) {
  const found = await transactionById(world.app.sql, shop.accountId, sale.id)
  assert.ok(found)
  assert.ok(remainingAmount(found) >= 0) // Throws below zero.
  const given = (found.refunds ?? []).filter(({ status }) => status !== 'FAILED')
  assert.ok(given.length <= 1, 'two of 60 are more than 100')
  assert.equal(found.disputes?.length, 1)
  return found
}
