import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { casePage } from '../../src/cases/case-store.ts'
import { reconcileProvider } from '../../src/reconciliation/reconcile-provider.ts'
import { advanceToHour } from '../kit/calendar.ts'
import { askCashout, earn, untilCashout } from '../kit/cashout.ts'
import { decide, openDispute, paidPix, soldByCard } from '../kit/dispute.ts'
import { openWorld, shortCalls, type World } from '../kit/gateway.ts'
import type { Shop } from '../kit/shop.ts'

let world: World
let shop: Shop
let shopAtInter: Shop
before(async () => {
  world = await openWorld(shortCalls, { readsFiles: true })
  shop = await world.openShop()
  shopAtInter = await world.openShop({ boleto: world.providers.all.inter ?? '' })
  await advanceToHour(shop, 12) // At this hour the files of the days before are there.
})
after(() => world.close())

const customer = {
  name: 'Ana Teste',
  email: 'ana@exemplo.com.br',
  document: { number: '111.444.777-35', type: 'CPF' },
}

/** Where each simulator's files hang. */
const filesOf = () => {
  const { card, pix, boleto, payout } = world.providers.ids
  const { providers } = world.app
  const inter = world.providers.all.inter ?? ''
  return {
    cielo: [card, providers.card(card).files],
    pix: [pix, providers.pix(pix).files],
    boleto: [boleto, providers.boleto(boleto).files],
    inter: [inter, providers.boleto(inter).files],
    efi: [payout, providers.payout(payout).files],
  } as const
}

/** Reads all there is of every provider; the cases that are open then. */
async function reconcile() {
  for (let reading = 0; reading < 2; reading += 1) {
    for (const [id, files] of Object.values(filesOf())) {
      assert(files)
      // The first reading requests the statements of Efí, which makes them within a minute.
      while ((await reconcileProvider(world.app, id, files))?.isComplete !== true)
        await shop.advance('PT1M')
    }
  }
  const { rows: cases } = await casePage(world.app.sql, { statuses: ['OPEN'] }, { limit: 50 })
  return cases.map(({ id, kind, expected, found }) => ({ id, kind, expected, found }))
}

const refund = async (id: string, amount: number, to: object = {}) => {
  const { http, text } = await shop.call('POST', `/api/user/transactions/${id}/refund`, {
    amount,
    ...to,
  })
  assert.equal(http, 200, text)
}
const paidBoleto = async (
  amount: number,
  codeOf: (sale: { digitableLine: string; qrcode?: string }) => string,
  from = shop,
) => {
  const sale = await from.sell({
    paymentMethod: 'BOLETO',
    amount,
    customer,
    boleto: { expiresInDays: 3 },
  })
  assert(sale.boleto)
  assert.equal((await from.pay(codeOf(sale.boleto))).http, 200)
  await from.webhooks(sale.id, 2)
  return sale
}

test('a day of everything that can happen to money leaves no case', async () => {
  const [card, parts, disputed] = [
    await soldByCard(shop, 100_00),
    await soldByCard(shop, 333_33, 12),
    await soldByCard(shop, 90_00, 3),
  ]
  await soldByCard(shop, 70_30) // Authorised, then captured by us.
  await soldByCard(shop, 60_20) // Done without a response: resolved later.
  await soldByCard(shop, 80_12) // In analysis for a minute.
  await refund(card.id, 40_00)
  await refund(parts.id, 333_33)
  const pix = await paidPix(shop, 50_00)
  await paidPix(shop, 20_00)
  await refund(pix.id, 20_00)
  const boleto = await paidBoleto(159_90, ({ digitableLine }) => digitableLine)
  await paidBoleto(259_90, ({ qrcode = '' }) => qrcode)
  await paidBoleto(169_90, ({ digitableLine }) => digitableLine, shopAtInter)
  await paidBoleto(269_90, ({ qrcode = '' }) => qrcode, shopAtInter)
  await openDispute(shop, disputed)
  await decide(shop, disputed, 'lose')
  const returned = await paidPix(shop, 30_00)
  await openDispute(shop, returned)
  await decide(shop, returned, 'lose')
  for (const amount of [20_00, 10_11])
    await refund(boleto.id, amount, { pixKey: 'ana@exemplo.com.br' }) // The second comes back.
  const payer = await world.openShop()
  await earn(payer, 100_00)
  for (const amount of [10_00, 10_11, 10_07]) {
    const { body, text } = await askCashout(payer, { amount })
    assert(body.data, text)
    await shop.advance('PT2S')
    await untilCashout(payer, body.data.id, 'COMPLETED', 'FAILED', 'REFUNDED')
  }
  for (const step of ['PT1M', 'PT5M', 'PT20M', 'PT2H']) await shop.advance(step)
  await shop.advance('P1D')
  await shop.advance('P1D')
  assert.deepEqual(await reconcile(), [])
  const rows = await world.app.sql<
    { kind: string }[]
  >`select distinct kind from settlement_lines order by kind`
  assert.deepEqual(
    rows.map(({ kind }) => kind),
    ['chargeback', 'installment', 'payout', 'payout-return', 'refund', 'sale'],
  )
})

test('a month later what fell due was paid, and nothing is left open', async () => {
  await shop.advance('P40D')
  assert.deepEqual(await reconcile(), [])
  const [payments] = await world.app.sql<{ count: number }[]>`
    select count(*)::int as count from settlement_lines where kind = 'payment'`
  assert.ok((payments?.count ?? 0) > 0)
})

const faults = [
  ['missing-row', ['sale-missing-in-file']],
  ['unknown-sale', ['sale-unknown']],
  ['wrong-amount', ['sale-amount-differs']],
  ['doubled-file', ['file-doubled']],
  ['sequence-gap', ['file-missing']],
] as const
for (const [fault, kinds] of faults) {
  test(`${fault} in a file is a case, and only that`, async () => {
    const before = new Set((await reconcile()).map(({ id }) => id))
    await shop.control('POST', '/faults', {
      provider: 'cielo',
      operation: 'settlement-file',
      fault,
    })
    await soldByCard(shop, 44_00)
    await shop.advance('P2D')
    const opened = (await reconcile()).filter(({ id }) => !before.has(id))
    assert.deepEqual(new Set(opened.map(({ kind }) => kind)), new Set(kinds))
  })
}

test('a file that is late is a case until it comes', async () => {
  await advanceToHour(shop, 20)
  const before = new Set((await reconcile()).map(({ id }) => id))
  const opened = async () =>
    (await reconcile()).filter(({ id }) => !before.has(id)).map(({ kind }) => kind)
  await shop.control('POST', '/faults', {
    provider: 'cielo',
    operation: 'settlement-file',
    fault: 'late-file',
  })
  await soldByCard(shop, 20_00)
  await advanceToHour(shop, 13)
  assert.deepEqual(await opened(), ['file-late'])
  await advanceToHour(shop, 13)
  assert.deepEqual(await opened(), [])
})

test('a file that was cut counts for nothing, and is read again', async () => {
  const before = await reconcile()
  await shop.control('POST', '/faults', {
    provider: 'efi',
    operation: 'settlement-file',
    fault: 'truncated-file',
  })
  await shop.advance('P1D')
  assert.deepEqual(new Set(await reconcile()), new Set(before))
  const [newest] = await world.app.sql<{ name: string; status: string }[]>`
    select name, status
    from settlement_files
    where provider_id = ${world.providers.ids.payout}
    order by date desc
    limit 1`
  assert.equal(newest?.status, 'READ')
  const fetched = await shop.calls({ provider: 'efi', operation: 'report.get' })
  const last = fetched.at(-1)?.reference
  assert.equal(fetched.filter(({ reference }) => reference === last).length, 2)
})
