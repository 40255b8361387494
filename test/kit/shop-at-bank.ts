import assert from 'node:assert/strict'
import { changeAccount } from '../../src/accounts/open-account.ts'
import { earn } from './cashout.ts'
import type { World } from './gateway.ts'
import type { Shop } from './shop.ts'

/** A shop with R$ 500.00, whose cashouts this bank sends. */
export async function openShopAt(world: World, bank: 'efi' | 'woovi'): Promise<Shop> {
  const shop = await world.openShop()
  const payout = world.providers.all[bank] ?? assert.fail('the bank is seeded')
  await changeAccount(world.app, shop.accountId, {
    providers: { ...world.providers.ids, payout },
  })
  world.app.accounts.refresh()
  await earn(shop, 500_00)
  return shop
}
