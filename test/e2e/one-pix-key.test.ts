import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { renewCallback } from '../../src/accounts/add-provider.ts'
import { askCashout, earn, untilCashout } from '../kit/cashout.ts'
import { openWorld, type World } from '../kit/gateway.ts'

// The gateway receives and pays with one key at Efí, which has one callback address.

let world: World
before(async () => {
  world = await openWorld({ SANDBOX_PIX_BANK: 'efi' })
})
after(() => world.close())

test('the bank has one address for both providers', async () => {
  const { pix, efi } = world.providers.all
  assert.equal(world.sandbox.credentials.pix?.chave, world.sandbox.credentials.efi?.chave)
  assert.deepEqual([...world.app.providers.sharingCallback(pix ?? '')].sort(), [pix, efi].sort())
  const { cielo = '' } = world.providers.all
  assert.deepEqual(world.app.providers.sharingCallback(cielo), [cielo])
})

test('whichever address was registered last, both kinds of notice are followed', async () => {
  const { pix = '', efi = '' } = world.providers.all
  for (const last of [pix, efi]) {
    await renewCallback(world.app, last)
    const receiving = await world.openShop()
    await earn(receiving, 100_00) // It waits for the webhook of the payment.
    const { body } = await askCashout(receiving, { amount: 40_00 })
    await untilCashout(receiving, body.data.id, 'COMPLETED')
  }
})
