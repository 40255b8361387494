import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { App } from '../../src/app.ts'
import { checkBooks } from '../../src/books-audit/check-books.ts'
import { cashoutById } from '../../src/cashout/cashout-store.ts'
import { advanceCashout } from '../../src/cashout/resolve-cashout.ts'
import { balanceOf } from '../../src/ledger/ledger-store.ts'
import { bareId, markedId, newId } from '../../src/primitives/id.ts'
import { cents } from '../../src/primitives/money.ts'
import type { ListedPayout, PayoutFinding } from '../../src/providers/ports/payout.ts'
import { emptyCounts } from '../../src/restore-sweep/sweep-counts.ts'
import { sweepPayouts } from '../../src/restore-sweep/sweep-payouts.ts'
import { askCashout, earn } from '../kit/cashout.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import type { Shop } from '../kit/shop.ts'

/* A cashout of 100.00 that left after the restored instant, when its money is taken again. */

let world: World
before(async () => {
  world = await openWorld()
  // The worker is stopped: each test does the due work itself.
  await world.app.worker?.stop()
})
after(async () => {
  assert.deepEqual(await checkBooks(world.app), [])
  await world.close()
})

const amount = cents(100_00)

/** Sweeps a bank that has a lost cashout of this shop with this result. */
async function sweepLost(shop: Shop, result: (now: Date) => PayoutFinding) {
  const { app, providers } = world
  const now = app.clock.now()
  const id = markedId(newId(now.getTime()), shop.accountId)
  const payout: ListedPayout = {
    ...{ payoutId: bareId(id), amount, requestedAt: now, hasFailed: false },
    key: 'outro@exemplo.com.br',
  }
  let finding = result(now)
  const port = (providerId: string): ReturnType<App['providers']['payout']> => ({
    ...app.providers.payout(providerId),
    list: async () => ({ kind: 'listed', payouts: [payout] }),
    find: async () => finding,
    send: () => assert.fail('nothing is sent'),
  })
  const swept: App = { ...app, providers: { ...app.providers, payout: port } }
  const span = { since: now, until: new Date(now.getTime() + 1) }
  const counts = emptyCounts()
  await sweepPayouts(swept, providers.ids.payout, span, counts)
  assert.deepEqual(counts, { ...emptyCounts(), asked: 1, cashouts: 1 })
  const find = async (cashoutId = id) =>
    (await cashoutById(app.sql, shop.accountId, cashoutId)) ?? assert.fail('it is not recorded')
  const advance = async (cashoutId?: string, next = finding) => {
    finding = next
    await advanceCashout(swept, { cashout: await find(cashoutId), queries: 0 })
  }
  const books = async () => {
    const { available, blocked, debt } = await balanceOf(app, shop.accountId)
    return [available, blocked, debt]
  }
  return { find, advance, books }
}

const completed = (now: Date): PayoutFinding => ({
  ...{ kind: 'completed', endToEndId: 'E99999024202611201500abcdefghijk', amount },
  ...{ completedAt: now, returns: [] },
})

test('what the balance lacks of a lost cashout is debt, and no other takes its money', async () => {
  const shop = await world.openShop()
  await earn(shop, 100_00)
  const later = (await askCashout(shop, { amount: 60_00 })).body.data.id
  const { find, advance, books } = await sweepLost(shop, completed)
  assert.equal((await find()).status, 'COMPLETED')
  assert.deepEqual(await books(), [0, 60_00, 60_00])

  await advance(later)
  const { status, canceledReason } = await find(later)
  assert.deepEqual([status, canceledReason], ['CANCELED', 'owed'])
  assert.deepEqual(await books(), [0, 0, 0])
})

test('a lost cashout without any balance that fails at its bank leaves no debt', async () => {
  const shop = await world.openShop()
  const { find, advance, books } = await sweepLost(shop, () => ({
    kind: 'unknown',
    cause: new Error('no response'),
  }))
  assert.equal((await find()).status, 'PROCESSING')
  assert.deepEqual(await books(), [0, 100_00, 100_00])

  await advance(undefined, { kind: 'failed', code: 'AC03', reason: 'Conta encerrada.' })
  assert.equal((await find()).status, 'FAILED')
  assert.deepEqual(await books(), [0, 0, 0])
})
