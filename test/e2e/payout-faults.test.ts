import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { faults } from '../../sandbox/faults.ts'
import { checkBooks } from '../../src/books-audit/check-books.ts'
import { askCashout, balance, untilCashout } from '../kit/cashout.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import type { Shop } from '../kit/shop.ts'
import { openShopAt } from '../kit/shop-at-bank.ts'

/** One cashout for each fault of the bank that sends. Each is paid once, whatever happened. */

let world: World
before(async () => {
  // A silent bank costs a test this long. Each cashout is queried later, so a slow one costs none.
  world = await openWorld({ GUICHE_ACQUIRER_CALL_MS: '500' })
})
after(async () => {
  assert.deepEqual(await checkBooks(world.app), [])
  await world.close()
})

interface Order {
  readonly amount: number
  readonly [field: string]: unknown
}

/** Requests one cashout under each fault of this operation. */
async function payUnderFaults(
  { bank, operation }: { readonly bank: 'efi' | 'woovi'; readonly operation: string },
  orderOf: (index: number) => Order | Promise<Order>,
): Promise<{ readonly shop: Shop; readonly ids: readonly string[] }> {
  const shop = await openShopAt(world, bank)
  const balanceAtBank = async () =>
    (await shop.control<{ balance: number }>('GET', `/${bank}`)).balance
  const before = await balanceAtBank()
  const ids: string[] = []
  let total = 0
  for (const [index, fault] of faults.entries()) {
    const order = await orderOf(index)
    await shop.control('POST', '/faults', { provider: bank, operation, fault, times: 1 })
    const { body, text } = await askCashout(shop, order)
    const id = body.data?.id ?? assert.fail(text)
    await untilCashout(shop, id, 'PROCESSING', 'COMPLETED')
    ids.push(id)
    total += order.amount
  }
  for (const step of ['PT3S', 'PT6S', 'PT16S', 'PT1M', 'PT2M']) await shop.advance(step)
  for (const id of ids) await untilCashout(shop, id, 'COMPLETED')
  assert.equal(before - (await balanceAtBank()), total)
  const { available, blocked } = await balance(shop)
  assert.deepEqual([available, blocked], [500_00 - total, 0])
  return { shop, ids }
}

for (const operation of ['request', 'approve'])
  test(`the second bank under every fault of ${operation}: each cashout is paid once`, async () => {
    const { shop, ids } = await payUnderFaults({ bank: 'woovi', operation }, (index) => ({
      amount: 1_00,
      pixKey: `p${index}@exemplo.com.br`,
    }))
    for (const id of ids) {
      const calls = await shop.calls({ provider: 'woovi', reference: id.replaceAll('-', '') })
      const requested = calls.filter(({ outcome }) => outcome === 'requested')
      assert.ok(requested.length <= 1)
    }
  })

for (const [bank, operation] of [
  ['efi', 'qrcode.pay'],
  ['woovi', 'approve'],
] as const)
  test(`${bank} under every fault of ${operation}: each code is paid once`, async () => {
    const seller = await world.openShop()
    const charges: string[] = []
    await payUnderFaults({ bank, operation }, async (index) => {
      const amount = 2_00 + index * 1_00
      const { id, pix } = await seller.sell({ paymentMethod: 'PIX', amount })
      charges.push(id)
      return { amount, qrcode: pix?.qrcode, pixKey: undefined, pixType: undefined }
    })
    for (const id of charges) {
      await seller.webhooks(id, 2)
      assert.equal((await seller.find(id)).status, 'PAID')
    }
  })
