import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addProvider, changeProvider, providerById } from '../../src/accounts/add-provider.ts'
import { checkBooks } from '../../src/books-audit/check-books.ts'
import { openSettings } from '../../src/providers/registry.ts'
import { openDispute, paidPix, type SeenDispute } from '../kit/dispute.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import type { Shop } from '../kit/shop.ts'
import { until } from '../kit/time-limit.ts'

/* Two providers at one bank account, each with a PIX key: the bank lists the claims of both. */

let world: World
before(async () => {
  world = await openWorld()
})
after(async () => {
  assert.deepEqual(await checkBooks(world.app), [], 'the books after every story')
  await world.close()
})

/** The settings of the first provider, with another key. */
async function settingsWith(chave: string): Promise<object> {
  const row = await providerById(world.app, world.providers.ids.pix)
  return { ...(openSettings(row, world.app.vault) as object), chave }
}

/** Waits until the claims of a provider are known as they were at the opening of a dispute. */
const untilPolled = (shop: Shop, providerId: string, { openedAt }: SeenDispute): Promise<void> =>
  until('the claims of the provider are polled', async () => {
    await shop.advance('PT5S')
    const found = await world.app.sql`
      select 1 from dispute_sweeps
      where provider_id = ${providerId} and known_until > ${new Date(openedAt)}`
    return found.length > 0
  })

const casesNotTaken = () => world.app.sql`
  select provider_id, subject, found from reconciliation_cases where kind = 'claim-not-taken'`

test('a claim on a Pix of another key of the account is left to its provider', async () => {
  const settings = await settingsWith('outra@exemplo.com.br')
  const { id: second } = await addProvider(world.app, { kind: 'api-pix', name: 'Outra', settings })
  const shop = await world.openShop()
  const [sale, older] = [await paidPix(shop, 46_00), await paidPix(shop, 47_00)]
  await untilPolled(shop, second, await openDispute(shop, sale))
  assert.deepEqual(await casesNotTaken(), [])

  // The first provider receives with another key from now on. What it sold stays its own.
  const { pix: first } = world.providers.ids
  await changeProvider(world.app, first, { settings: await settingsWith('nova@exemplo.com.br') })
  const dispute = await openDispute(shop, older)
  assert.equal(dispute.status, 'NEEDS_RESPONSE')
  await untilPolled(shop, second, dispute)
  assert.deepEqual(await casesNotTaken(), [])
})
