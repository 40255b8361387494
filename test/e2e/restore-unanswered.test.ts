import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { App } from '../../src/app.ts'
import {
  cashoutStop,
  endCashoutStop,
  stopAllCashouts,
} from '../../src/books-audit/cashout-stop-store.ts'
import { waitsForSweep } from '../../src/books-audit/restore-gate.ts'
import { dayMs } from '../../src/primitives/durations.ts'
import { bareId } from '../../src/primitives/id.ts'
import { cents } from '../../src/primitives/money.ts'
import { sweep } from '../../src/restore-sweep/sweep.ts'
import { storedNumbers } from '../../src/worker/stored-numbers-store.ts'
import { cardOrder } from '../kit/dispute.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import type { Sale, Shop } from '../kit/shop.ts'

/* Sweeps after a restore at a provider that does not say whether a payment was paid. */

let world: World
let shop: Shop
before(async () => {
  world = await openWorld()
  shop = await world.openShop()
})
after(() => world.close())

const silence = { kind: 'unknown', cause: new Error('no response') } as const
const find = async () => silence

const customer = { name: 'Maria Souza', document: { number: '11144477735', type: 'CPF' } }
const boleto = {
  ...{ paymentMethod: 'BOLETO', amount: 12_00, customer, boleto: { expiresInDays: 3 } },
}

const sweepOf = (app: App, since: Date) =>
  sweep(app, { since, lookBackMs: dayMs, settledBy: 'Maria Souza' })

/** Whether money waits, and whether the metric of the alert shows it. */
const waits = async () => [
  await waitsForSweep(world.app),
  (await storedNumbers(world.app)).isCashoutStopped,
]

type Rail = 'boleto' | 'card' | 'pix'
const sales: Readonly<Record<Rail, () => Promise<Sale>>> = {
  boleto: () => shop.sell(boleto),
  card: () => shop.sell({ ...cardOrder(30_00), capture: false }),
  pix: () => shop.sell({ paymentMethod: 'PIX', amount: 10_00 }),
}

/** The gateway whose provider of this rail lists a payment of the sale, and answers no query. */
function withSilent(rail: Rail, { id }: Sale): App {
  const { providers } = world.app
  const paid = {
    ...{ txid: bareId(id), endToEndId: 'E99999024202611201200aaaaaaaaaaa' },
    ...{ amount: cents(10_00), paidAt: world.app.clock.now(), refunds: [] },
  }
  const ports: Readonly<Record<Rail, Partial<App['providers']>>> = {
    boleto: { boleto: (provider) => ({ ...providers.boleto(provider), find }) },
    card: { card: (provider) => ({ ...providers.card(provider), findByReference: find }) },
    pix: {
      pix: (provider) => ({
        ...providers.pix(provider),
        findCharge: find,
        listPayments: async () => ({ kind: 'listed', payments: [paid] }),
      }),
    },
  }
  return { ...world.app, providers: { ...providers, ...ports[rail] } }
}

for (const rail of ['boleto', 'card', 'pix'] as const)
  test(`a ${rail} that is not answered for keeps the money here`, async () => {
    const sale = await sales[rail]()
    const since = new Date(world.app.clock.now().getTime() - 60_000)
    const report = await sweepOf(withSilent(rail, sale), since)
    assert.deepEqual(
      report.providers.flatMap(({ providerId, problem }) =>
        problem === undefined ? [] : [[providerId, problem]],
      ),
      [[world.providers.ids[rail], `${sale.id}: no response`]],
    )
    assert.deepEqual([report.isSettled, ...(await waits())], [false, true, true])

    const repeated = await sweepOf(world.app, since)
    assert.deepEqual([repeated.isSettled, ...(await waits())], [true, false, false])
  })

test('a sweep does not settle an earlier loss that was declared while it asked', async () => {
  const sale = await sales.boleto()
  const later = new Date(world.app.clock.now().getTime() - 30_000)
  const earlier = new Date(later.getTime() - 30_000)
  const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { providers } = world.app
  const boleto: App['providers']['boleto'] = (provider) => {
    const bank = providers.boleto(provider)
    assert('find' in bank)
    const findLate: typeof bank.find = async (...order) => {
      asked.resolve()
      await released.promise
      return bank.find(...order)
    }
    return { ...bank, find: findLate }
  }
  const first = sweepOf({ ...world.app, providers: { ...providers, boleto } }, later)
  await asked.promise
  const second = await sweepOf(withSilent('boleto', sale), earlier)
  assert.equal(second.isSwept, false)
  released.resolve()
  const { isSwept, isSettled } = await first
  assert.deepEqual([isSwept, isSettled, ...(await waits())], [false, false, true, true])

  const last = await sweepOf(world.app, later)
  assert.deepEqual([last.since, last.isSwept, last.isSettled], [earlier, true, true])
  assert.deepEqual(await waits(), [false, false])
})

test('a sweep that ends leaves a stop with violations of the books, and says so', async () => {
  const since = new Date(world.app.clock.now().getTime() - 30_000)
  const breach = { rule: 'a-rule', accountId: shop.accountId, subject: 'a row' }
  await stopAllCashouts(world.app.sql, 'books-violated', [breach])
  const { isSwept, isSettled } = await sweepOf(world.app, since)
  assert.deepEqual([isSwept, isSettled, ...(await waits())], [true, false, false, true])
  const stop = await cashoutStop(world.app.sql)
  const resumption = { resumedBy: 'Maria Souza', note: 'a test', seen: stop?.digest ?? '' }
  assert.deepEqual(await endCashoutStop(world.app.sql, resumption), [breach])
})

test('a sweep that has not ended is repeated from its own beginning', async () => {
  const sale = await sales.boleto()
  const later = new Date(world.app.clock.now().getTime() - 30_000)
  const earlier = new Date(later.getTime() - 30_000)
  const first = await sweepOf(withSilent('boleto', sale), earlier)
  assert.deepEqual([first.isSettled, first.since], [false, earlier])
  const repeated = await sweepOf(world.app, later)
  assert.deepEqual([repeated.isSettled, repeated.since], [true, earlier])

  // A later loss has nothing to do with the one that was swept.
  const another = await sweepOf(withSilent('boleto', sale), later)
  assert.deepEqual([another.isSettled, another.since], [false, later])
  const last = await sweepOf(world.app, later)
  assert.deepEqual([last.isSettled, last.since], [true, later])
})
