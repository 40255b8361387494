import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { App } from '../../src/app.ts'
import { WriteConflict } from '../../src/journal/journal.ts'
import { bareId, markedId, newId } from '../../src/primitives/id.ts'
import { cents } from '../../src/primitives/money.ts'
import type {
  ListedPixCharge,
  ListedPixPayment,
  PixPayment,
} from '../../src/providers/ports/pix.ts'
import { emptyCounts, type SweepSpan } from '../../src/restore-sweep/sweep-counts.ts'
import { sweepPix } from '../../src/restore-sweep/sweep-pix.ts'
import { createPix } from '../../src/transactions/charge/create-pix-transaction.ts'
import { itemsOf } from '../../src/transactions/order-facts.ts'
import type { OrderFacts, Transaction } from '../../src/transactions/transaction.ts'
import { transactionById } from '../../src/transactions/transaction-store.ts'
import { paidPix } from '../kit/dispute.ts'
import { openWorld, type World } from '../kit/gateway.ts'

/* The lists of one bank account, which two providers of ours read, or which change meanwhile. */

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

const at = new Date('2026-11-20T12:00:00Z')
const end = new Date(at.getTime() + 3_600_000)
const span: SweepSpan = {
  ...{ since: at, touchedSince: at, until: end, now: end, noticedAt: end },
  salesEnd: () => assert.fail('no charge is recent'),
}

/** The id of a charge that ends with the mark of this account. */
const markedTxid = (accountId: string) => bareId(markedId(newId(at.getTime()), accountId))

const charge = (txid: string, key: string): ListedPixCharge => ({
  ...{ txid, key, amount: cents(10_00), createdAt: at, expiresAt: end },
  emv: '000201',
})
const payment = (txid: string, key: string, letter: string): ListedPixPayment => ({
  ...{ txid, key, endToEndId: `E99999024202611201200${letter.repeat(11)}` },
  ...{ amount: cents(10_00), paidAt: at, refunds: [] },
})

/** The gateway with a second PIX provider, at the bank account of the first. */
function withSecond(
  key: string,
  records: {
    charges: readonly ListedPixCharge[]
    payments: readonly ListedPixPayment[]
    /** The response to a query of one charge. Absent: that of the simulated bank. */
    found?: readonly PixPayment[]
  },
) {
  const { found } = records
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
        ...(found && {
          findCharge: async () => ({ kind: 'found', state: 'completed', payments: found }),
        }),
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
  const [lost, unowned] = [markedTxid(accountId), markedTxid(newId(at.getTime()))]
  const { first, second } = withSecond('outra@exemplo.com.br', {
    charges: [charge(lost, key), charge(unowned, 'terceira@exemplo.com.br')],
    payments: [payment(unowned, 'terceira@exemplo.com.br', 'b')],
  })
  assert.deepEqual(await second(), { ...emptyCounts(), asked: 3 })
  assert.deepEqual(await first(), { ...emptyCounts(), asked: 3, charges: 1 })
  const [row] = await world.app.sql<{ providerId: string }[]>`
    select provider_id as "providerId" from provider_references where reference = ${lost}`
  assert.equal(row?.providerId, world.providers.ids.pix)
})

/** A sale with an address whose charge its bank has, and that is recorded at the call. */
async function saleUnderWay() {
  const { accountId } = await world.openShop()
  const { app } = world
  const account = (await app.accounts.byId(accountId)) ?? assert.fail('the account exists')
  const atBank = Promise.withResolvers<void>()
  const mayRecord = Promise.withResolvers<void>()
  const record: App['journal']['record'] = async (change) => {
    atBank.resolve()
    await mayRecord.promise
    return app.journal.record(change)
  }
  const facts: OrderFacts = {
    ...{ customer: null, items: itemsOf(), shipping: null, metadata: null, traceable: null },
    ...{ ip: null, externalRef: null, postbackUrl: `${world.receiver.url}/pedido` },
  }
  const sale = createPix(
    { ...app, journal: { ...app.journal, record } },
    account,
    { amount: cents(10_00), facts, payment: { method: 'PIX', expiresInSeconds: undefined } },
    {},
  )
  await atBank.promise
  return async () => {
    mayRecord.resolve()
    return sale
  }
}

/** Sweeps the last hour at the simulated bank. */
async function sweepNow(app: App, changes: Partial<SweepSpan>) {
  const now = app.clock.now()
  const [since, until] = [-1, 1].map((hours) => new Date(now.getTime() + hours * 3_600_000))
  assert(since && until)
  const counts = emptyCounts()
  const { pix } = world.providers.ids
  await sweepPix(app, pix, { ...span, since, touchedSince: since, until, ...changes }, counts)
  return { ...counts, asked: 0 }
}

const hasAddress = async ({ accountId, id }: Transaction): Promise<boolean> => {
  const sale = await transactionById(world.app.sql, accountId, id)
  return typeof sale?.order.postbackUrl === 'string'
}

test('the sweep leaves a charge to the sale that is being recorded', async () => {
  const record = await saleUnderWay()
  const noticedAt = new Date(world.app.clock.now().getTime() - 600_000)
  const swept = await sweepNow(world.app, {
    noticedAt,
    salesEnd: async () => void (await record()),
  })
  assert.deepEqual(swept, emptyCounts())
  assert.ok(await hasAddress(await record()))
})

test('a recent charge that no sale records is brought back', async () => {
  const record = await saleUnderWay()
  const noticedAt = new Date(world.app.clock.now().getTime() - 600_000)
  const swept = await sweepNow(world.app, { noticedAt, salesEnd: async () => {} })
  assert.deepEqual(swept, { ...emptyCounts(), charges: 1 })
  await assert.rejects(record(), WriteConflict)
})

test('a sale that is recorded while the sweep brings it back ends no sweep', async () => {
  const record = await saleUnderWay()
  const { app } = world
  const journal: App['journal'] = {
    ...app.journal,
    record: async (change) => {
      await record()
      return app.journal.record(change)
    },
  }
  const noticedAt = new Date(app.clock.now().getTime() + 600_000)
  assert.deepEqual(await sweepNow({ ...app, journal }, { noticedAt }), emptyCounts())
  assert.ok(await hasAddress(await record()))
})

test('a lost charge to a key that no provider has any more leads to its account', async () => {
  const { accountId } = await world.openShop()
  const lost = charge(markedTxid(accountId), 'antiga@exemplo.com.br')
  const { key, first } = withSecond('outra@exemplo.com.br', { charges: [lost], payments: [] })
  assert.notEqual(key, lost.key)
  assert.deepEqual(await first(), { ...emptyCounts(), asked: 1, charges: 1 })
})

/** An id like ours that ends with the mark of no account: a person chose it at the bank. */
const refundByHand = () => ({ refundId: bareId(newId(at.getTime())), amount: cents(10_00) })

test('what a person returned of a second payment is no refund of the sale', async () => {
  const shop = await world.openShop()
  const { app } = world
  const bank = app.providers.pix(world.providers.ids.pix)
  const sale = await paidPix(shop, 10_00)
  const second = await shop.pay(sale.pix?.qrcode ?? '', { force: true })
  const returned = await bank.refund(
    { ...refundByHand(), endToEndId: String(second.body.endToEndId) },
    AbortSignal.timeout(10_000),
  )
  assert.ok(['processing', 'returned'].includes(returned.kind), returned.kind)
  const noticedAt = new Date(app.clock.now().getTime() + 600_000)
  assert.deepEqual(await sweepNow(app, { noticedAt }), emptyCounts())
  const { status, refundedAmount } = await shop.find(sale.id)
  assert.deepEqual([status, refundedAmount], ['PAID', 0])
})

test('a lost payment is not the one that a person has returned', async () => {
  const shop = await world.openShop()
  const { id } = await shop.sell({ paymentMethod: 'PIX', amount: 10_00 })
  const { key } = world.app.providers.pix(world.providers.ids.pix)
  const [kept, second] = [payment(bareId(id), key, 'k'), payment(bareId(id), key, 's')]
  const { first } = withSecond(key, {
    charges: [],
    payments: [{ ...second, refunds: [refundByHand()] }],
    found: [{ ...second, returned: second.amount }, kept],
  })
  assert.deepEqual(await first(), { ...emptyCounts(), asked: 1, payments: 1 })
  const { status, endToEndId, refundedAmount } = await shop.find(id)
  assert.deepEqual([status, endToEndId, refundedAmount], ['PAID', kept.endToEndId, 0])
})

test('a refund of ours of a payment that does not count is a case', async () => {
  const shop = await world.openShop()
  const sale = await paidPix(shop, 10_00)
  const { key } = world.app.providers.pix(world.providers.ids.pix)
  const refundId = bareId(markedId(newId(at.getTime()), shop.accountId))
  const second = payment(bareId(sale.id), key, 'r')
  const { first } = withSecond(key, {
    charges: [],
    payments: [{ ...second, refunds: [{ refundId, amount: cents(10_00) }] }],
  })
  assert.deepEqual(await first(), { ...emptyCounts(), asked: 1, cases: 1 })
  assert.equal((await shop.find(sale.id)).refundedAmount, 0)
})
