import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { casePage } from '../../src/cases/case-store.ts'
import { reconcileProvider } from '../../src/reconciliation/reconcile-provider.ts'
import { advanceToHour } from '../kit/calendar.ts'
import { soldByCard } from '../kit/dispute.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import type { Sale, Shop } from '../kit/shop.ts'

/* A shop at Rede, whose EEVC and EEFI the gateway reads from a mailbox. */

let world: World
let shop: Shop
before(async () => {
  world = await openWorld({}, { readsFiles: true, hasMailboxes: true })
  shop = await world.openShop({ card: world.providers.all.rede ?? '' })
  await advanceToHour(shop, 12) // At this hour the files of the days before are there.
})
after(() => world.close())

/** Reads all there is. Returns the cases that are open then. */
async function reconcile() {
  const { rede = '' } = world.providers.all
  const { files } = world.app.providers.card(rede)
  assert(files)
  for (let reading = 0; reading < 2; reading += 1)
    assert.equal((await reconcileProvider(world.app, rede, files))?.isComplete, true)
  const { rows } = await casePage(world.app.sql, { statuses: ['OPEN'] }, { limit: 50 })
  return rows.map(({ id, kind, expected, found }) => ({ id, kind, expected, found }))
}

async function refund({ id }: Sale, amount: number): Promise<void> {
  const path = `/api/user/transactions/${id}/refund`
  const { http, text } = await shop.call('POST', path, { amount })
  assert.equal(http, 200, text)
}

test('a day of sales and refunds at Rede leaves no case', async () => {
  const [whole, parts] = [await soldByCard(shop, 100_00), await soldByCard(shop, 333_34, 12)]
  await soldByCard(shop, 80_12) // In analysis for a minute.
  await soldByCard(shop, 90_00, 3)
  await refund(whole, 40_00)
  await refund(whole, 10_00)
  await refund(parts, 333_34)
  for (const step of ['PT1M', 'PT5M', 'P1D', 'P1D']) await shop.advance(step)
  assert.deepEqual(await reconcile(), [])
  const rows = await world.app.sql<{ kind: string; count: number }[]>`
    select kind, count(*)::int as count from settlement_lines group by kind order by kind`
  assert.deepEqual(
    rows.map(({ kind, count }) => [kind, count]),
    [
      ['installment', 17],
      ['refund', 3],
      ['sale', 4],
    ],
  )
})

test('a month later what fell due was paid, and nothing is left open', async () => {
  await shop.advance('P40D')
  assert.deepEqual(await reconcile(), [])
  const [payments] = await world.app.sql<{ amount: number }[]>`
    select sum(amount)::int as amount from settlement_lines where kind = 'payment'`
  const [due] = await world.app.sql<{ amount: number }[]>`
    select sum(net)::int as amount
    from settlement_lines
    where kind = 'installment' and date <= (select max(date) from settlement_files)`
  assert.ok((payments?.amount ?? 0) > 0)
  assert.equal(payments?.amount, due?.amount)
})

for (const [fault, kinds] of [
  ['missing-row', ['sale-missing-in-file']],
  ['unknown-sale', ['sale-unknown']],
  ['wrong-amount', ['sale-amount-differs']],
  ['doubled-file', ['file-doubled']],
  ['sequence-gap', ['file-missing']],
] as const) {
  test(`${fault} in a file of Rede is a case, and only that`, async () => {
    const before = new Set((await reconcile()).map(({ id }) => id))
    await shop.control('POST', '/faults', { provider: 'rede', operation: 'settlement-file', fault })
    await soldByCard(shop, 44_00)
    await shop.advance('P2D')
    const opened = (await reconcile()).filter(({ id }) => !before.has(id))
    assert.deepEqual(new Set(opened.map(({ kind }) => kind)), new Set(kinds))
  })
}

test('a sale that Rede did not capture is missing in its files', async () => {
  const before = new Set((await reconcile()).map(({ id }) => id))
  const { id } = await soldByCard(shop, 70_30)
  await shop.advance('P2D')
  const opened = (await reconcile()).filter((each) => !before.has(each.id))
  assert.deepEqual(
    opened.map(({ kind, expected }) => [kind, (expected as { amount: number }).amount]),
    [['sale-missing-in-file', 70_30]],
  )
  assert.equal((await shop.find(id)).status, 'PAID')
})
