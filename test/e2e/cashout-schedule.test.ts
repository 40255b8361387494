import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { App } from '../../src/app.ts'
import { checkBooks } from '../../src/books-audit/check-books.ts'
import { runSchedules } from '../../src/cashout/run-schedule.ts'
import { Rejection, type RejectionCode } from '../../src/primitives/rejection.ts'
import { cashoutPath, earn, type SeenCashout } from '../kit/cashout.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import type { Shop } from '../kit/shop.ts'

/* An automatic withdrawal that cannot be recorded. */

let world: World
before(async () => {
  world = await openWorld()
  // Due work runs when a test starts it.
  await world.app.worker?.stop()
})
after(async () => {
  assert.deepEqual(await checkBooks(world.app), [])
  await world.close()
})

/** A shop whose withdrawal of all its money is due now. */
async function dueShop(): Promise<Shop> {
  const shop = await world.openShop()
  await earn(shop, 100_00)
  const plan = {
    ...{ enabled: true, frequency: 'daily', time: '09:00' },
    ...{ pixKey: '111.444.777-35', beneficiaryName: 'Ana Teste' },
  }
  assert.equal((await shop.call('PUT', `${cashoutPath}/schedule`, plan)).http, 200)
  await world.app.sql`
    update cashout_schedules set next_at = ${world.app.clock.now()}
    where account_id = ${shop.accountId}`
  return shop
}

const isDue = async ({ accountId }: Shop) => {
  const [row] = await world.app.sql<{ isDue: boolean }[]>`
    select next_at <= ${world.app.clock.now()} as "isDue" from cashout_schedules
    where account_id = ${accountId}`
  return row?.isDue
}
const made = async (shop: Shop) =>
  (await shop.call<SeenCashout[]>('GET', cashoutPath)).body.data.map(({ origin }) => origin)

/** The gateway whose journal rejects each change. */
function rejecting(code: RejectionCode): App {
  const { app } = world
  const record = () => Promise.reject(new Rejection(code, { retryAfterSeconds: 1 }))
  return { ...app, journal: { ...app.journal, record } }
}

for (const code of ['overloaded', 'database-unavailable'] as const)
  test(`under ${code} the withdrawal is made when the lease of its run has ended`, async () => {
    const shop = await dueShop()
    assert.equal(await runSchedules(rejecting(code)), 1)
    assert.deepEqual([await made(shop), await isDue(shop)], [[], true])
    assert.equal(await runSchedules(world.app), 0, 'the lease lasts')
    await world.app.sql`update cashout_schedules set lease_ends_at = now()`
    assert.equal(await runSchedules(world.app), 1)
    assert.deepEqual([await made(shop), await isDue(shop)], [['schedule'], false])
  })

test('a schedule that is turned off after its claim makes no withdrawal', async () => {
  const shop = await dueShop()
  const { app } = world
  const byId: App['accounts']['byId'] = async (id) => {
    const off = await shop.call('PUT', `${cashoutPath}/schedule`, { enabled: false })
    assert.equal(off.http, 200, off.text)
    return app.accounts.byId(id)
  }
  assert.equal(await runSchedules({ ...app, accounts: { ...app.accounts, byId } }), 1)
  assert.deepEqual(await made(shop), [])
})

test('after another rejection the withdrawal waits for its next time', async () => {
  const shop = await dueShop()
  assert.equal(await runSchedules(rejecting('cashout-limit-exceeded')), 1)
  assert.deepEqual([await made(shop), await isDue(shop)], [[], false])
  await world.app.sql`update cashout_schedules set lease_ends_at = now()`
  assert.equal(await runSchedules(world.app), 0)
})
