import { makeHistory } from '../../scripts/history.ts'
import type { Merchant } from '../../scripts/seed.ts'
import { changeAccount } from '../../src/accounts/open-account.ts'
import { askCashout } from './cashout.ts'
import { newLink } from './checkout.ts'
import type { World } from './gateway.ts'
import { openShop, type Shop } from './shop.ts'

/**
 * A merchant with something on every page: sales, refunds, a dispute, two cashouts of which one
 * waits for approval, an endpoint, a link.
 */
export async function busyMerchant(world: World): Promise<{
  readonly merchant: Merchant
  readonly shop: Shop
  /** Pages of the dashboard that are about one of its things, and that no list opens. */
  readonly paths: readonly string[]
}> {
  const merchant = await world.newMerchant()
  const { baseUrl, receiver } = world
  const sandboxUrl = world.sandbox.controlUrl
  const shop = openShop({ baseUrl, sandboxUrl, receiver, merchant })
  await makeHistory({
    baseUrl,
    sandboxUrl,
    inbox: `${sandboxUrl}/inbox/busy`,
    secretKey: merchant.secretKey,
  })
  const customer = { name: 'Bruno Alves', email: 'bruno@exemplo.com.br' }
  const sale = await shop.sell({ paymentMethod: 'PIX', amount: 45_000, customer })
  await shop.pay(sale.pix?.qrcode ?? '')
  await shop.webhooks(sale.id, 2)
  await shop.call('POST', `/api/user/transactions/${sale.id}/refund`, { amount: 5_000 })
  const disputed = await shop.sell({ paymentMethod: 'PIX', amount: 8_000, customer })
  await shop.pay(disputed.pix?.qrcode ?? '')
  await shop.webhooks(disputed.id, 2)
  await shop.control('POST', '/disputes', {
    reference: disputed.pix?.qrcode,
    kind: 'med',
    action: 'open',
  })
  await askCashout(shop, { amount: 10_000 })
  await shop.call('POST', '/api/user/webhooks/endpoints', {
    url: `${sandboxUrl}/inbox/busy-endpoint`,
    events: ['*'],
  })
  await changeAccount(world.app, merchant.accountId, {
    cashout: { approval: { above: 1_00, by: 'person' } },
  })
  world.app.accounts.refresh()
  await askCashout(shop, { amount: 5_000 })
  const link = await newLink(shop, { maxUses: 8 })
  const account = `/operator/accounts/${merchant.accountId}`
  return {
    ...{ merchant, shop },
    paths: [
      `/payment-links/${link.id}/edit`,
      ...['transactions', 'cashouts', 'deliveries'].map((part) => `${account}?part=${part}`),
    ],
  }
}
