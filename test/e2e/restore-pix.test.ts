import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { App } from '../../src/app.ts'
import { bareId, markedId, newId } from '../../src/primitives/id.ts'
import { cents } from '../../src/primitives/money.ts'
import type { ListedPixCharge, ListedPixPayment } from '../../src/providers/ports/pix.ts'
import { emptyCounts } from '../../src/restore-sweep/sweep-counts.ts'
import { sweepPix } from '../../src/restore-sweep/sweep-pix.ts'
import { paidPix } from '../kit/dispute.ts'
import { openWorld, type World } from '../kit/gateway.ts'

/* The lists of one bank account, which two providers of ours read, or which change meanwhile. */

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

const at = new Date('2026-11-20T12:00:00Z')
const span = { since: at, touchedSince: at, until: new Date(at.getTime() + 3_600_000) }

/** The id of a charge that ends with the mark of this account. */
const markedTxid = (accountId: string) => bareId(markedId(newId(at.getTime()), accountId))

const charge = (txid: string, key: string): ListedPixCharge => ({
  ...{ txid, key, amount: cents(10_00), createdAt: at, expiresAt: span.until },
  emv: '000201',
})
const payment = (txid: string, key: string, letter: string): ListedPixPayment => ({
  ...{ txid, key, endToEndId: `E99999024202611201200${letter.repeat(11)}` },
  ...{ amount: cents(10_00), paidAt: at, refunds: [] },
})

/** The gateway with a second PIX provider, at the bank account of the first. */
function withSecond(
  key: string,
  records: { charges: readonly ListedPixCharge[]; payments: readonly ListedPixPayment[] },
) {
  const { pix: first, boleto: second } = world.providers.ids
  const { providers } = world.app
  const bank = providers.pix(first)
  const app: App = {
    ...world.app,
    providers: {
      ...providers,
      ids: () => [first, second],
      kindOf: () => 'api-pix',
      pix: (id) => ({
        ...bank,
        key: id === second ? key : bank.key,
        takesDueCharges: false,
        listCharges: async () => ({ kind: 'listed', charges: records.charges }),
        listPayments: async () => ({ kind: 'listed', payments: records.payments }),
      }),
    },
  }
  const sweepOf = async (providerId: string) => {
    const counts = emptyCounts()
    await sweepPix(app, providerId, span, counts)
    return counts
  }
  return { key: bank.key, first: () => sweepOf(first), second: () => sweepOf(second) }
}

test('what another provider with the same key has sold is not lost', async () => {
  const shop = await world.openShop()
  const sold = bareId((await shop.sell({ paymentMethod: 'PIX', amount: 10_00 })).id)
  const paid = bareId((await paidPix(shop, 10_00)).id)
  const { pix } = world.providers.ids
  const { key } = world.app.providers.pix(pix)
  const { second } = withSecond(key, {
    charges: [charge(sold, key), charge(paid, key)],
    payments: [payment(paid, key, 'a')],
  })
  assert.deepEqual(await second(), { ...emptyCounts(), asked: 3 })
})

test('each of two keys of an account has a sweep of its own, and a third is not ours', async () => {
  const { accountId } = await world.openShop()
  const { key } = world.app.providers.pix(world.providers.ids.pix)
  const [lost, nobodys] = [markedTxid(accountId), markedTxid(newId(at.getTime()))]
  const { first, second } = withSecond('outra@exemplo.com.br', {
    charges: [charge(lost, key), charge(nobodys, 'terceira@exemplo.com.br')],
    payments: [payment(nobodys, 'terceira@exemplo.com.br', 'b')],
  })
  assert.deepEqual(await second(), { ...emptyCounts(), asked: 3 })
  assert.deepEqual(await first(), { ...emptyCounts(), asked: 3, charges: 1 })
  const [row] = await world.app.sql<{ providerId: string }[]>`
    select provider_id as "providerId" from provider_references where reference = ${lost}`
  assert.equal(row?.providerId, world.providers.ids.pix)
})

test('a lost charge to a key that no provider has any more leads to its account', async () => {
  const { accountId } = await world.openShop()
  const lost = charge(markedTxid(accountId), 'antiga@exemplo.com.br')
  const { key, first } = withSecond('outra@exemplo.com.br', { charges: [lost], payments: [] })
  assert.notEqual(key, lost.key)
  assert.deepEqual(await first(), { ...emptyCounts(), asked: 1, charges: 1 })
})
