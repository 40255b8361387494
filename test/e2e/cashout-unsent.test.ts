import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { changeAccount } from '../../src/accounts/open-account.ts'
import type { App } from '../../src/app.ts'
import { checkBooks } from '../../src/books-audit/check-books.ts'
import { cashoutById } from '../../src/cashout/cashout-store.ts'
import { advanceCashout } from '../../src/cashout/resolve-cashout.ts'
import { applyClaims } from '../../src/disputes/apply-claims.ts'
import { balanceOf } from '../../src/ledger/ledger-store.ts'
import { bareId } from '../../src/primitives/id.ts'
import { cents } from '../../src/primitives/money.ts'
import type { PayoutFinding, PayoutOutcome } from '../../src/providers/ports/payout.ts'
import { transactionById } from '../../src/transactions/transaction-store.ts'
import { askCashout, findCashout } from '../kit/cashout.ts'
import { paidPix } from '../kit/dispute.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import type { Sale, Shop } from '../kit/shop.ts'

let world: World
before(async () => {
  world = await openWorld()
  // Due work runs when a test starts it.
  await world.app.worker?.stop()
})
after(async () => {
  assert.deepEqual(await checkBooks(world.app), [], 'the books after every story')
  await world.close()
})

const free = { fixed: 0, basisPoints: 0 }
const accepted: PayoutOutcome = { kind: 'accepted', endToEndId: 'E99999024202611201500abcdefghijk' }
const lost: PayoutOutcome = { kind: 'unknown', cause: new Error('no answer') }
const noWay: PayoutOutcome = { kind: 'not-sent', cause: new Error('no way there') }

/** A shop without fees, so that a balance is a sum of amounts. */
async function freeShop(): Promise<Shop> {
  const shop = await world.openShop()
  await changeAccount(world.app, shop.accountId, {
    prices: { PIX: free, BOLETO: free, CASHOUT: free },
  })
  world.app.accounts.refresh()
  return shop
}

/**
 * A cashout whose first attempt had the outcome `first`, at a bank that has `found` of it.
 * `tryAgain` returns whether the cashout was sent, and its status.
 */
async function tried(
  shop: Shop,
  amount: number,
  first: PayoutOutcome,
  found: PayoutFinding = { kind: 'not-found' },
) {
  const { body } = await askCashout(shop, { amount })
  const { id } = body.data
  let sent = 0
  const look = async (outcome: PayoutOutcome) => {
    const port = (provider: string): ReturnType<App['providers']['payout']> => ({
      ...world.app.providers.payout(provider),
      find: async () => found,
      send: async () => {
        sent += 1
        return outcome
      },
    })
    const app: App = { ...world.app, providers: { ...world.app.providers, payout: port } }
    const cashout = await cashoutById(app.sql, shop.accountId, id)
    await advanceCashout(app, { cashout: cashout ?? assert.fail('it is gone'), queries: 1 })
  }
  await look(first)
  assert.equal((await findCashout(shop, id)).status, 'PROCESSING')
  return async () => {
    sent = 0
    await look(accepted)
    const { status, refusedReason } = await findCashout(shop, id)
    return { sent, status, refusedReason }
  }
}

/** All of a sale is claimed; no worker has looked since. */
async function claimed(shop: Shop, sale: Sale): Promise<void> {
  const found = await transactionById(world.app.sql, shop.accountId, sale.id)
  assert.ok(found?.pix)
  await applyClaims(world.app, found.providerId, [
    {
      ...{
        kind: 'med',
        caseId: `case-${sale.id}`,
        state: 'needs-response',
        openedAt: found.createdAt,
      },
      ...{
        payment: { reference: found.pix.txid },
        amount: cents(sale.amount),
        reason: { code: 'med', text: 'Fraude' },
      },
    },
  ])
}

const money = async (shop: Shop) => {
  const { available, blocked, debt } = await balanceOf(world.app, shop.accountId)
  return { available, blocked, debt }
}

test('a cashout that never arrived fails for a dispute, and its money is blocked', async () => {
  const shop = await freeShop()
  const sale = await paidPix(shop, 100_00)
  const tryAgain = await tried(shop, 100_00, noWay)
  await claimed(shop, sale)
  assert.deepEqual(await money(shop), { available: 0, blocked: 100_00, debt: 0 })
  const { sent, status, refusedReason } = await tryAgain()
  assert.deepEqual([sent, status], [0, 'FAILED'])
  assert.match(refusedReason ?? '', /disputa ou um débito/)
  await world.app.worker?.runUntilIdle()
  assert.deepEqual(await money(shop), { available: 0, blocked: 100_00, debt: 0 })
})

test('it leaves when the money received meanwhile covers the dispute', async () => {
  const shop = await freeShop()
  const sale = await paidPix(shop, 100_00)
  const tryAgain = await tried(shop, 100_00, noWay)
  await claimed(shop, sale)
  await paidPix(shop, 100_00)
  assert.deepEqual(await tryAgain(), { sent: 1, status: 'PROCESSING', refusedReason: null })
})

test('a cashout that may have left is sent again under its id despite a dispute', async () => {
  const shop = await freeShop()
  const sale = await paidPix(shop, 100_00)
  const tryAgain = await tried(shop, 100_00, lost)
  await claimed(shop, sale)
  assert.deepEqual(await tryAgain(), { sent: 1, status: 'PROCESSING', refusedReason: null })
  assert.deepEqual(await money(shop), { available: 0, blocked: 100_00, debt: 0 })
})

test('of two tried again at once a short dispute keeps no more back than it claims', async () => {
  const shop = await freeShop()
  const sale = await paidPix(shop, 100_00)
  await paidPix(shop, 80_00)
  const tries = [await tried(shop, 70_00, noWay), await tried(shop, 71_00, noWay)]
  await claimed(shop, sale)
  assert.deepEqual(await money(shop), { available: 0, blocked: 180_00, debt: 0 })
  const ends = await Promise.all(tries.map((tryAgain) => tryAgain()))
  assert.deepEqual(ends.map(({ status }) => status).toSorted(), ['FAILED', 'PROCESSING'])
  await world.app.worker?.runUntilIdle()
  assert.ok((await money(shop)).available >= 9_00)
})

test('a cashout that waits at its bank does not fail: a person may approve it there', async () => {
  const shop = await freeShop()
  const payout = world.providers.all.woovi ?? assert.fail('the bank is seeded')
  await changeAccount(world.app, shop.accountId, {
    providers: { ...world.providers.ids, payout },
  })
  world.app.accounts.refresh()
  const sale = await paidPix(shop, 100_00)
  const work = async (passed: string) => {
    await shop.advance(passed)
    await world.app.worker?.runUntilIdle()
  }
  await shop.control('PUT', '/woovi', { balance: 0 })
  const { id } = (await askCashout(shop, { amount: 100_00 })).body.data
  await work('PT1S')
  await claimed(shop, sale)
  for (const passed of ['PT3S', 'PT6S', 'PT16S']) await work(passed)
  assert.equal((await findCashout(shop, id)).status, 'PROCESSING')
  assert.deepEqual(await money(shop), { available: 0, blocked: 100_00, debt: 0 })
  await shop.control('PUT', '/woovi', { balance: 1_000_000_000_00 })
  const decision = { correlationID: bareId(id), isApproved: true }
  await shop.control('POST', '/woovi/decisions', decision)
  await work('PT31S')
  assert.equal((await findCashout(shop, id)).status, 'COMPLETED')
  assert.deepEqual(await money(shop), { available: 0, blocked: 0, debt: 0 })
})

test('a payment that the bank has is not called back, whatever was recorded of it', async () => {
  const shop = await freeShop()
  const sale = await paidPix(shop, 100_00)
  // As a restore leaves it: the recorded attempt did not arrive, and a lost one did.
  const tryAgain = await tried(shop, 100_00, noWay, { kind: 'waiting' })
  await claimed(shop, sale)
  assert.deepEqual(await tryAgain(), { sent: 1, status: 'PROCESSING', refusedReason: null })
})

test('the check of the books finds a cashout without a result that is not queried', async () => {
  const shop = await freeShop()
  await paidPix(shop, 100_00)
  await tried(shop, 100_00, lost)
  const { sql, clock } = world.app
  const setCheck = (at: Date | null) => sql`
    update cashouts set check_at = ${at} where account_id = ${shop.accountId}
    returning id`
  const [{ id } = { id: '' }] = await setCheck(null)
  assert.deepEqual(await checkBooks(world.app), [
    {
      rule: 'open-cashouts-are-queried',
      accountId: shop.accountId,
      subject: `cashout ${id}`,
    },
  ])
  await setCheck(clock.now())
})
