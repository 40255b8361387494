import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { changeAccount } from '../../src/accounts/open-account.ts'
import { checkBooks } from '../../src/books-audit/check-books.ts'
import { cents } from '../../src/primitives/money.ts'
import { balance } from '../kit/cashout.ts'
import { paidPix } from '../kit/dispute.ts'
import { openWorld, shortCalls, type World } from '../kit/gateway.ts'
import type { Sale, Shop } from '../kit/shop.ts'
import { timeLimit } from '../kit/time-limit.ts'

let world: World
before(async () => {
  world = await openWorld(shortCalls, { readsFiles: true })
  // The bank has a devolução of its own before a refund is sent again.
  await world.app.worker?.stop()
})
after(() => world.close())

interface RefundedSale extends Sale {
  readonly endToEndId: string | null
  readonly refunds: readonly { readonly id: string; readonly status: string }[]
}

/** A shop without fees, so that a balance is a sum of amounts. */
async function openFreeShop(): Promise<Shop> {
  const shop = await world.openShop()
  await changeAccount(world.app, shop.accountId, { prices: { PIX: { fixed: 0, basisPoints: 0 } } })
  world.app.accounts.refresh()
  return shop
}

const refund = (shop: Shop, { id }: Sale, amount: number) =>
  shop.call<RefundedSale>('POST', `/api/user/transactions/${id}/refund`, { amount })
const fault = (shop: Shop, provider: string, operation: string, name: string) =>
  shop.control('POST', '/faults', { provider, operation, fault: name, times: 1 })
const statuses = async (shop: Shop, { id }: Sale) =>
  ((await shop.find(id)) as RefundedSale).refunds.map(({ status }) => status)
async function pass(shop: Shop, ...durations: readonly string[]): Promise<void> {
  for (const duration of durations) await shop.advance(duration)
}
const casesOf = async ({ id }: Sale) => {
  const rows = await world.app.sql<{ kind: string; found: { readonly amount: number } }[]>`
    select kind, found from reconciliation_cases
    where object_id in (select r.id from refunds r where r.transaction_id = ${id})`
  return rows.map(({ kind, found }) => [kind, found.amount])
}
/** The bank's own name for a devolução of ours. */
const bankIdOf = async ({ id }: Sale): Promise<string> => {
  const [row] = await world.app.sql<
    { id: string }[]
  >`select id from refunds where transaction_id = ${id}`
  return (row?.id ?? '').replaceAll('-', '')
}

/** The bank takes a devolução that is not ours to know of. */
async function returnAtBank(
  shop: Shop,
  sale: Sale,
  given: { readonly refundId: string; readonly amount: number },
) {
  const { endToEndId } = (await shop.find(sale.id)) as RefundedSale
  const bank = world.app.providers.pix(world.providers.all.pix ?? '')
  const order = { ...given, amount: cents(given.amount), endToEndId: endToEndId ?? '' }
  assert.equal((await bank.refund(order, timeLimit())).kind, 'processing')
}

test('a refused devolução releases nothing when an earlier send may have arrived', async () => {
  const shop = await openFreeShop()
  const sale = await paidPix(shop, 90_00)
  await fault(shop, 'pix', 'refund.create', 'timeout-before')
  await refund(shop, sale, 90_00)
  await returnAtBank(shop, sale, { refundId: 'painel1', amount: 90_00 })
  await pass(shop, 'PT31S', 'PT1M', 'PT10M')
  const { endToEndId } = (await shop.find(sale.id)) as RefundedSale
  const tries = await shop.calls({
    provider: 'pix',
    operation: 'refund.create',
    reference: endToEndId,
  })
  assert.ok(tries.length > 2, 'it was sent again beside the other')
  assert.deepEqual(await statuses(shop, sale), ['PROCESSING'])
  assert.equal((await balance(shop)).blocked, 90_00)
})

test('a devolução refused at its first send fails, and the money is back', async () => {
  const shop = await openFreeShop()
  const sale = await paidPix(shop, 90_00)
  await returnAtBank(shop, sale, { refundId: 'painel1', amount: 90_00 })
  await refund(shop, sale, 90_00)
  assert.deepEqual(await statuses(shop, sale), ['FAILED'])
  assert.deepEqual((await balance(shop)).available, 90_00)
})

for (const name of ['error-401', 'error-403', 'error-429', 'error-503'])
  test(`a bank that returns ${name} for a devolução has not refused it: made once`, async () => {
    const shop = await openFreeShop()
    const sale = await paidPix(shop, 90_00)
    await fault(shop, 'pix', 'refund.create', name)
    await refund(shop, sale, 90_00)
    await pass(shop, 'PT10S', 'PT30S', 'PT30S', 'PT1M')
    assert.deepEqual(await statuses(shop, sale), ['COMPLETED'])
    assert.equal((await balance(shop)).available, 0)
  })

test('another amount under the same id is a case, and the money stays held', async () => {
  const shop = await openFreeShop()
  const sale = await paidPix(shop, 90_00)
  await fault(shop, 'pix', 'refund.create', 'timeout-before')
  await refund(shop, sale, 60_00)
  await returnAtBank(shop, sale, { refundId: await bankIdOf(sale), amount: 50_00 })
  await pass(shop, 'PT31S', 'PT1M')
  assert.deepEqual(await statuses(shop, sale), ['PROCESSING'])
  assert.deepEqual(await casesOf(sale), [['refund-answer-differs', 50_00]])
  assert.equal((await balance(shop)).blocked, 60_00)
})

test('the books of all this add up', async () => {
  assert.deepEqual(await checkBooks(world.app), [])
})
