import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { type BackupReport, checkBackup } from '../../src/backup-check/check-backup.ts'
import { checkBooks } from '../../src/books-audit/check-books.ts'
import { trialBalance } from '../../src/books-audit/trial-balance-store.ts'
import type { Queryable } from '../../src/db/pool.ts'
import { sweep } from '../../src/restore-sweep/sweep.ts'
import { askCashout, balance, earn, findCashout, untilCashout } from '../kit/cashout.ts'
import { englishWord } from '../kit/english-word.ts'
import { openRestorableWorld, type RestorableWorld } from '../kit/restorable-world.ts'
import type { Sale, Shop } from '../kit/shop.ts'
import { until } from '../kit/time-limit.ts'

let world: RestorableWorld
before(async () => {
  world = await openRestorableWorld()
})
after(() => world.close())

const key = (name: string) => ({ 'idempotency-key': `restore-${name}` })

const customer = { name: 'Maria Souza', document: { number: '11144477735', type: 'CPF' } }
const card = (amount: number) => ({
  ...{ paymentMethod: 'CREDIT_CARD', amount, installments: 1, customer },
  card: {
    ...{ number: '4111111111111111', holderName: 'MARIA SOUZA', cvv: '123' },
    ...{ expirationMonth: 12, expirationYear: 2030 },
  },
})
const boleto = (amount: number) => ({
  ...{ paymentMethod: 'BOLETO', amount, customer, boleto: { expiresInDays: 3 } },
})
const refund = (shop: Shop, { id }: Sale, amount: number, headers = {}) =>
  shop.call<Sale>('POST', `/api/user/transactions/${id}/refund`, { amount }, headers)

const untilPaid = (shop: Shop, { id }: Sale): Promise<void> =>
  until(`${id} is paid`, async () => (await shop.find(id)).status === 'PAID')
const payPix = async (shop: Shop, sale: Sale): Promise<void> => {
  await shop.pay(sale.pix?.qrcode ?? '')
  await untilPaid(shop, sale)
}

/** Waits until the refunds of a payment are this much, and makes them due. */
const untilRefunded = (shop: Shop, { id }: Sale, amount: number): Promise<void> =>
  until(`${amount} of ${id} is refunded`, async () => {
    if ((await shop.find(id)).refundedAmount === amount) return true
    await world.gateway().app.sql`update refunds set due_at = now() where status = 'PROCESSING'`
    return false
  })

/** The number of calls that send money or charge a card, by the provider's reference. */
async function sentCalls(shop: Shop): Promise<Readonly<Record<string, number>>> {
  const calls = await shop.calls({})
  const sent = calls.filter(({ operation }) =>
    ['send', 'sale', 'refund.create', 'cancel', 'void'].includes(operation),
  )
  const counts: Record<string, number> = {}
  for (const { provider, operation, reference, amount } of sent) {
    const name = `${provider} ${operation} ${reference} ${amount}`
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

const english = ({ problems }: BackupReport): readonly string[] => problems.map(({ en }) => en)

test('a check of the backup restores it, reads the books, and leaves nothing', async () => {
  const { postgres, home, gateway } = world
  const startedAt = Date.now()
  await postgres.takeBackup()
  const options = {
    ...{ command: postgres.copyCommand, scratch: home, binaries: postgres.binaries },
    ...{ user: postgres.user, database: 'postgres', role: 'postgres', maxMs: 240_000 },
    ...{ leastFreeBytes: 1, now: () => new Date() },
  }
  const { config } = gateway().app
  const report = await checkBackup(config, options)
  assert.deepEqual([report.problems, report.breaches], [[], 0])
  assert.ok(report.backupAt && report.newestCommitAt && report.newestCommitAt <= report.checkedAt)
  const age = report.backupAgeSeconds ?? -1
  // The backup names its start to the second.
  const mostSeconds = (Date.now() - startedAt) / 1_000 + 2
  assert.ok(age >= 0 && age <= mostSeconds && (report.restoredBytes ?? 0) > 2 ** 20, `${age} s`)

  // The books are read for twenty minutes: what arrives in the archive meanwhile is not lost.
  let read = 0
  const slow = await checkBackup(config, {
    ...options,
    now: () => new Date(Date.now() + 1_200_000 * read++),
  })
  assert.ok(slow.recoveredAt && slow.recoveredAt < slow.checkedAt)
  assert.ok((slow.wouldLoseSeconds ?? 9_999) < 1_200, `${slow.wouldLoseSeconds} s`)

  // It is stopped while it reads the books.
  const stop = new AbortController()
  const stopped = await checkBackup(config, {
    ...{ ...options, signal: stop.signal },
    report: (step) => {
      if (step === 'confere os livros') queueMicrotask(() => stop.abort(new Error('stopped')))
    },
  })
  assert.deepEqual(english(stopped), ['stopped'])

  const otherKeys = { ...config, secrets: { ...config.secrets, masterKeys: new Map() } }
  for (const [settings, change, problem] of [
    [config, { command: 'echo no repository; exit 3' }, /ended with 3: no repository/],
    [config, { command: 'sleep 60', maxMs: 200 }, /within the limit/],
    [config, { leastFreeBytes: Number.MAX_SAFE_INTEGER }, /disk is nearly full/],
    [otherKeys, {}, /GUICHE_MASTER_KEYS/],
  ] as const) {
    const failed = await checkBackup(settings, { ...options, ...change })
    assert.equal(failed.isGood, false)
    assert.match(english(failed).join(' '), problem)
    for (const { pt } of failed.problems) assert.doesNotMatch(pt, englishWord)
  }

  // What a coordinator of Citus leaves: its library is not loaded, and its tables have no rows.
  const inCatalog = (change: (tx: Queryable) => Promise<unknown>) =>
    gateway().app.sql.begin(async (tx) => {
      await tx`set local allow_system_table_mods = on`
      await change(tx)
    })
  await inCatalog((tx) => tx`create table pg_catalog.pg_dist_partition (logicalrelid regclass)`)
  try {
    await postgres.takeBackup()
    const ofCluster = await checkBackup(config, options)
    assert.deepEqual(english(ofCluster), [
      'the backup is part of a Citus cluster: its books were not checked',
    ])
    assert.deepEqual([ofCluster.isGood, ofCluster.breaches], [false, null])
  } finally {
    await inCatalog((tx) => tx`drop table pg_catalog.pg_dist_partition`)
  }

  const left = (await readdir(home)).filter((name) => name.startsWith('guiche-backup-check'))
  assert.deepEqual(left, [])
})

/** A PIX that is due later, less R$ 1.00. */
const dueOrder = (amount: number) => ({
  paymentMethod: 'PIX',
  amount,
  customer: { name: 'Ana Souza', document: { type: 'CPF', number: '52998224725' } },
  pix: {
    due: {
      date: Temporal.Now.plainDateISO('America/Sao_Paulo').add({ days: 20 }).toString(),
      rebate: { amount: 1_00 },
      fine: { basisPoints: 200 },
    },
  },
})

test('after a restore every provider is asked, and nothing is sent twice', async () => {
  await world.postgres.takeBackup()
  const before = world.shop()
  await earn(before, 500_00)
  const pixOpen = await before.sell({ paymentMethod: 'PIX', amount: 11_00 })
  const boletoOpen = await before.sell(boleto(12_00))
  const interBefore = world.shopAtInter()
  const interOpen = await interBefore.sell(boleto(13_00))
  const pixPaid = await before.sell({ paymentMethod: 'PIX', amount: 130_00 })
  await payPix(before, pixPaid)
  const cardPaid = await before.sell(card(140_00))
  assert.equal(cardPaid.status, 'PAID')
  const target = await world.databaseNow()

  // What the restored database does not know.
  await payPix(before, pixOpen)
  await before.pay(boletoOpen.boleto?.digitableLine ?? '')
  await untilPaid(before, boletoOpen)
  await before.pay(interOpen.boleto?.digitableLine ?? '')
  await untilPaid(interBefore, interOpen)
  const pixLost = await before.sell({ paymentMethod: 'PIX', amount: 21_00 })
  await payPix(before, pixLost)
  const pixOrder = { paymentMethod: 'PIX', amount: 22_00 }
  const pixKeyed = await before.sell(pixOrder, key('pix'))
  await payPix(before, pixKeyed)
  const unpaid = await before.sell({ paymentMethod: 'PIX', amount: 23_00 })
  const dueLost = await before.sell(dueOrder(25_00))
  await payPix(before, dueLost)
  const dueUnpaid = await before.sell(dueOrder(26_00))
  const cardKeyed = await before.sell(card(24_00), key('card'))
  const { body: cashout } = await askCashout(before, { amount: 31_00 })
  await untilCashout(before, cashout.data.id, 'COMPLETED')
  const cashoutOrder = { amount: 32_00, pixKey: 'outro@exemplo.com.br' }
  const { body: keyedCashout } = await askCashout(before, cashoutOrder, key('cashout'))
  await untilCashout(before, keyedCashout.data.id, 'COMPLETED')
  const accountOrder = {
    ...{ amount: 34_00, pixKey: undefined, pixType: undefined },
    bankAccount: { ispb: '18236120', branch: '0001', number: '1234567' },
    ...{ beneficiaryName: 'Ana Souza', beneficiaryDocument: '52998224725' },
  }
  const { body: toAccount } = await askCashout(before, accountOrder, key('account'))
  await untilCashout(before, toAccount.data.id, 'COMPLETED')
  assert.equal((await refund(before, pixPaid, 41_00, key('refund'))).http, 200)
  assert.equal((await refund(before, cardPaid, 42_00, key('card-refund'))).http, 200)
  await untilRefunded(before, pixPaid, 41_00)
  await untilRefunded(before, cardPaid, 42_00)
  const balanceBefore = await balance(before)
  const sentBefore = await sentCalls(before)

  await world.restoreTo(target)
  const shop = world.shop()
  assert.equal((await shop.find(pixOpen.id)).status, 'WAITING_PAYMENT')
  assert.equal((await shop.call('GET', `/api/user/transactions/${pixLost.id}`)).http, 404)

  // No money leaves before the sweep, and requests are accepted.
  const { body: held } = await askCashout(shop, { amount: 33_00, pixKey: 'novo@exemplo.com.br' })
  const heldRefund = await refund(shop, pixPaid, 1_00)
  assert.equal(heldRefund.http, 200)
  await world.gateway().app.worker?.runUntilIdle()
  assert.equal((await findCashout(shop, held.data.id)).status, 'PENDING')
  assert.deepEqual(await sentCalls(shop), sentBefore)

  const report = await sweep(world.gateway().app, {
    ...{ since: target, lookBackMs: 86_400_000, settledBy: 'Maria Souza' },
  })
  assert.deepEqual(
    report.providers.filter(({ problem, cases }) => problem !== undefined || cases > 0),
    [],
  )
  assert.equal(report.isSettled, true)
  assert.ok(report.timeline > 1)

  for (const sale of [pixOpen, boletoOpen, pixLost, pixKeyed])
    assert.equal((await shop.find(sale.id)).status, 'PAID', `${sale.amount} is paid`)
  assert.equal((await world.shopAtInter().find(interOpen.id)).status, 'PAID')
  assert.equal((await shop.find(unpaid.id)).status, 'WAITING_PAYMENT')
  const [duePaid, dueOpen] = [await shop.find(dueLost.id), await shop.find(dueUnpaid.id)]
  assert.deepEqual([duePaid.status, duePaid.amount], ['PAID', 24_00])
  assert.deepEqual([dueOpen.status, dueOpen.amount], ['WAITING_PAYMENT', 26_00])
  assert.deepEqual(dueOpen.pix, { ...dueUnpaid.pix, url: dueOpen.pix?.url })
  for (const { id } of [cashout.data, keyedCashout.data, toAccount.data])
    assert.equal((await findCashout(shop, id)).status, 'COMPLETED')
  assert.equal((await shop.find(cardPaid.id)).refundedAmount, 42_00)

  // The merchant repeats the requests whose effects the database had lost.
  assert.equal((await shop.sell(pixOrder, key('pix'))).id, pixKeyed.id)
  const repeated = await askCashout(shop, cashoutOrder, key('cashout'))
  assert.deepEqual(
    [repeated.body.data.id, repeated.body.data.status],
    [keyedCashout.data.id, 'COMPLETED'],
  )
  const again = await askCashout(shop, accountOrder, key('account'))
  assert.deepEqual(
    [again.body.data.id, again.body.data.status, again.body.data.pixKey],
    [toAccount.data.id, 'COMPLETED', toAccount.data.pixKey],
  )
  assert.equal((await refund(shop, pixPaid, 41_00, key('refund'))).http, 200)
  const twin = await refund(shop, cardPaid, 42_00, key('card-refund'))
  assert.equal(twin.body.error?.code, 'possible-duplicate')
  assert.equal((await shop.sell(card(24_00), key('card'))).status, 'PAID')

  // The cashout and the refund that waited leave now, once.
  await untilCashout(shop, held.data.id, 'COMPLETED')
  await untilRefunded(shop, pixPaid, 42_00)
  const sentAfter = await sentCalls(shop)
  const more = Object.entries(sentAfter).filter(([name, count]) => sentBefore[name] !== count)
  assert.deepEqual(
    more.map(([name, count]) => [name.replace(/ [0-9A-Za-z]{32} /, ' '), count]).sort(),
    [
      ['efi send 3300', 1],
      ['pix refund.create 100', 1],
    ],
  )
  const { available, blocked, pending } = await balance(shop)
  assert.deepEqual(
    [available + pending + blocked],
    [balanceBefore.available + balanceBefore.pending + balanceBefore.blocked - 33_00 - 1_00],
  )
  const { app } = world.gateway()
  assert.deepEqual(await checkBooks(app), [])
  assert.equal((await trialBalance(app.sql)).isBalanced, true)
  assert.ok(cardKeyed.id)
})
